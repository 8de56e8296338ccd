import { calls } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer, type Caller } from '../../../testing/server.ts';
import { readStream } from '../../../testing/read-stream.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const truro = await payloadMaker(server);
const cook = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

async function newScreen(fields: object = {}, as: Caller = manager) {
  const { body } = await server.call(
    'addPickupScreen',
    { body: { locationId: 'truro', name: 'Counter', ...fields } },
    { ...as, ...newKey() },
  );
  if (!body.key) throw new Error(body.error);
  return { screenId: body.screen.screenId, key: body.key, tv: { 'x-api-key': body.key } };
}
const shownTo = async (tv: Caller) => (await server.call('getPickupOrders', {}, tv)).body.screen;
const listed = async (screenId: string) =>
  (await server.call('getPickupScreens', { query: { locationId: 'truro' } }, manager)).body.screens.find(
    (screen) => screen.screenId === screenId,
  );
const remove = (screenId: string) => server.call('removePickupScreen', { body: { screenId } }, manager);
const setStatus = (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, { ...cook, ...newKey() });

async function placed(more: Parameters<typeof truro>[0] = {}) {
  const body = truro({ customer: { name: 'Quinn Test', email: 'quinn@example.test', phone: '9025550188' }, ...more });
  const { body: answer } = await server.call('createAdminOrderUnpaid', { body }, { ...cook, ...newKey() });
  if (!answer.success) throw new Error(answer.error);
  await setStatus(answer.orderId, 'preparing');
  return { orderId: answer.orderId, code: answer.orderId.slice(-5) };
}
type Shown = Awaited<ReturnType<typeof shownTo>>;
const columnOf = (shown: Shown, code: string) =>
  shown?.ready.some((order) => order.code === code)
    ? 'ready'
    : shown?.preparing.some((order) => order.code === code)
      ? 'preparing'
      : null;

test('a television follows an order from the kitchen to the guest, with its code and nothing about the guest', async () => {
  const { tv } = await newScreen();
  const { orderId, code } = await placed();
  expect(columnOf(await shownTo(tv), code)).toBe('preparing');
  await setStatus(orderId, 'ready');
  const shown = await shownTo(tv);
  expect(columnOf(shown, code)).toBe('ready');
  expect(JSON.stringify(shown)).not.toMatch(/Quinn|902|example\.test|butter/i);
  expect(JSON.stringify(shown)).not.toContain(orderId);
  await server.call('recallTicket', { body: { orderId } }, { ...cook, ...newKey() });
  expect(columnOf(await shownTo(tv), code)).toBe('preparing');
  await setStatus(orderId, 'ready');
  await setStatus(orderId, 'completed');
  expect(columnOf(await shownTo(tv), code)).toBeNull();
});

test('shows the first letter of the name only where the restaurant chose it', async () => {
  const { code } = await placed();
  const initials = async (showsInitials: boolean) =>
    (await shownTo((await newScreen({ showsInitials })).tv))?.preparing.find((order) => order.code === code)?.initial;
  expect([await initials(true), await initials(false)]).toEqual(['Q', null]);
});

test('deliveries and orders at a table are not shown, and a ready order leaves after ten minutes', async () => {
  const { tv } = await newScreen();
  const atTable = await placed({ orderType: 'dine-in', tableInfo: '4' } as never);
  expect(columnOf(await shownTo(tv), atTable.code)).toBeNull();
  const { orderId, code } = await placed();
  await setStatus(orderId, 'ready');
  clock.forward(9 * 60_000);
  expect(columnOf(await shownTo(tv), code)).toBe('ready');
  clock.forward(60_000);
  expect(columnOf(await shownTo(tv), code)).toBeNull();
});

test('a television of another location does not show the order', async () => {
  const { code } = await placed();
  const { tv } = await newScreen({ locationId: 'new-glasgow' }, admin);
  expect(columnOf(await shownTo(tv), code)).toBeNull();
});

test.each(Object.keys(calls).filter((name) => name !== 'getPickupOrders'))(
  'the key of a television is refused for %s',
  async (name) => {
    const { tv } = await televisionForAll;
    const init = isPostCall(name)
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      : {};
    const answer = await server.fetch(`/api/${name}`, init, tv);
    expect(answer.status).toBe(403);
    const { code, error } = (await answer.json()) as { code: string; error: string };
    expect([code, error]).toEqual(['permission-denied', expect.stringContaining('belongs to a pick-up screen')]);
  },
);
const televisionForAll = newScreen({ name: 'For all calls' });

test('the key of a television opens neither a session nor the metrics, also together with a session', async () => {
  const { tv, screenId } = await newScreen();
  expect(await listed(screenId)).toMatchObject({ refusedAt: null });
  for (const path of ['/api/auth/get-session', '/metrics']) {
    expect([path, (await server.fetch(path, {}, tv)).status]).toEqual([path, 403]);
  }
  const both = await server.call('getStations', { query: { locationId: 'truro' } }, { ...manager, ...tv });
  expect(both.status).toBe(403);
  await expect.poll(async () => (await listed(screenId))?.refusedAt).toBe(clock.now().toISOString());
});

test('its live events say only that an order of its location changed', async () => {
  const { key } = await newScreen();
  const stop = new AbortController();
  const answer = await server.fetch(`/api/events?screenKey=${key}`, { signal: stop.signal }, {});
  expect(answer.status).toBe(200);
  const stream = readStream(answer);
  const { orderId } = await placed();
  const text = await stream.until('event: order.updated');
  stop.abort();
  expect(text).toContain('"locationId":"truro"');
  expect(text).not.toMatch(/Quinn|order\.created|"order"|reservation/);
  expect(text).not.toContain(orderId);
});

test('an API key in the address opens no stream', async () => {
  for (const key of ['pk_demo', 'sk_unknown', 'TV-AAAA-AAAA-AAAA']) {
    expect([key, (await server.fetch(`/api/events?screenKey=${key}`, {}, {})).status]).toEqual([key, 401]);
  }
});

test('a removed screen gets 401, and its stream ends', async () => {
  const { tv, key, screenId } = await newScreen();
  const answer = await server.fetch(`/api/events?screenKey=${key}`, {}, {});
  await remove(screenId);
  expect((await server.call('getPickupOrders', {}, tv)).status).toBe(401);
  // Ends by itself, so reading it returns.
  expect(await answer.text()).toContain('event: hello');
  expect(await listed(screenId)).toBeUndefined();
  expect((await remove(screenId)).status).toBe(200);
});

test('a key ends with the rights of whoever made it, and the list says so', async () => {
  const { tv, screenId } = await newScreen();
  await shownTo(tv);
  expect(await listed(screenId)).toMatchObject({ isValid: true, setUpBy: expect.any(String) });
  const maker = () => context.db.updateTable('users').where('email', '=', 'manager.truro@demo.test');
  await maker().set({ role: 'staff' }).execute();
  expect((await server.call('getPickupOrders', {}, tv)).status).toBe(401);
  const { body } = await server.call('getPickupScreens', { query: { locationId: 'truro' } }, admin);
  expect(body.screens.find((screen) => screen.screenId === screenId)?.isValid).toBe(false);
  await maker().set({ role: 'manager', is_active: false }).execute();
  expect((await server.call('getPickupOrders', {}, tv)).status).toBe(401);
  await maker().set({ is_active: true }).execute();
  expect((await server.call('getPickupOrders', {}, tv)).status).toBe(200);
});

test('only the hash is stored, a repeated request does not show the key again, and its use is listed', async () => {
  const key = newKey();
  const add = () =>
    server.call('addPickupScreen', { body: { locationId: 'truro', name: 'Once' } }, { ...manager, ...key });
  const [first, again] = [(await add()).body, (await add()).body];
  expect([first.key?.length, again.key, again.screen.screenId]).toEqual([17, null, first.screen.screenId]);
  const rows = JSON.stringify(await context.db.selectFrom('pickup_screens').selectAll().execute());
  const stored = JSON.stringify(await context.db.selectFrom('idempotency_keys').selectAll().execute());
  expect(rows + stored).not.toContain(first.key);
  await shownTo({ 'x-api-key': first.key?.toLowerCase().replaceAll('-', ' ') ?? '' });
  await expect.poll(async () => (await listed(first.screen.screenId))?.lastUsedAt).toBe(clock.now().toISOString());
});

test('an admin key sets up no screen, and managers only one of their locations', async () => {
  const body = { locationId: 'new-glasgow', name: 'Counter' };
  expect((await server.call('addPickupScreen', { body }, { ...manager, ...newKey() })).status).toBe(403);
  expect((await server.call('removePickupScreen', { body: { screenId: 'unknown' } }, manager)).status).toBe(404);
  expect((await server.call('getPickupOrders', {}, {})).body).toMatchObject({ screen: null });
});
