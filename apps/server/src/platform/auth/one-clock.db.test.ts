import { expect, test } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const DAY = 86_400_000;
const off = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const ahead = await testServer({ at: off(60) });
const behind = await testServer({ at: off(-60) });
const json = { 'content-type': 'application/json' };

/** Hours between a time and the server's clock. */
const hoursOff = (server: TestServer, at: Date | string) =>
  Math.abs(new Date(at).getTime() - server.clock.now().getTime()) / 3_600_000;

async function signedUp(server: TestServer) {
  const body = JSON.stringify({ email: 'far@off.test', password: 'Good-pass-1', name: 'Far Off' });
  expect((await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers: json, body })).status).toBe(200);
  return server.signIn('far@off.test', 'Good-pass-1');
}

test.each([
  ['ahead of', ahead],
  ['behind', behind],
])('with a clock 60 days %s the machine’s, a session lasts thirty days by that clock', async (_where, server) => {
  const guest = await signedUp(server);
  const mine = async () => (await server.call('getMe', {}, guest)).body.me;
  const ofLibrary = async () => (await (await server.fetch('/api/auth/get-session', {}, guest)).json()) as unknown;
  expect(await ofLibrary()).toMatchObject({ user: { email: 'far@off.test' } });
  expect(hoursOff(server, (await mine())?.createdAt ?? '')).toBeLessThan(1);
  server.clock.forward(29 * DAY);
  expect((await mine())?.email).toBe('far@off.test');
  server.clock.forward(2 * DAY);
  expect(await mine()).toBeNull();
  expect(await ofLibrary()).toBeNull();
});

test('a password reset link works for an hour by that clock', async () => {
  const ask = async () => {
    const body = JSON.stringify({ email: 'customer@demo.test', redirectTo: '/reset-password' });
    await ahead.fetch('/api/auth/request-password-reset', { method: 'POST', headers: json, body });
    const { body_text: text } = await ahead.context.db
      .selectFrom('messages')
      .select('body_text')
      .where('template', '=', 'password_reset')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    return /reset-password\/([\w-]+)/.exec(text)?.[1];
  };
  const use = async (token: string | undefined) => {
    const body = JSON.stringify({ token, newPassword: 'Another-pass-2' });
    return (await ahead.fetch('/api/auth/reset-password', { method: 'POST', headers: json, body })).status;
  };
  const late = await ask();
  ahead.clock.forward(61 * 60_000);
  expect(await use(late)).toBe(400);
  const inTime = await ask();
  ahead.clock.forward(59 * 60_000);
  expect(await use(inTime)).toBe(200);
});

test('a rate limit reports its time by that clock', async () => {
  const { body } = await ahead.call('getUsers', {});
  expect(hoursOff(ahead, body['timestamp'] as string)).toBeLessThan(1);
});

test('the database uses that clock everywhere except for the times of jobs', async () => {
  const server = behind;
  server.clock.set(off(-60));
  const guest = await server.signIn('customer2@demo.test');
  const staff = await server.signIn('staff.truro@demo.test');
  const admin = await server.signIn('admin@demo.test');
  const truro = await payloadMaker(server);
  const order = await server.call('createCustomerOrderCash', { body: { ...truro(), agreesToWait: true } }, guest);
  expect(order.status).toBe(200);
  await server.call('updateOrderStatus', { body: { orderId: order.body.orderId, status: 'preparing' } }, staff);
  await server.call('setFavorite', { body: { locationId: 'truro', itemId: 'mango-lassi', isFavorite: true } }, guest);
  await server.call('updateMe', { body: { preferences: { marketing: true } } }, guest);
  const date = new Date(server.clock.now().getTime() + 7 * DAY).toISOString().slice(0, 10);
  expect((await server.call('createReservation', { body: bookingOf({ date }) }, guest)).status).toBe(200);
  await server.call('createApiKey', { body: { kind: 'admin', name: 'till' } as never }, admin);
  await server.settle();
  const { rows: columns } = await server.context.database.pool.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
    order by 1, 2`);
  const real: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await server.context.database.pool.query(
      `select from "${table}" where "${column}" between now() - interval '1 day' and now() + interval '1 day' limit 1`,
    );
    if (rows.length > 0) real.push(`${table}.${column}`);
  }
  expect(real).toEqual([]);
});
