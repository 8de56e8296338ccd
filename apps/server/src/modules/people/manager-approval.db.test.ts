import { REQUEST_LIMITS } from '@tiffin/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookiesSetBy } from '../../platform/auth/session-cookie.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { mailPinApprovals } from './mail-pin-approvals.ts';

const server = await testServer({ env: { ADMIN_SECOND_STEP: '1' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const staff = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');
const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const managerId = await idOf('manager.truro@demo.test');

async function pinOf(email: string, giver = email): Promise<string> {
  const body = { userId: await idOf(email) };
  return (await server.call('createPin', { body }, await server.signIn(giver))).body.pin;
}
const otherThan = (pin: string, n = 1) => String((Number(pin) + n) % 1_000_000).padStart(6, '0');
const withPin = (pin: string, userId = managerId): Caller => ({ ...staff, 'x-manager-pin': `${userId}:${pin}` });

/** An order paid in cash at the counter. */
async function paid(dishes: Record<string, number> = { 'butter-chicken': 1 }) {
  const { order } = (await server.call('createCustomerOrderCash', { body: { ...truro({ dishes }) } }, guest)).body;
  expect((await server.call('processOrderPayment', { body: { orderId: order.id } }, staff)).status).toBe(200);
  return order;
}
const refund = (orderId: string, as: Caller, items = [{ line: 1, quantity: 1 }]) =>
  server.call(
    'refundOrderItems',
    { body: { orderId, items, reason: 'Too salty' } },
    { 'idempotency-key': crypto.randomUUID(), ...as },
  );

test('nobody can approve a refund until a manager of the location has a PIN; then the error names them', async () => {
  const order = await paid();
  const first = await refund(order.id, staff);
  expect([first.status, first.body.code, first.body['managers']]).toEqual([403, 'manager-needed', []]);
  // the error says what the approval is for
  expect(first.body.error).toBe('A refund needs a manager’s approval.');
  await pinOf('manager.truro@demo.test');
  const { name } = await db.selectFrom('users').select('name').where('id', '=', managerId).executeTakeFirstOrThrow();
  expect((await refund(order.id, staff)).body['managers']).toEqual([{ userId: managerId, name }]);
  // staff may preview the amount
  const items = [{ line: 1, quantity: 1 }];
  expect((await server.call('previewRefund', { body: { orderId: order.id, items } }, staff)).status).toBe(200);
});

test('a manager’s PIN approves one refund in a colleague’s session, and the audit log has both names and the device', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  server.clock.forward(20 * 60_000);
  const order = await paid({ 'butter-chicken': 2 });
  const chrome = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/131.0.0.0 Safari/537.36' };
  const done = await refund(order.id, { ...withPin(pin), ...chrome }, [{ line: 1, quantity: 2 }]);
  expect(done.status).toBe(200);
  expect(done.body.order.paymentStatus).toBe('refunded');
  const lines = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', order.id).execute();
  const allowed = lines.find(({ action }) => action === 'allow-refund');
  expect(allowed).toMatchObject({
    actor_id: managerId,
    location_id: 'truro',
    after: { doneBy: expect.any(String), device: 'Chrome, Android' },
  });
  expect(lines.find(({ action }) => action === 'change-payment-status')).toMatchObject({
    actor_id: await idOf('staff.truro@demo.test'),
    actor_name: (allowed?.after as { doneBy?: string } | undefined)?.doneBy,
  });
  // an approval is valid once
  expect((await refund((await paid()).id, staff)).body.code).toBe('manager-needed');
});

const signedIn = async () => server.signIn('manager.truro@demo.test');
const HOUR_MS = 60 * 60_000;
const everything = [1, 2].map((line) => ({ line, quantity: 8 }));

test('a refund above the limit needs the manager’s own session: a PIN that somebody saw does not empty the till', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const order = await paid({ 'butter-chicken': 8, 'chicken-65': 8 });
  expect(order.pricing.total).toBeGreaterThan(200);
  const refused = await refund(order.id, withPin(pin), everything);
  expect([refused.status, refused.body.code, refused.body['managers']]).toEqual([403, 'manager-needed', undefined]);
  expect(refused.body.error).toMatch(
    /^A PIN approves refunds and removed payments up to \$200\.00 of an order, .* signs in on their own device/,
  );
  // In two steps neither: what was refunded before counts.
  expect((await refund(order.id, withPin(pin), [{ line: 1, quantity: 7 }])).status).toBe(200);
  expect((await refund(order.id, withPin(pin), [{ line: 2, quantity: 8 }])).body.code).toBe('manager-needed');
  expect((await refund(order.id, await signedIn(), [{ line: 2, quantity: 8 }])).status).toBe(200);
});

test('a PIN approves many small refunds only up to the sum of a day, and more the day after', async () => {
  server.clock.forward(25 * 60 * 60_000);
  const pin = await pinOf('manager.truro@demo.test');
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const order = await paid({ 'butter-chicken': 8 });
    statuses.push((await refund(order.id, withPin(pin), [{ line: 1, quantity: 8 }])).status);
  }
  const { rows } = await sql<{ sum: string }>`
    select sum((after ->> 'amount')::numeric) as sum from audit_log
    where action = 'allow-refund' and at > ${new Date(server.clock.now().getTime() - 24 * 60 * 60_000)}`.execute(db);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3);
  expect(statuses.at(-1)).toBe(403);
  expect(Number(rows[0]?.sum)).toBeLessThanOrEqual(1000);
  server.clock.forward(25 * 60 * 60_000);
  const again = await pinOf('manager.truro@demo.test');
  expect((await refund((await paid()).id, withPin(again))).status).toBe(200);
});

test('refunds that a PIN approves at once are within the sum of a day together', async () => {
  server.clock.forward(25 * 60 * 60_000);
  const pin = await pinOf('manager.truro@demo.test');
  const since = server.clock.now();
  const orders = await Promise.all(Array.from({ length: 8 }, () => paid({ 'butter-chicken': 8 })));
  const give = (some: typeof orders) =>
    Promise.all(some.map(({ id }) => refund(id, withPin(pin), [{ line: 1, quantity: 8 }])));
  // A PIN takes few tries at the same time, so some are approved before.
  await give(orders.slice(0, 4));
  const statuses = (await give(orders.slice(4))).map(({ status }) => status);
  expect(statuses).toContain(403);
  const { rows } = await sql<{ sum: string }>`
    select sum((after ->> 'amount')::numeric) as sum from audit_log where action = 'allow-refund' and at >= ${since}`.execute(
    db,
  );
  expect(Number(rows[0]?.sum)).toBeLessThanOrEqual(1000);
});

test('a PIN removes a payment only up to the limit of refunds: removed and voided it would be a refund', async () => {
  server.clock.forward(25 * 60 * 60_000);
  const pin = await pinOf('manager.truro@demo.test');
  const paidTab = async (price: number) => {
    const items = [{ id: 'open', name: `Platter ${price}`, price, quantity: 1, open: {} }];
    const round = (
      await server.call('addRound', { body: { label: `Party ${price}`, locationId: 'truro', items } }, staff)
    ).body;
    const payment = { billId: round.billId, tender: 'cash' as const, amount: round.tab.due };
    const { paymentId } = (await server.call('addPayment', { body: payment }, staff)).body;
    return { billId: round.billId, paymentId, reason: 'Wrong table' };
  };
  const large = await paidTab(200);
  const refused = await server.call('undoPayment', { body: large }, withPin(pin));
  expect([refused.status, refused.body.error]).toEqual([
    403,
    expect.stringMatching(/^A PIN approves refunds and removed/),
  ]);
  expect((await server.call('undoPayment', { body: large }, await signedIn())).status).toBe(200);
  expect((await server.call('undoPayment', { body: await paidTab(100) }, withPin(pin))).status).toBe(200);
});

test('the manager gets one mail for each hour in which their PIN approved something, and none for their own refunds', async () => {
  // The next day at noon, when the kitchen is open.
  const hour = Math.ceil(server.clock.now().getTime() / HOUR_MS + 16) * HOUR_MS;
  server.clock.set(new Date(hour + 20 * 60_000).toISOString());
  const pin = await pinOf('manager.truro@demo.test');
  const orders = [await paid(), await paid()];
  for (const { id } of orders) expect((await refund(id, withPin(pin))).status).toBe(200);
  await refund((await paid()).id, await signedIn());
  const mails = () =>
    db.selectFrom('messages').selectAll().where('template', '=', 'pin_approvals').orderBy('created_at').execute();
  // The hour still runs: only those of earlier hours are mailed.
  await mailPinApprovals(server.context);
  const earlier = await mails();
  for (const { body_text: text } of earlier) for (const { id } of orders) expect(text).not.toContain(id);
  server.clock.set(new Date(hour + 66 * 60_000).toISOString());
  await Promise.all([mailPinApprovals(server.context), mailPinApprovals(server.context)]);
  await mailPinApprovals(server.context);
  const [mail, ...others] = (await mails()).slice(earlier.length);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'manager.truro@demo.test', user_id: managerId });
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('email', '=', 'staff.truro@demo.test')
    .executeTakeFirstOrThrow();
  for (const { id } of orders) expect(mail?.body_text).toContain(id);
  expect(mail?.body_text).toContain(name);
  expect(mail?.body_text).toMatch(/\d:20 [ap]\.m\., Truro/);
});

test('where shared tablets are set up, a manager’s PIN works on them and on no private device', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const set = await server.call(
    'setUpTablet',
    { body: { locationId: 'truro', name: 'Counter' } },
    await server.signIn('manager.truro@demo.test'),
  );
  const tablet = cookiesSetBy(new Response(null, { headers: set.headers }));
  const order = await paid();
  const phone = await refund(order.id, withPin(pin));
  expect([phone.status, phone.body.code, phone.body['managers']]).toEqual([403, 'manager-needed', undefined]);
  expect(phone.body.error).toMatch(/PIN works only on the shared tablets/);
  // A tablet on which somebody signed in with their password instead of their PIN is one too.
  const onTablet = { ...withPin(pin), cookie: `${withPin(pin)['cookie']}; ${tablet}` };
  expect((await refund(order.id, onTablet)).status).toBe(200);
  await db.updateTable('tablets').set({ ended_at: server.clock.now() }).execute();
  expect((await refund((await paid()).id, withPin(pin))).status).toBe(200);
});

test('a manager’s PIN cancels a paid order and records the cash refund', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const order = await paid();
  const body = { orderId: order.id, cancelReason: 'Kitchen emergency' };
  expect((await server.call('cancelOrder', { body }, staff)).body.code).toBe('manager-needed');
  expect((await server.call('cancelOrder', { body }, withPin(pin))).body.order.status).toBe('cancelled');
  const back = { orderId: order.id, paymentStatus: 'refunded' } as const;
  expect((await server.call('updateOrderPaymentStatus', { body: back }, staff)).body.code).toBe('manager-needed');
  expect((await server.call('updateOrderPaymentStatus', { body: back }, withPin(pin))).status).toBe(200);
});

test('five wrong PINs lock it, even when sent at once, and nothing is refunded', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const order = await paid();
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => refund(order.id, withPin(otherThan(pin, n)))));
  expect(answers.filter(({ body }) => body.code === 'wrong-pin')).toHaveLength(4);
  expect((await refund(order.id, withPin(pin))).body.code).toBe('pin-locked');
  expect((await refund(order.id, staff)).body['managers']).toEqual([]);
  expect(await db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()).toEqual([]);
});

test('guessing the PINs of several managers is limited too', async () => {
  const order = await paid();
  const { most, seconds } = REQUEST_LIMITS.managersPin;
  for (let tries = 0; tries < most; tries++) await refund(order.id, withPin('000000', 'nobody'));
  expect((await refund(order.id, withPin('000000', 'nobody'))).status).toBe(429);
  await server.context.failures.flush();
  const tried = await db.selectFrom('audit_log').select('subject_id').where('action', '=', 'pin-failed').execute();
  expect(tried.map(({ subject_id: id }) => id)).toContain(managerId);
  server.clock.forward(seconds * 1000);
});

test('refuses a colleague’s PIN, one of another location and an invalid one; a PIN approves nothing else', async () => {
  const order = await paid();
  const own = await pinOf('staff.truro@demo.test', 'manager.truro@demo.test');
  const staffId = await idOf('staff.truro@demo.test');
  expect((await refund(order.id, withPin(own, staffId))).body.code).toBe('manager-needed');
  const far = await idOf('staff.glasgow@demo.test');
  await db.updateTable('users').set({ role: 'manager' }).where('id', '=', far).execute();
  const elsewhere = await pinOf('staff.glasgow@demo.test');
  expect((await refund(order.id, withPin(elsewhere, far))).body.code).toBe('manager-needed');
  await db.updateTable('users').set({ role: 'staff' }).where('id', '=', far).execute();
  for (const header of ['', ':', '123456', `${managerId}:12345`, `${managerId}:1234567`, `${'x'.repeat(500)}:123456`])
    expect((await refund(order.id, { ...staff, 'x-manager-pin': header })).status).toBe(400);
  const pin = await pinOf('manager.truro@demo.test');
  expect((await refund(order.id, { ...withPin(pin), ...guest })).status).toBe(403);
  expect((await server.call('getTablets', {}, withPin(pin))).status).toBe(403);
  const glasgow = await server.signIn('staff.glasgow@demo.test');
  expect((await refund(order.id, { ...withPin(pin), ...glasgow })).status).toBe(403);
  expect((await refund(order.id, withPin(pin))).status).toBe(200);
});

test('a manager’s PIN puts a bill on a house account in a colleague’s session, and the audit log has the approver', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const body = { ...truro({ dishes: { 'butter-chicken': 2 } }) };
  const { order } = (await server.call('createCustomerOrderCash', { body }, await server.signIn('customer2@demo.test')))
    .body;
  const payment = { billId: order.billId, tender: 'account' as const, amount: order.due, reference: 'Town hall' };
  const owe = (as: Caller) => server.call('addPayment', { body: payment }, { 'idempotency-key': 'owe', ...as });
  expect((await owe(staff)).body.code).toBe('manager-needed');
  expect((await owe(withPin(pin))).status).toBe(200);
  const lines = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', order.id).execute();
  const { name } = await db.selectFrom('users').select('name').where('id', '=', managerId).executeTakeFirstOrThrow();
  expect(lines.find(({ action }) => action === 'add-payment')?.after).toMatchObject({ approvedBy: name });
});
