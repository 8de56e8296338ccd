import { KEY_SCOPES } from '@tiffin/domain/people';
import { afterEach, expect, test, vi } from 'vitest';
import { jobs } from '../../jobs.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { TRUST_PROXY: '1', RATE_LIMITS: '0' } });
const { context, clock } = server;
const { db } = context;
const admin = await server.signIn('admin@demo.test');
const glasgow = await payloadMaker(server, 'new-glasgow');
const DAY = 86_400_000;

afterEach(() => clock.set('2026-11-20T22:00:00Z'));

type Limits = Omit<NonNullable<Parameters<typeof create>[0]>, 'name'>;

function create(body: {
  name: string;
  kind?: 'customer' | 'admin';
  scopes?: (typeof KEY_SCOPES)[number][] | null;
  locationIds?: string[] | null;
  expiresAt?: string | null;
}) {
  return server.call('createApiKey', { body }, admin);
}

async function newKey(name: string, limits: Limits = {}): Promise<{ id: string; as: Caller }> {
  const { status, body } = await create({ name, ...limits });
  expect(status).toBe(200);
  return { id: body.apiKey.id, as: { 'x-api-key': body.key ?? '' } };
}

async function listed(id: string) {
  const { body } = await server.call('getApiKeys', {}, admin);
  return body.apiKeys.find((each) => each.id === id);
}

async function runJob(name: string): Promise<void> {
  await jobs.find((job) => job.name === name)?.run(context);
}

test('the list shows scopes, locations and expiry, and a key without limits has none', async () => {
  const limits = { scopes: ['orders:read' as const], locationIds: ['truro'], expiresAt: '2026-12-31T04:00:00.000Z' };
  const limited = await newKey('Board', limits);
  expect(await listed(limited.id)).toMatchObject(limits);
  const { id } = await newKey('Books');
  expect(await listed(id)).toMatchObject({ scopes: null, locationIds: null, expiresAt: null, lastUsedAddress: null });
});

test('a key of a location has the rights of a manager there, and none at other locations', async () => {
  const { as } = await newKey('Truro', { locationIds: ['truro'] });
  const elsewhere = await server.call('createCustomerOrderCash', { body: glasgow() }, SITE_KEY);
  expect(elsewhere.status).toBe(200);
  const orders = (locationId: string) => server.call('getLocationOrders', { query: { locationId } }, as);
  expect((await orders('truro')).status).toBe(200);
  expect((await orders('new-glasgow')).status).toBe(403);
  const { orderId } = elsewhere.body;
  const others = await server.call('getOrderDetails', { query: { orderId } }, as);
  const manager = await server.signIn('manager.truro@demo.test');
  const asManager = await server.call('getOrderDetails', { query: { orderId } }, manager);
  expect([403, 404]).toContain(others.status);
  expect(others.status).toBe(asManager.status);
  const step = await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, as);
  expect([403, 404]).toContain(step.status);
  for (const locationId of ['truro', 'new-glasgow'])
    expect((await server.call('createReservation', { body: bookingOf({ locationId }) })).status).toBe(200);
  const reservations = await server.call('getAllReservations', {}, as);
  expect(new Set(reservations.body.reservations.map((each) => each.location))).toEqual(new Set(['truro']));
  expect((await server.call('getDashboardStats', { query: { locationId: 'truro' } }, as)).status).toBe(200);
  expect((await server.call('getDashboardStats', {}, as)).status).toBe(403);
  expect((await server.call('getUsers', {}, as)).status).toBe(403);
  expect((await server.call('createApiKey', { body: { name: 'More' } }, as)).status).toBe(403);
});

test('a key of a location finds by phone the guests of its location, and no accounts', async () => {
  const { as } = await newKey('Till of Truro', { locationIds: ['truro'] });
  const phone = '9025550161';
  const accounts = await server.call('lookupUserByPhone', { query: { phone } }, as);
  expect([accounts.status, accounts.body.code]).toEqual([403, 'permission-denied']);
  expect(accounts.body.error).toContain('lookupGuestByPhone');
  const guests = (locationId: string) => server.call('lookupGuestByPhone', { query: { phone, locationId } }, as);
  expect([(await guests('truro')).status, (await guests('new-glasgow')).status]).toEqual([200, 403]);
  const { as: everywhere } = await newKey('Till', { scopes: ['people:read'] });
  expect((await server.call('lookupUserByPhone', { query: { phone } }, everywhere)).body.people).not.toEqual([]);
});

test('an expired key gets 401 with the day of its expiry, both logs have it, and its live events end', async () => {
  const name = 'Christmas market';
  const { id, as } = await newKey(name, { expiresAt: new Date(clock.now().getTime() + DAY).toISOString() });
  const stream = (await server.fetch('/api/events', {}, as)).body?.getReader();
  await stream?.read();
  clock.forward(DAY - 1);
  await runJob('log-expired-api-keys');
  expect((await server.call('getUsers', {}, as)).status).toBe(200);
  clock.forward(1);
  const refused = await server.call('getUsers', {}, as);
  expect(refused).toMatchObject({ status: 401, body: { code: 'api-key-expired' } });
  expect(refused.body.error).toBe('This API key expired on Nov 21, 2026. An admin can create another one in Settings.');
  await runJob('log-expired-api-keys');
  await runJob('log-expired-api-keys'); // logged once
  while (!(await stream?.read())?.done) continue;
  const query = { search: 'expire-api-key', kind: 'access' } as const;
  const log = await server.call('getAuditLog', { query }, admin);
  expect(log.body.entries).toMatchObject([{ subjectId: id, after: { name }, actorName: 'Tiffin' }]);
});

test('a key that expires gets no further live event, before the job has run', async () => {
  const { as } = await newKey('Short', { expiresAt: new Date(clock.now().getTime() + DAY).toISOString() });
  const stream = (await server.fetch('/api/events', {}, as)).body?.getReader();
  await stream?.read();
  clock.forward(DAY);
  const placed = await server.call('createCustomerOrderCash', { body: glasgow() }, SITE_KEY);
  expect(placed.status).toBe(200);
  expect(await stream?.read()).toMatchObject({ done: true });
});

test('a dry run of erasing a person shows their data, so a key needs the scope to read it', async () => {
  const dryRun = (as: Caller) =>
    server.call('forgetPerson', { body: { email: 'asha@example.test', dryRun: true } }, as);
  const writes = await newKey('Eraser', { scopes: ['privacy:write'] });
  expect(await dryRun(writes.as)).toMatchObject({
    status: 403,
    body: { code: 'scope-missing', scope: 'privacy:read' },
  });
  const reads = await newKey('Reader', { scopes: ['privacy:read', 'privacy:write'] });
  expect((await dryRun(reads.as)).status).toBe(200);
  expect((await dryRun(admin)).status).toBe(200);
});

test('creating a key logs its limits, and revoking it is logged', async () => {
  const { id } = await newKey('Logged', { scopes: ['menu:read'], locationIds: ['truro'] });
  await server.call('revokeApiKey', { body: { keyId: id } }, admin);
  const { body } = await server.call('getAuditLog', { query: { search: id, kind: 'access' } }, admin);
  expect(body.entries.map(({ action, after }) => [action, after])).toEqual([
    ['revoke-api-key', null],
    [
      'create-api-key',
      { name: 'Logged', kind: 'admin', scopes: ['menu:read'], locationIds: ['truro'], expiresAt: null },
    ],
  ]);
});

test('time and address of the last use are recorded once a minute, and the address is removed with the others', async () => {
  const { id, as } = await newKey('Scraper');
  const useFrom = async (address: string) => {
    expect((await server.call('getUsers', {}, { ...as, 'x-forwarded-for': address })).status).toBe(200);
  };
  // The session of the admin does not last as long as the addresses.
  const lastUse = () =>
    db
      .selectFrom('api_keys')
      .select(['last_used_at', 'last_used_address'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const first = { last_used_at: new Date('2026-11-20T22:00:00Z'), last_used_address: '203.0.113.7' };
  await useFrom('203.0.113.7');
  // It is written in the background.
  await vi.waitFor(async () => expect(await lastUse()).toEqual(first));
  clock.forward(59_000);
  await useFrom('203.0.113.8');
  expect(await lastUse()).toEqual(first);
  clock.forward(1_001);
  const later = { last_used_at: new Date('2026-11-20T22:01:00.001Z'), last_used_address: '203.0.113.8' };
  await useFrom('203.0.113.8');
  await vi.waitFor(async () => expect(await lastUse()).toEqual(later));
  const { lastUsedAt, lastUsedAddress } = (await listed(id)) ?? {};
  expect([lastUsedAt, lastUsedAddress]).toEqual(['2026-11-20T22:01:00.001Z', '203.0.113.8']);
  clock.forward(89 * DAY);
  await runJob('forget-logged-addresses');
  expect(await lastUse()).toEqual(later);
  clock.forward(2 * DAY);
  await runJob('forget-logged-addresses');
  expect(await lastUse()).toEqual({ ...later, last_used_address: null });
});

test('a key creates no key with more scopes or a later expiry than its own', async () => {
  const expiresAt = '2026-12-01T00:00:00.000Z';
  const { as } = await newKey('Provisioning', { scopes: ['access:write', 'menu:read'], expiresAt });
  const ask = async (limits: Limits) =>
    (await server.call('createApiKey', { body: { name: 'Child', ...limits } }, as)).status;
  expect(await ask({ scopes: ['menu:read'], expiresAt })).toBe(200);
  expect(await ask({ scopes: ['menu:read', 'people:write'], expiresAt })).toBe(403);
  expect(await ask({ expiresAt })).toBe(403);
  expect(await ask({ scopes: ['menu:read'] })).toBe(403);
  expect(await ask({ kind: 'customer', expiresAt })).toBe(403);
});

test.each<[string, Parameters<typeof create>[0], number]>([
  ['an unknown scope', { name: 'X', scopes: ['orders:delete' as 'orders:read'] }, 400],
  ['no scopes', { name: 'X', scopes: [] }, 400],
  ['no locations', { name: 'X', locationIds: [] }, 400],
  ['an unknown location', { name: 'X', locationIds: ['truro', 'atlantis'] }, 404],
  ['locations of a public key', { name: 'X', kind: 'customer', locationIds: ['truro'] }, 400],
  ['an expiry in the past', { name: 'X', expiresAt: '2026-11-20T21:59:59Z' }, 400],
  ['an expiry that is no time', { name: 'X', expiresAt: 'tomorrow' }, 400],
])('refuses %s', async (_what, body, status) => {
  expect((await create(body)).status).toBe(status);
});

test('a key of a location neither orders nor books at another one', async () => {
  const { as } = await newKey('Truro kiosk', { locationIds: ['truro'] });
  const truro = await payloadMaker(server);
  const order = (body: ReturnType<typeof truro>) => server.call('createCustomerOrderCash', { body }, as);
  const pay = (orderData: ReturnType<typeof truro>) =>
    server.call('createCustomerPayment', { body: { orderData: { ...orderData, paymentMethod: 'online' } } }, as);
  const book = (locationId: string) => server.call('createReservation', { body: bookingOf({ locationId }) }, as);
  for (const refused of [await order(glasgow()), await pay(glasgow()), await book('new-glasgow')]) {
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission-denied' } });
    expect(refused.body.error).toBe('This API key is limited to other locations.');
  }
  for (const { status } of [await order(truro()), await pay(truro()), await book('truro')]) expect(status).toBe(200);
});
