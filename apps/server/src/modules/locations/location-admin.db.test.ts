import { TICKET_LIMITS } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { testServer } from '../../testing/server.ts';
import { rollUpOrders } from '../figures/roll-up-orders.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');

const bibleHill = {
  id: 'bible-hill',
  name: 'Bible Hill',
  address: '12 Pictou Road',
  postalCode: 'B2N 2R9',
  phone: '(902) 555-0161',
  email: 'biblehill@sizzleandspice.test',
};
const week = { open: '11:30', close: '21:00', closed: false };

async function all() {
  return (await server.call('getAllLocations', {}, admin)).body.locations;
}

async function one(id: string) {
  const found = (await all()).find((location) => location.id === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
}

async function lastEvent() {
  const { rows } = await sql<{
    location_id: string;
    data: { change: string; location: Record<string, unknown> };
  }>`select location_id, data from events where type = 'location.changed' order by id desc limit 1`.execute(
    server.context.db,
  );
  return rows[0];
}

async function lastAction() {
  const { action } = await server.context.db
    .selectFrom('audit_log')
    .select('action')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return action;
}

test('lists all locations by name with all fields [A-DATA-11] [A-LOC-28]', async () => {
  const locations = await all();
  expect(locations.map((location) => location.name)).toEqual(['New Glasgow', 'Truro Heights']);
  expect(await one('truro')).toMatchObject({
    id: 'truro',
    name: 'Truro Heights',
    address: '395 Truro Heights Road',
    postalCode: 'B2N 1A1',
    phone: '(902) 555-0123',
    email: 'truro@sizzleandspice.test',
    manager: 'Meera Nair',
    capacity: 40,
    features: ['Dine-in', 'Takeout', 'Delivery', 'Catering', 'WiFi', 'Parking', 'Wheelchair Accessible'],
    hours: { monday: { open: '11:30', close: '22:00', closed: false } },
    openingDate: '2019-05-17',
    isActive: true,
    totalOrders: 0,
    monthlyRevenue: 0,
    averageOrderValue: 0,
    rating: 4.5,
    reviewCount: 225,
    todaysHours: 'Today: 11:30 - 22:00',
    isOpen: true,
    ticketLimits: null,
    taxRateOverride: null,
    createdAt: server.clock.now().toISOString(),
    updatedAt: server.clock.now().toISOString(),
    deletedAt: null,
  });
});

test('adds a location with all fields, and guests see it at once [A-DATA-26] [A-ROLE-13] [C-DATA-10]', async () => {
  const location = {
    ...bibleHill,
    manager: 'Ann Gillis',
    capacity: 0,
    features: ['Dine-in' as const, 'Takeout' as const],
    hours: { monday: week, sunday: { ...week, closed: true } },
    hoursExceptions: [{ date: '2026-12-25', closed: true, open: null, close: null, note: 'Christmas' }],
    openingDate: '2026-11-01',
    taxRateOverride: 0.15,
    taxLabelOverride: 'HST',
    ticketLimits: { acceptSoon: 2, acceptLate: 4, dueSoon: 5, passSoon: 8, passLate: 12 },
  };
  const { status, body } = await server.call('addLocation', { body: { location } }, admin);
  expect(status).toBe(200);
  expect(body.location).toMatchObject({
    ...location,
    capacity: 0,
    rating: 0,
    reviewCount: 0,
    version: 1,
    taxRate: 0.15,
  });
  const guests = await server.call('getLocation', { query: { locationId: 'bible-hill' } });
  expect(guests.body.location).toMatchObject({ name: 'Bible Hill', hoursExceptions: location.hoursExceptions });
  expect(guests.body.location).not.toHaveProperty('manager');
  const event = await lastEvent();
  expect(event).toMatchObject({
    location_id: 'bible-hill',
    data: { change: 'added', location: { name: 'Bible Hill' } },
  });
  expect(event?.data.location).not.toHaveProperty('monthlyRevenue');
  expect(await lastAction()).toBe('add-location');
});

test('a location with lunch and dinner takes bookings in both, and none in between', async () => {
  const dinner = [{ open: '17:00', close: '22:00' }];
  const day = { open: '11:30', close: '14:00', closed: false, more: dinner };
  const hoursExceptions = [{ date: '2026-11-25', ...day, more: [{ open: '18:00', close: '20:00' }], note: null }];
  const features = ['Dine-in' as const];
  const location = { ...bibleHill, id: 'two-shifts', features, hoursExceptions, countsStays: false };
  await server.call('addLocation', { body: { location: { ...location, hours: { tuesday: day } } } }, admin);
  const times = async (date: string) => {
    const query = { locationId: 'two-shifts', date, partySize: 2 };
    return (await server.call('getReservationSlots', { query })).body.slots.map(({ time }) => time);
  };
  expect(await times('2026-11-24')).toEqual(
    '12:00 12:30 13:00 13:30 17:30 18:00 18:30 19:00 19:30 20:00 20:30 21:00 21:30'.split(' '),
  );
  expect((await times('2026-11-25')).slice(-4)).toEqual(['13:30', '18:30', '19:00', '19:30']);
  const { body } = await server.call('getLocation', { query: { locationId: 'two-shifts' } });
  expect(body.location).toMatchObject({ hours: { tuesday: { more: dinner } }, hoursExceptions });
  const updates = { hours: { tuesday: { ...day, more: [{ open: '13:00', close: '22:00' }] } } };
  const wrong = await server.call('updateLocation', { body: { locationId: 'two-shifts', updates } }, admin);
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    'Hours must follow each other: each begins after the one before has ended.',
  ]);
});

test('guests see nothing of a draft until it is published, and staff see it', async () => {
  const location = { ...bibleHill, id: 'draft-street', isDraft: true };
  const added = await server.call('addLocation', { body: { location, copyMenuFrom: 'truro' } }, admin);
  expect(added.body.location).toMatchObject({ isActive: false, isDraft: true });
  expect((await lastEvent())?.data).not.toHaveProperty('location');
  const query = { locationId: 'draft-street' };
  const asGuest = async () => [
    (await server.call('getLocation', { query })).status,
    (await server.call('getLocationMenu', { query })).status,
    (await server.call('getLocations', {})).body.locations.some(({ id }) => id === 'draft-street'),
  ];
  expect(await asGuest()).toEqual([404, 404, false]);
  const { body: staffSee } = await server.call('getAvailableLocations', {}, admin);
  expect(staffSee.locations.map(({ id }) => id)).toContain('draft-street');
  await server.call('toggleLocationStatus', { body: { ...query, isActive: true } }, admin);
  expect(await asGuest()).toEqual([200, 200, true]);
  // Closed again, it is known to guests as inactive.
  const closed = await server.call('toggleLocationStatus', { body: { ...query, isActive: false } }, admin);
  expect(closed.body.location).not.toHaveProperty('isDraft');
  expect((await asGuest())[0]).toBe(200);
});

const expectRefused = async (wrong: object, status: number, message: string) => {
  const location = { ...bibleHill, id: 'another-place', ...wrong };
  const answer = await server.call('addLocation', { body: { location } }, admin);
  expect([answer.status, answer.body.error]).toEqual([status, message]);
};

test('refuses a location without an id [A-ERR-43]', () => expectRefused({ id: '' }, 400, 'Location ID is required'));
test('refuses an id in capitals [A-LOC-38]', () =>
  expectRefused({ id: 'Bible Hill' }, 400, 'Location ID must contain only lowercase letters, numbers, and hyphens'));
test('refuses an id of one letter [A-LOC-39]', () =>
  expectRefused({ id: 'b' }, 400, 'ID must be at least 2 characters'));
test('refuses an id of 51 letters [A-LOC-40]', () =>
  expectRefused({ id: 'b'.repeat(51) }, 400, 'ID must be 50 characters or less'));
test('refuses an existing id [A-LOC-42]', () =>
  expectRefused({ id: 'truro' }, 409, 'Location ID "truro" already exists'));
test('refuses a location without a name [A-LOC-48]', () =>
  expectRefused({ name: ' ' }, 400, 'Location name is required'));
test('refuses a location without an address [A-LOC-50]', () =>
  expectRefused({ address: '' }, 400, 'Address is required'));
test('refuses a location without a postal code [A-LOC-51]', () =>
  expectRefused({ postalCode: '' }, 400, 'postalCode is required'));
test('refuses a location without a phone number [A-LOC-52]', () =>
  expectRefused({ phone: '' }, 400, 'Phone number is required'));
test('refuses a badly formatted phone number [A-LOC-53]', () =>
  expectRefused({ phone: '902-555-0161' }, 400, 'Phone must be in format (902) 555-0123'));
test('refuses a location without an e-mail address [A-LOC-54]', () =>
  expectRefused({ email: '' }, 400, 'Email is required'));
test('refuses an incomplete e-mail address [A-LOC-54]', () =>
  expectRefused({ email: 'bible@hill' }, 400, 'Invalid email format'));
test('refuses a negative number of seats [A-LOC-55]', () =>
  expectRefused({ capacity: -1 }, 400, 'Capacity must be a positive number'));
test('refuses half a seat [A-LOC-55]', () =>
  expectRefused({ capacity: 1.5 }, 400, 'Capacity must be a positive number'));
test('refuses a late limit below the warning limit', () =>
  expectRefused(
    { ticketLimits: { acceptSoon: 5, acceptLate: 5, dueSoon: 5, passSoon: 1, passLate: 2 } },
    400,
    'Late must come after soon',
  ));
test('refuses an open day without times', () =>
  expectRefused(
    { hoursExceptions: [{ date: '2026-12-24', closed: false, open: '11:00', close: null, note: null }] },
    400,
    '2026-12-24 needs an opening and a closing time',
  ));
test('refuses the same date twice', () =>
  expectRefused(
    {
      hoursExceptions: [
        { date: '2026-12-24', closed: true, open: null, close: null, note: null },
        { date: '2026-12-24', closed: true, open: null, close: null, note: null },
      ],
    },
    400,
    '2026-12-24 is listed twice',
  ));
test('refuses an invalid date', () =>
  expectRefused(
    { hoursExceptions: [{ date: '2026-02-30', closed: true, open: null, close: null, note: null }] },
    400,
    'Invalid date, expected YYYY-MM-DD: location.hoursExceptions.0.date',
  ));
test('refuses an unknown time zone', () =>
  expectRefused({ timeZone: 'Atlantis/Centre' }, 400, 'This time zone is not known'));

test.each([
  ['an unknown feature', { features: ['Helipad'] }],
  ['a time that is none', { hours: { monday: { open: '25:00', close: '26:00', closed: false } } }],
  ['a tax of 200 %', { taxRateOverride: 2 }],
  ['a rating of six stars', { rating: 6 }],
  [
    'five hundred exceptions',
    {
      hoursExceptions: Array.from({ length: 500 }, () => ({
        date: '2026-12-24',
        closed: true,
        open: null,
        close: null,
        note: null,
      })),
    },
  ],
])('refuses %s', async (_case, wrong) => {
  const location = { ...bibleHill, id: 'another-place', ...wrong };
  expect((await server.call('addLocation', { body: { location } } as never, admin)).status).toBe(400);
});

test('of two requests that add the same id, one succeeds [A-LOC-41]', async () => {
  const location = { ...bibleHill, id: 'twice' };
  const add = () => server.call('addLocation', { body: { location } }, admin);
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('makes an id from the name and appends a number if it exists [A-LOC-46] [A-LOC-47] [A-DATA-26]', async () => {
  const idFor = async (name: string) =>
    (await server.call('generateLocationId', { query: { name } }, admin)).body.locationId;
  expect(await idFor('St. Peter’s Bay!')).toBe('st-peter-s-bay');
  expect(await idFor('Truro')).toBe('truro-1');
  const exists = async (id: string) => (await server.call('locationIdExists', { query: { id } }, admin)).body.exists;
  expect([await exists('truro'), await exists('st-peter-s-bay')]).toEqual([true, false]);
});

test('an update changes only the named fields and replaces the dated exceptions', async () => {
  const before = await one('bible-hill');
  const { body } = await server.call(
    'updateLocation',
    {
      body: {
        locationId: 'bible-hill',
        version: before.version,
        updates: {
          name: 'Bible Hill Village',
          capacity: null,
          ticketLimits: null,
          taxRateOverride: null,
          hoursExceptions: [{ date: '2027-01-01', closed: false, open: '14:00', close: '20:00', note: 'New Year' }],
        },
      },
    },
    admin,
  );
  expect(body.location).toEqual({
    ...before,
    name: 'Bible Hill Village',
    capacity: null,
    ticketLimits: null,
    taxRateOverride: null,
    taxRate: 0.14,
    taxes: [{ ...before.taxes[0], rates: { meal: 0.14, liquor: 0.14, grocery: 0.14, charge: 0.14 } }],
    hoursExceptions: [{ date: '2027-01-01', closed: false, open: '14:00', close: '20:00', note: 'New Year' }],
    version: before.version + 1,
    updatedAt: server.clock.now().toISOString(),
  });
  expect((await lastEvent())?.data).toMatchObject({ change: 'updated', location: { name: 'Bible Hill Village' } });
  const change = await server.context.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'update-location')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(change.before).toMatchObject({ name: 'Bible Hill', hoursExceptions: [{ date: '2026-12-25' }] });
  expect(change.after).toMatchObject({ name: 'Bible Hill Village' });
});

test('of two admins who change one location, the second is refused and gets the current location', async () => {
  const { version } = await one('truro');
  const change = (manager: string) =>
    server.call('updateLocation', { body: { locationId: 'truro', version, updates: { manager } } }, admin);
  const answers = await Promise.all([change('First'), change('Second')]);
  const lost = answers.find((answer) => answer.status === 409);
  const won = answers.find((answer) => answer.status === 200);
  expect(lost?.body).toMatchObject({ code: 'conflict', location: { manager: won?.body.location.manager } });
});

const expectUpdateRefused = async (body: object, status: number, message: string) => {
  const answer = await server.call('updateLocation', { body } as never, admin);
  expect([answer.status, answer.body.error]).toEqual([status, message]);
};

test('refuses an update without an id [A-LOC-56]', () =>
  expectUpdateRefused({ updates: { name: 'X' } }, 400, 'Location ID is required'));
test('refuses an update with an unknown id [A-ERR-44]', () =>
  expectUpdateRefused({ locationId: 'atlantis', updates: { name: 'X' } }, 404, 'Location not found'));
test('refuses an update without changes', () =>
  expectUpdateRefused({ locationId: 'truro', updates: {} }, 400, 'Updates are required'));
test('refuses an update with a badly formatted phone number [A-LOC-53]', () =>
  expectUpdateRefused({ locationId: 'truro', updates: { phone: '1' } }, 400, 'Phone must be in format (902) 555-0123'));

test('a deactivated location takes no orders, and its menu can still be edited [A-LOC-32] [A-DATA-26] [C-MENU-07]', async () => {
  const off = await server.call(
    'toggleLocationStatus',
    { body: { locationId: 'new-glasgow', isActive: false } },
    admin,
  );
  expect(off.body.location).toMatchObject({ isActive: false, openText: 'Location is currently inactive' });
  expect((await lastEvent())?.data).toMatchObject({ change: 'deactivated', location: { isActive: false } });
  const guests = await server.call('getLocations', {});
  expect(guests.body.locations.map((location) => location.id)).not.toContain('new-glasgow');
  const order = await server.call(
    'createCustomerOrderCash',
    {
      body: {
        customerInfo: { name: 'Priya Sharma', email: 'priya@demo.test', phone: '(902) 555-0177' },
        items: [{ id: 'goat-curry', name: 'Goat Curry', price: 1, quantity: 1 }],
        locationInfo: { id: 'new-glasgow', name: 'New Glasgow' },
        orderType: 'pickup',
        tipAmount: 0,
        pricing: { subtotal: 1, tax: 0.14, tip: 0, total: 1.14 },
      },
    } as never,
    { 'x-api-key': 'pk_demo', 'idempotency-key': 'late' },
  );
  expect([order.status, order.body.error]).toEqual([409, 'Location is currently inactive']);
  const menu = await server.call('getLocationMenuAdmin', { query: { locationId: 'new-glasgow' } }, admin);
  expect(menu.status).toBe(200);
  const on = await server.call('toggleLocationStatus', { body: { locationId: 'new-glasgow', isActive: true } }, admin);
  expect(on.body.location.isActive).toBe(true);
  const same = await server.call(
    'toggleLocationStatus',
    { body: { locationId: 'new-glasgow', isActive: true } },
    admin,
  );
  expect(same.status).toBe(200);
  expect(await lastAction()).toBe('activate-location');
});

test('the figures of a location exclude cancelled orders, subtract refunds and use its own month', async () => {
  const at = async (id: string, day: string, cents: number, more = {}) =>
    server.context.db
      .insertInto('orders')
      .values({
        id,
        location_id: 'truro',
        payment_method: 'cash',
        order_type: 'pickup',
        subtotal_cents: cents,
        tax_cents: 0,
        tip_cents: 0,
        total_cents: cents,
        tax_rate: 14_000,
        tax_label: 'HST',
        item_count: 1,
        customer_name: 'Somebody',
        business_date: day,
        estimated_ready: server.clock.now(),
        receipt_token: id,
        ...more,
      })
      .execute();
  await at('TRU-1', '2026-11-01', 1000);
  await at('TRU-2', '2026-11-20', 2000, { refunded_cents: 500 });
  await at('TRU-3', '2026-10-31', 4000);
  await at('TRU-4', '2026-11-20', 9000, { status: 'cancelled' });
  await transaction(server.context.db, (tx) => rollUpOrders(tx, sql`true`));
  expect(await one('truro')).toMatchObject({ totalOrders: 3, monthlyRevenue: 25, averageOrderValue: 21.67 });
});

test('staff read the ticket limits of their own locations; unset limits are the defaults', async () => {
  const limits = { acceptSoon: 1, acceptLate: 2, dueSoon: 3, passSoon: 4, passLate: 5 };
  await server.call('updateLocation', { body: { locationId: 'truro', updates: { ticketLimits: limits } } }, admin);
  const staff = await server.signIn('staff.truro@demo.test');
  const own = await server.call('getTicketLimits', {}, staff);
  expect(own.body.locations).toEqual([{ locationId: 'truro', ...limits }]);
  const every = await server.call('getTicketLimits', {}, admin);
  expect(every.body.locations.find(({ locationId }) => locationId === 'new-glasgow')).toEqual({
    locationId: 'new-glasgow',
    ...TICKET_LIMITS,
  });
});

test('a deleted location is visible only through its orders, and its id cannot be used again [A-LOC-33]', async () => {
  const { status } = await server.call('deleteLocation', { body: { locationId: 'truro' } }, admin);
  expect(status).toBe(200);
  expect((await all()).map((location) => location.id)).not.toContain('truro');
  expect((await server.call('getLocation', { query: { locationId: 'truro' } })).status).toBe(404);
  expect((await server.call('getLocationMenu', { query: { locationId: 'truro' } })).status).toBe(404);
  const row = await server.context.db
    .selectFrom('locations')
    .select(['is_active', 'deleted_at'])
    .where('id', '=', 'truro')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ is_active: false, deleted_at: server.clock.now() });
  const orders = await server.context.db.selectFrom('orders').select('id').where('location_id', '=', 'truro').execute();
  expect(orders).toHaveLength(4);
  expect((await server.call('locationIdExists', { query: { id: 'truro' } }, admin)).body.exists).toBe(true);
  expect((await lastEvent())?.data).toMatchObject({ change: 'deleted', location: { isActive: false } });
  const again = await server.call('deleteLocation', { body: { locationId: 'truro' } }, admin);
  expect([again.status, again.body.error]).toEqual([404, 'Location not found']);
  const back = await server.call('toggleLocationStatus', { body: { locationId: 'truro', isActive: true } }, admin);
  expect(back.status).toBe(404);
});

test.each([
  ['getAllLocations', {}],
  ['addLocation', { body: { location: { ...bibleHill, id: 'mine' } } }],
  ['updateLocation', { body: { locationId: 'new-glasgow', updates: { name: 'Mine' } } }],
  ['toggleLocationStatus', { body: { locationId: 'new-glasgow', isActive: false } }],
  ['deleteLocation', { body: { locationId: 'new-glasgow' } }],
  ['locationIdExists', { query: { id: 'new-glasgow' } }],
  ['generateLocationId', { query: { name: 'Mine' } }],
] as const)('%s is for admins alone', async (name, input) => {
  const manager = await server.signIn('manager.truro@demo.test');
  const customer = await server.signIn('customer@demo.test');
  for (const [caller, status] of [
    [manager, 403],
    [customer, 403],
    [{ 'x-api-key': 'pk_demo' }, 401],
    [{}, 401],
  ] as const) {
    expect((await server.call(name, input as never, caller)).status).toBe(status);
  }
});
