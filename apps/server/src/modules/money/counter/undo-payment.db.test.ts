import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const round = (dollars: number) => Math.round(dollars * 100) / 100;

/** Places an order to be paid in parts. Returns its bill and the amount due. */
async function order(): Promise<{ billId: string; due: number }> {
  const body = await till.payload({ paymentMethod: 'cash' });
  const { billId, due } = (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.order;
  return { billId, due };
}
type Tender = 'cash' | 'terminal' | 'debit' | 'link';
const add = async (billId: string, tender: Tender, amount: number, more: { tip?: number; given?: number } = {}) =>
  (await server.call('addPayment', { body: { billId, tender, amount, ...more } }, staff)).body;
const undo = (billId: string, paymentId: string, as: Caller = manager, reason = 'Paid another way') =>
  server.call(
    'undoPayment',
    { body: { billId, paymentId, reason } },
    { 'idempotency-key': crypto.randomUUID(), ...as },
  );
const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, staff)).body.bill;

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
}

test('an undone partial payment is due again, stays in the ledger, and can be paid another way', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'cash', due, { tip: 2.01, given: round(due + 10) });
  const undone = await undo(billId, paymentId);
  expect(undone.status).toBe(200);
  expect(undone.body.undone * 100).toBeCloseTo(Math.round((due + 2.01) * 20) * 5);
  expect(undone.body.order).toMatchObject({ paymentStatus: 'unpaid', due, paidAt: null });
  expect(undone.body.order.pricing.refunded ?? 0).toBe(0);
  expect(undone.body.bill).toMatchObject({ state: 'open', paid: 0, due });
  expect(undone.body.bill.payments).toEqual([
    expect.objectContaining({
      paymentId,
      status: 'succeeded',
      undone: { at: expect.any(String), reason: 'Paid another way' },
    }),
  ]);
  expect(undone.body.bill.refunds).toEqual([expect.objectContaining({ isUndo: true, status: 'succeeded' })]);
  server.clock.forward(60_000);
  const paid = await add(billId, 'debit', due);
  expect(paid.order).toMatchObject({ paymentStatus: 'paid', due: 0, paymentMethod: 'manual', paidWith: ['debit'] });
  const { body: read } = await server.call('getOrderDetails', { query: { orderId: billId } }, staff);
  expect(read.order.paidWith).toEqual(['debit']);
  expect(paid.order.paidAt).toBe(server.clock.now().toISOString());
  const { orderId, metadata } = paid.order;
  const receipt = await server.call('getOrderReceipt', { query: { orderId, token: metadata.orderToken } });
  expect(receipt.body.parts).toEqual([expect.objectContaining({ tender: 'debit', taken: due })]);
  await sound();
});

test.each<Tender>(['debit', 'terminal', 'cash'])(
  'after undoing %s, marking the order paid on the board books cash with rounding',
  async (tender) => {
    const { billId, due } = await order();
    const { paymentId } = await add(billId, tender, due);
    const undone = (await undo(billId, paymentId)).body.order;
    expect(undone).toMatchObject({ paymentStatus: 'unpaid', paymentMethod: 'cash' });
    const body = { orderId: billId };
    const paid = (await server.call('processOrderPayment', { body }, staff)).body;
    expect(paid).toMatchObject({ method: 'cash', order: { paymentStatus: 'paid', paymentMethod: 'cash' } });
    expect(Math.round(paid.amount * 100) % 5).toBe(0);
    const standing = (await billOf(billId)).payments.filter((part) => !part.undone);
    expect(standing).toMatchObject([{ tender: 'cash' }]);
    await sound();
  },
);

test('after undoing one of two parts, marking the rest paid also books cash', async () => {
  const { billId, due } = await order();
  await add(billId, 'terminal', 10);
  const { paymentId } = await add(billId, 'debit', round(due - 10));
  await undo(billId, paymentId);
  const request = { body: { orderId: billId, paymentStatus: 'paid' as const } };
  expect((await server.call('updateOrderPaymentStatus', request, staff)).body.paymentStatus).toBe('paid');
  const { payments } = await billOf(billId);
  const standing = payments.filter(({ undone }) => !undone);
  expect(new Set(standing.map(({ tender }) => tender))).toEqual(new Set(['cash', 'terminal']));
  await sound();
});

test('undoing one of several parts leaves the others, and refunds go to the remaining ones only', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'terminal', 10);
  await add(billId, 'cash', round(due - 10));
  expect((await undo(billId, paymentId)).body.order).toMatchObject({ paymentStatus: 'pending', due: 10, paidAt: null });
  await add(billId, 'debit', 10);
  const body = { orderId: billId, amount: due, reason: 'cold' };
  const { refunds } = (await server.call('refundAmount', { body }, manager)).body;
  expect(refunds.map(({ method }) => method).toSorted()).toEqual(['cash', 'manual']);
  expect(await billOf(billId)).toMatchObject({ state: 'settled' });
  await sound();
});

test('an undo sends no refund message', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'debit', due);
  await undo(billId, paymentId);
  await add(billId, 'debit', due);
  // A refund of another kind triggers another check for messages.
  const refund = { orderId: billId, amount: 1, reason: 'cold' };
  expect((await server.call('refundAmount', { body: refund }, manager)).status).toBe(200);
  await server.settle();
  const messages = await db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'order_refunded')
    .execute();
  expect(messages.filter(({ body_text: text }) => text.includes(billId.slice(-5)))).toHaveLength(1);
});

test('undoing needs a manager or a manager’s PIN in a colleague’s session, and the audit log names both', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'cash', due);
  const refused = await undo(billId, paymentId, staff);
  expect([refused.status, refused.body.code]).toEqual([403, 'manager-needed']);
  expect(refused.body.error).toBe('Removing a payment needs a manager’s approval.');
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'manager.truro@demo.test')
    .executeTakeFirstOrThrow();
  const { pin } = (await server.call('createPin', { body: { userId: id } }, manager)).body;
  expect((await undo(billId, paymentId, { ...staff, 'x-manager-pin': `${id}:${pin}` })).status).toBe(200);
  const lines = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', billId).execute();
  expect(lines.find(({ action }) => action === 'allow-undo')).toMatchObject({ actor_id: id });
  expect(lines.find(({ action }) => action === 'undo-payment')).toMatchObject({
    before: { tender: 'cash', amountCents: Math.round(due * 100), tipCents: 0 },
    after: { reason: 'Paid another way', due },
  });
  const glasgow = await server.signIn('staff.glasgow@demo.test');
  expect((await undo(billId, paymentId, glasgow)).status).toBe(403);
});

test('two concurrent undos run once, and with a concurrent payment the amount taken never exceeds the amount due', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'debit', due);
  const both = await Promise.all(Array.from({ length: 6 }, () => undo(billId, paymentId)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  expect(both.find(({ status }) => status !== 200)?.body.error).toBe('Somebody already undid this payment.');
  expect(await billOf(billId)).toMatchObject({ paid: 0, due });
  const first = await add(billId, 'debit', due);
  const mixed = await Promise.all([
    undo(billId, first.paymentId),
    ...Array.from({ length: 4 }, () =>
      server.call('addPayment', { body: { billId, tender: 'cash', amount: due } }, staff),
    ),
  ]);
  expect(mixed[0]?.status).toBe(200);
  expect(mixed.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  expect((await billOf(billId)).paid).toBeLessThanOrEqual(due);
  await sound();
});

test('repeating an undo returns the same response', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'debit', due);
  const key = { ...manager, 'idempotency-key': crypto.randomUUID() };
  const answers = [await undo(billId, paymentId, key), await undo(billId, paymentId, key)];
  expect(answers.map(({ status, body }) => [status, body.undone])).toEqual([
    [200, due],
    [200, due],
  ]);
});

test('an undo that is not possible explains why and what to do instead', async () => {
  const { billId, due } = await order();
  const half = round(Math.floor(due * 50) / 100);
  const { paymentUrl, bill } = await add(billId, 'link', half);
  const page = bill.payments[0]?.paymentId ?? '';
  expect((await undo(billId, page)).status).toBe(404);
  await till.pay(paymentUrl ?? '');
  await till.deliver();
  expect((await undo(billId, page)).body.error).toBe('This was paid by card. Please refund it instead.');
  const { paymentId } = await add(billId, 'debit', round(due - half));
  expect((await undo((await order()).billId, paymentId)).status).toBe(404);
  expect((await undo(billId, 'none')).status).toBe(404);
  expect((await undo('none', paymentId)).status).toBe(404);
  expect((await undo(billId, paymentId, manager, ' ')).body.error).toContain('Please give a reason.');
  const back = { orderId: billId, amount: 1, reason: 'cold' };
  await server.call('refundAmount', { body: back }, manager);
  expect((await undo(billId, paymentId)).body.error).toBe(
    'Part of this bill was already refunded. Please refund the rest.',
  );
  await server.call('cancelOrder', { body: { orderId: billId } }, manager);
  expect((await undo(billId, paymentId)).body.error).toBe('This order was cancelled. What was paid is refunded.');
  await till.deliver();
  await sound();
});

test('a reduced order and an undone payment are separate entries on one bill', async () => {
  const { billId, due } = await order();
  const { paymentId } = await add(billId, 'debit', due);
  const { order: placed } = (await server.call('getOrderDetails', { query: { orderId: billId } }, staff)).body;
  const less = { orderId: billId, version: placed.version, change: [{ line: 2, quantity: 1 }] };
  const changed = (await server.call('changeOrder', { body: less }, manager)).body;
  expect(changed.change.back).toBeGreaterThan(0);
  const undone = await undo(billId, paymentId);
  expect(undone.body.undone).toBe(round(due - changed.change.back));
  expect(undone.body.order).toMatchObject({ due: changed.change.now.total, paymentStatus: 'unpaid' });
  await add(billId, 'cash', changed.change.now.total);
  await sound();
});
