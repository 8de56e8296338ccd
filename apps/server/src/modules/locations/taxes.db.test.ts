import { expect, test } from 'vitest';
import { payloadFor } from '../../testing/order-payload.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const guest = await server.signIn('customer@demo.test');

const week = { open: '00:00', close: '23:59', closed: false };
const always = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, week]),
);
let opened = 0;

/** A location that is always open, with a dish and a beer. */
async function open(postalCode: string, more: object = {}): Promise<string> {
  const id = `place-${++opened}`;
  const added = await server.call(
    'addLocation',
    {
      body: {
        location: {
          id,
          postalCode,
          name: id,
          address: '1 Main St',
          phone: '(902) 555-0161',
          email: 'a@example.test',
          features: ['Takeout'],
          hours: always,
          ...more,
        },
      },
    },
    admin,
  );
  expect(added.body).toMatchObject({ success: true });
  for (const [name, price, taxClass] of [
    ['Momo', 32, 'meal'],
    ['Lager', 18.5, 'liquor'],
  ] as const) {
    const item = { name, price, taxClass, description: 'x', category: 'drinks' };
    const dish = await server.call('addMenuItem', { body: { locationId: id, item } }, admin);
    expect(dish.body).toMatchObject({ success: true, item: { taxClass } });
  }
  return id;
}

test.each([
  ['B2N 1A1', 0.14, 'HST', '[C-PRICE-03]'],
  ['P1A 1A1', 0.13, 'HST', '[C-PRICE-04]'],
  ['J3A 1A1', 0.1498, 'GST + QST', '[C-PRICE-05]'],
  ['T2P 1J9', 0.05, 'GST', '[C-PRICE-06]'],
  ['V3B 1A1', 0.12, 'GST + PST', '[C-PRICE-07]'],
  ['S4P 1A1', 0.11, 'GST + PST', '[C-PRICE-08]'],
  ['R3C 1A1', 0.12, 'GST + RST', '[C-PRICE-09]'],
  ['J4A 1A1', 0.14, 'HST', '[C-PRICE-10]'],
])('a location in %s without tax codes of its own taxes %d, called %s %s', async (postalCode, rate, label, _fact) => {
  const where = server.context.db.updateTable('locations').where('id', '=', 'truro');
  const before = await server.context.db
    .selectFrom('locations')
    .select(['postal_code', 'taxes'])
    .where('id', '=', 'truro')
    .executeTakeFirstOrThrow();
  await where.set({ postal_code: postalCode, taxes: null }).execute();
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
  expect([location.taxRate, location.taxLabel]).toEqual([rate, label]);
  await where.set({ ...before, taxes: before.taxes && JSON.stringify(before.taxes) }).execute();
});

async function placeOrder(locationId: string, dishes: Record<string, number>) {
  const { location } = (await server.call('getLocation', { query: { locationId } })).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId } })).body;
  const body = payloadFor(location, menu, { dishes });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { body: answer } = await server.call('createCustomerOrderCash', { body }, { ...guest, ...key });
  if (!answer.success) throw new Error(answer.error);
  return answer.order;
}

test('a location that moves gets the taxes of its new province, and none in another country', async () => {
  const id = await open('H2X 1Y4');
  const move = async (updates: object) =>
    (await server.call('updateLocation', { body: { locationId: id, updates } }, admin)).body.location;
  const numbered = ['GST', 'QST'].map((code) => ({ code, label: code, registration: `${code} 1`, rates: null }));
  await move({ taxSettings: { follows: 'QC', codes: numbered } });
  expect((await move({ region: 'ON', postalCode: 'M5V 2T6' })).taxSettings).toMatchObject({
    follows: 'ON',
    codes: [{ code: 'HST', registration: null }],
  });
  const inGlasgow = { country: 'GB', region: '', postalCode: 'G1 1AA', phone: '+44 141 555 0100' };
  expect(await move(inGlasgow)).toMatchObject({
    taxSettings: { follows: null, codes: [] },
    tipBase: 'with-tax',
    taxes: [],
  });
  // Taxes sent with the move are used.
  const vat = [{ code: 'VAT', label: 'VAT', registration: null, rates: { meal: 0.2 } }];
  const back = { country: 'FR', region: '', postalCode: '75011', taxSettings: { follows: null, codes: vat } };
  expect((await move(back)).taxSettings).toMatchObject({ follows: null, codes: [{ code: 'VAT' }] });
});

test.each([
  ['B2N 1A1', ['HST'], 0.14, 'with-tax'],
  ['M5V 2T6', ['HST'], 0.13, 'with-tax'],
  ['E1C 1A1', ['HST'], 0.15, 'with-tax'],
  ['H2X 1Y4', ['GST', 'QST'], 0.1498, 'before-tax'],
  ['V6B 1A1', ['GST'], 0.05, 'with-tax'],
  ['Y1A 1A1', ['GST'], 0.05, 'with-tax'],
])(
  'a location at %s is proposed its province’s taxes: a meal pays %j, together %d',
  async (code, labels, rate, tips) => {
    const id = await open(code);
    const { location } = (await server.call('getLocation', { query: { locationId: id } })).body;
    expect(location).toMatchObject({ taxRate: rate, taxLabel: labels.join(' + '), tipBase: tips });
    const managed = (await server.call('getAllLocations', {}, admin)).body.locations.find((each) => each.id === id);
    expect(managed?.taxSettings?.codes.every(({ registration }) => registration === null)).toBe(true);
  },
);

test('in British Columbia food has GST, and beer also PST', async () => {
  const id = await open('V6B 1A1');
  const { pricing } = await placeOrder(id, { momo: 1, lager: 1 });
  expect(pricing).toMatchObject({ subtotal: 50.5, tax: 4.38, total: 54.88 });
});

test('in Québec GST and QST are rounded separately', async () => {
  const id = await open('H2X 1Y4');
  // Without a certified till, a location in Québec takes money only in its grace period.
  await server.context.db
    .updateTable('locations')
    .set({ fiscal_grace_until: '9999-12-31' })
    .where('id', '=', id)
    .execute();
  const updates = { price: 10.1 };
  await server.call('updateMenuItem', { body: { locationId: id, itemId: 'momo', updates } }, admin);
  expect((await placeOrder(id, { momo: 1 })).pricing).toMatchObject({
    tax: 1.52,
    total: 11.62,
    taxRate: 0.1498,
    taxLabel: 'GST + QST',
  });
});

test('a location’s own rate is the only tax, and none is proposed', async () => {
  const id = await open('V6B 1A1', { taxRateOverride: 0.1, taxLabelOverride: 'Tax' });
  expect((await placeOrder(id, { momo: 1, lager: 1 })).pricing).toMatchObject({ tax: 5.05, taxLabel: 'Tax' });
});

test('an admin sets the taxes of a location with their registration numbers, and orders use them', async () => {
  const id = await open('B2N 1A1');
  const taxSettings = {
    follows: null,
    codes: [
      { code: 'GST', label: 'GST', registration: '123 RT', rates: { meal: 0.05, liquor: 0.05 } },
      { code: 'CITY', label: 'City tax', registration: null, rates: { liquor: 0.01 } },
    ],
  };
  const updates = { taxSettings, tipBaseOverride: 'before-tax' as const };
  const changed = await server.call('updateLocation', { body: { locationId: id, updates } }, admin);
  expect(changed.body.location).toMatchObject({ taxSettings, tipBase: 'before-tax', taxRate: 0.05, taxLabel: 'GST' });
  expect((await placeOrder(id, { momo: 1, lager: 1 })).pricing).toMatchObject({
    tax: 2.72,
    taxLabel: 'GST + City tax',
  });
  const back = { taxSettings: null, tipBaseOverride: null };
  const again = await server.call('updateLocation', { body: { locationId: id, updates: back } }, admin);
  expect(again.body.location).toMatchObject({ taxSettings: null, tipBase: 'with-tax', taxRate: 0.14, taxLabel: 'HST' });
});
