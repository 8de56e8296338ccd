import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { readStream } from '../../testing/read-stream.ts';

const server = await testServer({ env: { ADMIN_SECOND_STEP: '1' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const manager = await server.signIn('manager.truro@demo.test');

const cookieIn = (headers: Headers, name: string) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((each) => each.startsWith(`tiffin.${name}=`) && !each.endsWith('=')) ?? '';

async function idOf(email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

/** Registers a tablet in Truro through its manager. */
async function counter(name = 'Till 1', email = 'manager.truro@demo.test'): Promise<Caller> {
  const as = await server.signIn(email);
  const { headers, status } = await server.call('setUpTablet', { body: { locationId: 'truro', name } }, as);
  expect(status).toBe(200);
  expect((await server.call('getMe', {}, as)).body.me).toBeNull();
  return { cookie: cookieIn(headers, 'tablet') };
}

async function pinOf(email: string, as: Caller = manager): Promise<string> {
  const { body } = await server.call('createPin', { body: { userId: await idOf(email) } }, as);
  return body.pin;
}

async function unlock(tablet: Caller, email: string, pin: string) {
  const { status, headers, body } = await server.call(
    'unlockTablet',
    { body: { userId: await idOf(email), pin } },
    tablet,
  );
  const session = cookieIn(headers, 'session_token');
  return { status, body, as: { cookie: [tablet['cookie'], session].filter(Boolean).join('; ') } };
}

const otherThan = (pin: string, n = 1) => String((Number(pin) + n) % 1_000_000).padStart(6, '0');
const who = async (as: Caller) => (await server.call('getMe', {}, as)).body.me;

const tablet = await counter();
const staffPin = await pinOf('staff.truro@demo.test');

test('two people take turns at a tablet, and each acts in their own name', async () => {
  const boss = await pinOf('manager.truro@demo.test', await server.signIn('manager.truro@demo.test'));
  const kim = await unlock(tablet, 'staff.truro@demo.test', staffPin);
  const uid = await idOf('staff.truro@demo.test');
  expect(await who(kim.as)).toMatchObject({ uid, role: 'staff', tablet: 'Till 1' });
  const order = (await server.call('createCustomerOrderCash', { body: { ...truro() } }, SITE_KEY)).body.order;
  await server.call('updateOrderStatus', { body: { orderId: order.id, status: 'preparing' } }, kim.as);
  const robin = await unlock(tablet, 'manager.truro@demo.test', boss);
  expect(await who(kim.as)).toBeNull();
  await server.call('updateOrderStatus', { body: { orderId: order.id, status: 'ready' } }, robin.as);
  const { body } = await server.call('getOrderDetails', { query: { orderId: order.id } }, manager);
  const actors = await db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('subject_id', '=', order.id)
    .where('action', '=', 'move-order')
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(body.order.status).toBe('ready');
  expect(actors.map(({ actor_id: id }) => id)).toEqual([
    await idOf('staff.truro@demo.test'),
    await idOf('manager.truro@demo.test'),
  ]);
});

test('a payment that is taken on a shared tablet names the person and the tablet', async () => {
  const kim = await unlock(tablet, 'staff.truro@demo.test', staffPin);
  const customer = { name: 'Wren Walker', email: 'wren@example.test', phone: '(902) 555-0144' };
  const { body: placed } = await server.call('createCustomerOrderCash', { body: { ...truro({ customer }) } }, SITE_KEY);
  const { order } = placed;
  const body = { billId: order.id, tender: 'cash' as const, amount: 5 };
  expect((await server.call('addPayment', { body }, kim.as)).status).toBe(200);
  const taken = async () => (await server.call('getOrderPayments', { query: { orderId: order.id } }, manager)).body;
  expect((await taken()).payments).toMatchObject([
    { processedBy: (await who(kim.as))?.displayName, takenOn: 'Till 1' },
  ]);
  await server.call('addPayment', { body }, manager);
  // Both are of one instant, so either may come first.
  expect((await taken()).payments.filter((each) => 'takenOn' in each)).toHaveLength(1);
});

test('when the next person starts at a tablet, the earlier person’s session and live events end', async () => {
  const kim = await unlock(tablet, 'staff.truro@demo.test', staffPin);
  const reader = (await server.fetch('/api/events', {}, kim.as)).body?.getReader();
  await reader?.read();
  const boss = await server.signIn('manager.truro@demo.test');
  const pin = await pinOf('manager.truro@demo.test', boss);
  await unlock({ cookie: `${tablet['cookie']}; ${boss['cookie']}` }, 'manager.truro@demo.test', pin);
  while (!(await reader?.read())?.done) continue;
  expect(await who(boss)).toBeNull();
});

test('of two people who unlock a tablet simultaneously only one gets it', async () => {
  const pin = await pinOf('manager.truro@demo.test', await server.signIn('manager.truro@demo.test'));
  const both = await Promise.all([
    unlock(tablet, 'staff.truro@demo.test', staffPin),
    unlock(tablet, 'manager.truro@demo.test', pin),
  ]);
  const people = await Promise.all(both.map(({ as }) => who(as)));
  expect(people.filter(Boolean)).toHaveLength(1);
});

test('a tablet shows no personal data of the person working there, nor does the sign-in library', async () => {
  await db
    .updateTable('users')
    .set({
      phone_number: '+19025550199',
      loyalty_points: 77,
      total_orders: 5,
      total_spent_cents: 12_345,
      notifications: true,
    })
    .where('email', '=', 'staff.truro@demo.test')
    .execute();
  const { as } = await unlock(tablet, 'staff.truro@demo.test', staffPin);
  expect(await who(as)).toEqual({
    uid: await idOf('staff.truro@demo.test'),
    displayName: expect.any(String),
    role: 'staff',
    isAdmin: false,
    locationIds: ['truro'],
    tablet: 'Till 1',
    email: '',
    emailVerified: false,
    photoURL: null,
    phoneNumber: null,
    countryCode: expect.any(String),
    loyaltyPoints: 0,
    totalOrders: 0,
    totalSpent: 0,
    preferences: { notifications: false, marketing: false },
    signupMethod: 'email_password',
    isActive: true,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    lastLoginAt: null,
  });
  expect(await (await server.fetch('/api/auth/get-session', {}, as)).json()).toBeNull();
});

test('on a tablet with a PIN, managers and admins have only the rights of staff, and personal data is hidden', async () => {
  const pin = await pinOf('manager.truro@demo.test', await server.signIn('manager.truro@demo.test'));
  const { as } = await unlock(tablet, 'manager.truro@demo.test', pin);
  for (const name of [
    'getDashboardStats',
    'getAvailableLocations',
    'getTablets',
    'exportMyData',
    'signOutEverywhere',
  ] as const) {
    const { status } = await server.fetch(
      `/api/${name}${name.startsWith('get') ? '?locationId=truro' : ''}`,
      name.startsWith('get') || name === 'exportMyData'
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
      as,
    );
    expect([name, status]).toEqual([name, 403]);
  }
  expect((await server.call('getLocationOrders', { query: { locationId: 'new-glasgow' } }, as)).status).toBe(403);
  expect((await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, as)).status).toBe(403);
});

test('a person’s own orders and bookings elsewhere do not appear on the tablet they work at', async () => {
  const phone = await server.signIn('staff.truro@demo.test');
  const glasgow = await payloadMaker(server, 'new-glasgow');
  const { order } = (await server.call('createCustomerOrderCash', { body: glasgow() }, phone)).body;
  const here = await counter('Till 6');
  const { as } = await unlock(here, 'staff.truro@demo.test', await pinOf('staff.truro@demo.test'));
  // The new PIN ends streams of its person. Events come in order, so none of its own comes after that of an order.
  const isTold = Promise.withResolvers<void>();
  const unlisten = server.context.events.listen((events) => {
    if (events.some(({ type }) => type === 'order.created')) isTold.resolve();
  });
  expect((await server.call('createCustomerOrderCash', { body: glasgow() }, phone)).status).toBe(200);
  await isTold.promise;
  unlisten();

  const stop = new AbortController();
  const stream = readStream(await server.fetch('/api/events', { signal: stop.signal }, as));
  await stream.until('hello');
  const atGlasgow = await server.signIn('staff.glasgow@demo.test');
  await server.call('updateOrderStatus', { body: { orderId: order.id, status: 'preparing' } }, atGlasgow);
  const guest = await server.signIn('customer@demo.test');
  const observed = (await server.call('createCustomerOrderCash', { body: truro() }, guest)).body.order;
  const received = await stream.until(observed.id);
  stop.abort();
  expect(received).not.toContain(order.id);

  const query = { orderId: order.id };
  expect((await server.call('getOrderDetails', { query }, as)).status).toBe(403);
  expect((await server.call('getCustomerOrderDetails', { query }, as)).status).toBe(404);
  expect((await server.call('cancelCustomerOrder', { body: query }, as)).status).toBe(404);
  expect((await server.call('cancelCustomerOrder', { body: query }, phone)).status).toBe(200);
});

test('a locked tablet shows names and the number of waiting orders, and nothing else', async () => {
  const { body } = await server.call('getTablet', {}, tablet);
  expect(body.tablet).toMatchObject({ name: 'Till 1', locationName: 'Truro Heights', waiting: expect.any(Number) });
  expect(Object.keys(body.tablet?.people[0] ?? {}).toSorted()).toEqual(['name', 'role', 'userId']);
  expect((await server.call('getTablet', {})).body.tablet).toBeNull();
  expect((await server.call('getLocationOrders', { query: { locationId: 'truro' } }, tablet)).status).toBe(401);
});

test('a PIN allows five guesses over all tablets, also simultaneous ones, until a manager resets it', async () => {
  const second = await counter('Till 2');
  const guesses = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
    unlock(n % 2 ? tablet : second, 'staff.truro@demo.test', otherThan(staffPin, n)),
  );
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ body }) => body.code === 'wrong-pin')).toHaveLength(4);
  const right = await unlock(second, 'staff.truro@demo.test', staffPin);
  expect([right.status, right.body.code, right.body.error]).toEqual([
    403,
    'pin-locked',
    'Too many wrong tries. A manager can give you a new PIN.',
  ]);
  const { people } = (await server.call('getTablets', {}, manager)).body;
  expect(people.find(({ isLocked }) => isLocked)?.userId).toBe(await idOf('staff.truro@demo.test'));
  const fresh = await pinOf('staff.truro@demo.test');
  expect((await unlock(second, 'staff.truro@demo.test', fresh)).status).toBe(200);
});

test('a right PIN resets the count, and each wrong one reports the guesses left', async () => {
  const pin = await pinOf('staff.truro@demo.test');
  expect((await unlock(tablet, 'staff.truro@demo.test', otherThan(pin))).body.error).toBe('Wrong PIN. 4 tries left.');
  expect((await unlock(tablet, 'staff.truro@demo.test', pin)).status).toBe(200);
  expect((await unlock(tablet, 'staff.truro@demo.test', otherThan(pin))).body.error).toBe('Wrong PIN. 4 tries left.');
});

test('a PIN works only on tablets of its location and only for current staff', async () => {
  const pin = await pinOf('staff.truro@demo.test');
  expect((await unlock({}, 'staff.truro@demo.test', pin)).body.code).toBe('not-a-tablet');
  expect((await unlock({ cookie: 'tiffin.tablet=guessed' }, 'staff.truro@demo.test', pin)).body.code).toBe(
    'not-a-tablet',
  );
  expect((await unlock(tablet, 'staff.glasgow@demo.test', '123456')).body.code).toBe('pin-locked');
  const userId = await idOf('staff.truro@demo.test');
  const { as } = await unlock(tablet, 'staff.truro@demo.test', pin);
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
  expect(await who(as)).toBeNull();
  expect((await unlock(tablet, 'staff.truro@demo.test', pin)).status).toBe(403);
  await db.updateTable('users').set({ is_active: true }).where('id', '=', userId).execute();
});

test('moving a person to another location signs them out of the tablet immediately', async () => {
  const pin = await pinOf('staff.truro@demo.test');
  const userId = await idOf('staff.truro@demo.test');
  const { as } = await unlock(tablet, 'staff.truro@demo.test', pin);
  const places = db.selectFrom('user_locations').selectAll().where('user_id', '=', userId);
  const before = await places.execute();
  await db.deleteFrom('user_locations').where('user_id', '=', userId).execute();
  expect(await who(as)).toBeNull();
  await db.insertInto('user_locations').values(before).execute();
  expect(await who(as)).not.toBeNull();
});

test('managers set PINs of their staff, admins those of managers, and these people their own', async () => {
  const give = async (email: string) =>
    (await server.call('createPin', { body: { userId: await idOf(email) } }, manager)).status;
  expect(await give('staff.truro@demo.test')).toBe(200);
  expect(await give('manager.truro@demo.test')).toBe(200);
  expect(await give('staff.glasgow@demo.test')).toBe(403);
  expect(await give('admin@demo.test')).toBe(403);
  expect(await give('customer@demo.test')).toBe(404);
  server.clock.forward(11 * 60_000);
  expect(await give('staff.truro@demo.test')).toBe(403);
  await server.call('confirmIdentity', { body: { password: 'Demo-pass-1!' } }, manager);
});

test('locking a tablet ends the session and keeps the tablet registered; removing the tablet ends both immediately', async () => {
  const pin = await pinOf('staff.truro@demo.test');
  const first = await unlock(tablet, 'staff.truro@demo.test', pin);
  expect((await server.call('lockTablet', { body: {} }, first.as)).body.locked).toBe(true);
  expect(await who(first.as)).toBeNull();
  const again = await unlock(tablet, 'staff.truro@demo.test', pin);
  const { tablets } = (await server.call('getTablets', {}, manager)).body;
  const tabletId = tablets.find(({ name }) => name === 'Till 1')?.id ?? '';
  expect(
    (await server.call('removeTablet', { body: { tabletId } }, await server.signIn('manager.truro@demo.test'))).status,
  ).toBe(200);
  expect(await who(again.as)).toBeNull();
  expect((await unlock(tablet, 'staff.truro@demo.test', pin)).body.code).toBe('not-a-tablet');
  expect((await server.call('getTablet', {}, tablet)).body.tablet).toBeNull();
});

test('a tablet that was switched off without locking is locked after twenty minutes', async () => {
  const other = await counter('Till 3');
  const { as } = await unlock(other, 'staff.truro@demo.test', await pinOf('staff.truro@demo.test'));
  server.clock.forward(19 * 60_000);
  expect(await who(as)).not.toBeNull();
  server.clock.forward(21 * 60_000);
  expect(await who(as)).toBeNull();
});

test('a tablet in use is listed among the person’s devices with its name and browser', async () => {
  const phone = await server.signIn('staff.truro@demo.test');
  const other = await counter('Till 4');
  const pin = await pinOf('staff.truro@demo.test', await server.signIn('manager.truro@demo.test'));
  await unlock({ ...other, 'user-agent': 'a browser/1' }, 'staff.truro@demo.test', pin);
  const tablets = async () =>
    (await server.call('getMyDevices', {}, phone)).body.devices
      .filter((each) => each.tablet === 'Till 4')
      .map(({ browser }) => browser);
  expect(await tablets()).toEqual(['a browser/1']);
  server.clock.forward(21 * 60_000);
  expect(await tablets()).toEqual([]);
});

test('a colleague confirms a dish for an allergy on a tablet in use with their own PIN, under their own name', async () => {
  const managerId = await idOf('manager.truro@demo.test');
  const boss = await pinOf('manager.truro@demo.test', await server.signIn('manager.truro@demo.test'));
  const till = await counter('Till 7');
  const kim = await unlock(
    till,
    'staff.truro@demo.test',
    await pinOf('staff.truro@demo.test', await server.signIn('manager.truro@demo.test')),
  );
  const customer = { name: 'Kai Roy', email: 'kai@example.test', phone: '(902) 555-0188' };
  const body = { ...truro({ dishes: { 'butter-chicken': 1 }, customer }), allergies: [{ code: 'milk' as const }] };
  const placed = await server.call('createCustomerOrderCash', { body }, SITE_KEY);
  expect(placed.body.error).toBeUndefined();
  const { order } = placed.body;
  const confirm = (header: string | null, as: Caller = kim.as) =>
    server.call(
      'confirmAllergies',
      { body: { orderId: order.id } },
      { ...as, ...(header !== null && { 'x-colleague-pin': header }) },
    );

  const wrong = await confirm(`${managerId}:${otherThan(boss)}`);
  expect([wrong.body.code, wrong.body.error]).toEqual(['wrong-pin', 'Wrong PIN. 4 tries left.']);
  expect((await confirm(managerId)).status).toBe(400);
  const elsewhere = await confirm(`${await idOf('staff.glasgow@demo.test')}:123456`);
  expect(elsewhere.body.code).toBe('pin-locked');
  // Only on a shared tablet: elsewhere each person has their own session.
  const own = await confirm(`${managerId}:${boss}`, await server.signIn('staff.truro@demo.test'));
  expect(own.body.code).toBe('not-a-tablet');
  const before = (await server.call('getOrderDetails', { query: { orderId: order.id } }, kim.as)).body.order;
  expect(before.awaitsAllergyCheck).toBe(true);

  const done = await confirm(`${managerId}:${boss}`);
  expect(done.status).toBe(200);
  const { name } = await db.selectFrom('users').select('name').where('id', '=', managerId).executeTakeFirstOrThrow();
  expect(done.body.order.items[0]?.allergyCheck).toMatchObject({ by: name, at: expect.any(String) });
  await server.context.failures.flush();
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action'])
    .where('subject_id', 'in', [order.id, managerId])
    .where('action', 'in', ['confirm-allergies', 'pin-failed'])
    .execute();
  expect(entries).toEqual(
    expect.arrayContaining([
      { actor_id: managerId, action: 'confirm-allergies' },
      { actor_id: await idOf('staff.truro@demo.test'), action: 'pin-failed' },
    ]),
  );
  // The session is still the one of the person who unlocked the tablet.
  expect(await who(kim.as)).toMatchObject({ uid: await idOf('staff.truro@demo.test') });
});

test('PINs and tablet tokens cannot be read from the database', async () => {
  const stored = JSON.stringify([
    await db.selectFrom('pins').selectAll().execute(),
    await db.selectFrom('tablets').selectAll().execute(),
    await db.selectFrom('audit_log').selectAll().where('action', '=', 'give-pin').execute(),
  ]);
  expect(stored).not.toContain(tablet['cookie']?.split('=')[1]);
  expect(stored).not.toContain(staffPin);
});
