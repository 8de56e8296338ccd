import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { CARDS } from '../../../testing/cards.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { findOrder } from '../../orders/queries.ts';
import { reconcileDay } from '../provider/reconcile.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

/** Places a phone order that is paid at pickup. Returns its number and the amount due. */
async function order(): Promise<{ billId: string; total: number; due: number }> {
  const body = await till.payload({ paymentMethod: 'cash' });
  const placed = (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body;
  const { billId, due, pricing } = placed.order;
  expect([billId, due]).toEqual([placed.orderId, pricing.total]);
  return { billId, due, total: pricing.total };
}

type Part = { tender: 'cash' | 'terminal' | 'debit' | 'link' | 'account'; amount: number } & Partial<{
  tip: number;
  given: number;
  reference: string;
}>;
const add = (billId: string, part: Part, key = crypto.randomUUID()) =>
  server.call('addPayment', { body: { billId, ...part } }, { ...staff, 'idempotency-key': key });
const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, staff)).body.bill;
const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
/** Pays a part of the bill on the provider's page. */
async function payByLink(billId: string, amount: number, card?: string): Promise<void> {
  const { body } = await add(billId, { tender: 'link', amount });
  await till.pay(body.paymentUrl ?? '', card);
  await till.deliver();
}

/** Closes the payment page on our side only. It can still be paid at the provider. */
async function closePage(billId: string): Promise<void> {
  const sessionId = (await billOf(billId)).payments.find(({ status }) => status === 'pending')?.sessionId ?? '';
  expect((await server.call('cancelPaymentLink', { body: { sessionId } }, staff)).status).toBe(200);
  await context.db.updateTable('sandbox_sessions').set({ status: 'open' }).where('reference', '=', sessionId).execute();
}

const noteHandedBack = (orderId: string) =>
  server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, manager);
const refundsDueByHand = async (billId: string) =>
  (await server.call('getManualRefunds', { query: { locationId: 'truro' } }, staff)).body.refunds
    .filter(({ orderId }) => orderId === billId)
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b);
const round = (dollars: number) => Math.round(dollars * 100) / 100;

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
}

test('giving back all the coins that were taken refunds the order, also when cash was rounded', async () => {
  const { billId, due } = await order();
  const { taken } = (await add(billId, { tender: 'cash', amount: due })).body;
  expect(taken, 'no coin pays its last cents').not.toBe(due);
  const body = { orderId: billId, amount: taken, reason: 'The ice was missing' };
  expect((await server.call('refundAmount', { body }, manager)).status).toBe(200);
  expect(await orderOf(billId)).toMatchObject({ paymentStatus: 'refunded', pricing: { refunded: due } });
  await sound();
});

test('a phone order is placed unpaid and paid at pickup by debit with a reference', async () => {
  const request = { body: await till.payload({ paymentMethod: 'cash' }) };
  const placed = await server.call('createAdminOrderUnpaid', request, staff);
  expect(placed.body.order).toMatchObject({ paymentStatus: 'unpaid', paidAt: null, paymentUrl: null });
  const { billId, due } = placed.body.order;
  const { status, body } = await add(billId, { tender: 'debit', amount: due, tip: 2, reference: 'slip 4711' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ taken: round(due + 2), change: 0, paymentUrl: null });
  expect(body.bill).toMatchObject({ state: 'settled', due: 0, paid: due, held: 0 });
  expect(body.bill.payments).toEqual([
    expect.objectContaining({ tender: 'debit', amount: due, tip: 2, reference: 'slip 4711', method: 'manual' }),
  ]);
  expect(body.order).toMatchObject({ paymentStatus: 'paid', due: 0 });
  await sound();
});

test('a bill paid partly in cash is pending and shows the rest due; paying the rest by card settles it [A-BOARD-24]', async () => {
  const { billId, due } = await order();
  const first = await add(billId, { tender: 'cash', amount: 10, given: 20 });
  expect(first.body).toMatchObject({ taken: 10, change: 10 });
  expect(first.body.order).toMatchObject({ paymentStatus: 'pending', due: round(due - 10), paidAt: null });
  expect(await billOf(billId)).toMatchObject({
    state: 'open',
    paid: 10,
    due: round(due - 10),
    payments: [{ amount: 10, given: 20 }],
  });
  server.clock.forward(1000);
  const rest = await add(billId, { tender: 'terminal', amount: round(due - 10) });
  expect(rest.body.order).toMatchObject({ paymentStatus: 'paid', due: 0, paidAt: server.clock.now().toISOString() });
  expect(rest.body.order.paidWith).toEqual(['cash', 'terminal']);
  const { orderId, metadata } = rest.body.order;
  expect((await orderOf(orderId)).paidWith).toEqual(['cash', 'terminal']);
  const receipt = await server.call('getOrderReceipt', { query: { orderId, token: metadata.orderToken } });
  expect(receipt.body.parts).toEqual([
    { tender: 'cash', taken: 10, tip: 0 },
    { tender: 'terminal', taken: round(due - 10), tip: 0 },
  ]);
  await sound();
});

test('staff can put a bill and its tip on account up to their discount limit in total, managers can exceed it', async () => {
  const { billId, due } = await order();
  const owe = (amount: number, more: object = {}) =>
    add(billId, { tender: 'account', amount, reference: 'A friend', ...more });
  const all = await owe(due);
  expect([all.status, all.body.code]).toEqual([403, 'manager-needed']);
  expect((await owe(1, { tip: 9_999 })).body.code).toBe('manager-needed');
  expect((await owe(2)).status).toBe(200);
  expect((await owe(round(due - 2))).body.code).toBe('manager-needed');
  const asManager = { ...manager, 'idempotency-key': crypto.randomUUID() };
  const part = { billId, tender: 'account' as const, amount: round(due - 2), reference: 'Town hall' };
  expect((await server.call('addPayment', { body: part }, asManager)).status).toBe(200);
  expect((await billOf(billId)).state).toBe('settled');
});

test('small cash parts cannot settle a bill without money', async () => {
  const { billId, due } = await order();
  const two = await add(billId, { tender: 'cash', amount: 0.02 });
  expect([two.status, two.body.error]).toEqual([
    400,
    'There are no coins for this part of the bill. Please take $0.05 or more in cash.',
  ]);
  const seven = await Promise.all(Array.from({ length: 6 }, () => add(billId, { tender: 'cash', amount: 0.07 })));
  expect(seven.filter(({ status }) => status === 200)).toHaveLength(2);
  expect((await billOf(billId)).due).toBe(round(due - 0.14));
});

test('discounts and house accounts of a bill share one limit', async () => {
  const onAccount = { tender: 'account', amount: 2, reference: 'A friend' } as const;
  const discount = ({ billId }: { readonly billId: string }) =>
    server.call(
      'addDiscount',
      { body: { orderId: billId, kind: 'amount', value: 2, reason: 'wait' } },
      { ...staff, 'idempotency-key': crypto.randomUUID() },
    );
  const [first, second] = [await order(), await order()];
  expect((await discount(first)).status).toBe(200);
  expect((await add(first.billId, onAccount)).body.code).toBe('manager-needed');
  expect((await add(second.billId, onAccount)).status).toBe(200);
  expect((await discount(second)).body.code).toBe('manager-needed');
});

test('a payment above the amount due is refused and the response contains that amount', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'debit', amount: 5 });
  const { status, body } = await add(billId, { tender: 'cash', amount: due });
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'more-than-due', due: round(due - 5), held: 0, free: round(due - 5) });
  expect((await add(billId, { tender: 'account', amount: 1 })).status).toBe(400);
  expect((await add(billId, { tender: 'cash', amount: 10, given: 9.95 })).status).toBe(400);
  expect((await add('nothing', { tender: 'cash', amount: 10 })).status).toBe(404);
  expect((await server.call('getBill', { query: { billId: 'nothing' } }, staff)).status).toBe(404);
});

test('two tills that pay the rest of a bill at once never take more than is due', async () => {
  const { billId, due } = await order();
  const taken = await Promise.all(
    Array.from({ length: 8 }, (_, n) => add(billId, { tender: n % 2 ? 'cash' : 'debit', amount: due })),
  );
  expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  const parts = await order();
  await Promise.all(
    Array.from({ length: 6 }, () => add(parts.billId, { tender: 'debit', amount: round(parts.due / 4) })),
  );
  const bill = await billOf(parts.billId);
  expect(bill.payments.length).toBeGreaterThanOrEqual(3);
  expect(bill.paid).toBeLessThanOrEqual(parts.total);
  await sound();
});

test('repeating the same partial payment returns the same payment', async () => {
  const { billId } = await order();
  const key = crypto.randomUUID();
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await add(billId, { tender: 'cash', amount: 5, given: 10 }, key));
  expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1);
  expect((await billOf(billId)).paid).toBe(5);
  // The stored response is deleted after some days; the payment must be found without it.
  await context.db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
  const late = await add(billId, { tender: 'cash', amount: 5, given: 10 }, key);
  expect([late.status, late.body.paymentId]).toEqual([200, answers[0]?.body.paymentId]);
  expect((await billOf(billId)).paid).toBe(5);
  await context.db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
  const other = await add((await order()).billId, { tender: 'cash', amount: 5, given: 10 }, key);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused']);
});

test('an open payment page holds its amount until it is paid or closed', async () => {
  const { billId, due } = await order();
  const linked = await add(billId, { tender: 'link', amount: due, tip: 3 });
  expect(linked.body.paymentUrl).toEqual(expect.any(String));
  expect(linked.body.bill).toMatchObject({ held: due, due, paid: 0 });
  expect(linked.body.order).toMatchObject({ paymentStatus: 'pending', due });
  expect((await add(billId, { tender: 'cash', amount: 1 })).status).toBe(409);
  await till.pay(linked.body.paymentUrl ?? '');
  await till.deliver();
  expect(await billOf(billId)).toMatchObject({ state: 'settled', paid: due, held: 0 });
  expect((await billOf(billId)).payments).toEqual([expect.objectContaining({ amount: due, tip: 3, tender: 'link' })]);
  await sound();
});

test('a closed payment page reserves nothing, and money that still arrives through it is refunded automatically', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'cash', amount: 5 });
  const linked = await add(billId, { tender: 'link', amount: round(due - 5) });
  await closePage(billId);
  expect(await billOf(billId)).toMatchObject({ held: 0, due: round(due - 5) });
  await add(billId, { tender: 'debit', amount: round(due - 5) });
  expect((await billOf(billId)).state).toBe('settled');
  await till.pay(linked.body.paymentUrl ?? '');
  await till.deliver();
  await sweepPayments(context);
  await till.deliver();
  expect(await billOf(billId)).toMatchObject({ state: 'settled', paid: due });
  await sound();
});

test('an order’s time of payment is that of its last payment, even if its payment page was opened first', async () => {
  const { billId, due } = await order();
  const linked = await add(billId, { tender: 'link', amount: round(due - 10) });
  server.clock.forward(60_000);
  await add(billId, { tender: 'cash', amount: 10 });
  server.clock.forward(60_000);
  const at = server.clock.now().toISOString();
  await till.pay(linked.body.paymentUrl ?? '');
  await till.deliver();
  expect(await orderOf(billId)).toMatchObject({
    paymentStatus: 'paid',
    paymentMethod: 'online',
    paidAt: at,
    paymentIntentId: expect.any(String),
  });
});

test('an order to be paid at pickup is unpaid again when its payment link expires', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'link', amount: due });
  await closePage(billId);
  expect(await orderOf(billId)).toMatchObject({ paymentStatus: 'unpaid', due });
  await sound();
});

test('a tip that staff type is at most as large as a guest’s; a manager records more, also in steps', async () => {
  const { billId, total } = await order();
  const most = Math.max(100, total);
  const huge = await add(billId, { tender: 'terminal', amount: 1, tip: 99_999 });
  expect([huge.status, huge.body.code]).toEqual([403, 'manager-needed']);
  expect(huge.body.error).toMatch(/^The tip of \$99,?999\.00 is larger than the bill of /);
  expect((await billOf(billId)).payments).toEqual([]);
  expect((await add(billId, { tender: 'debit', amount: 1, tip: most })).status).toBe(200);
  expect((await add(billId, { tender: 'cash', amount: 1, tip: 0.05 })).body.code).toBe('manager-needed');
  expect((await add(billId, { tender: 'cash', amount: 1 })).status).toBe(200);
  const body = { billId, tender: 'terminal', amount: 1, tip: 50 } as const;
  expect((await server.call('addPayment', { body }, manager)).status).toBe(200);
  await sound();
});

test('the audit log has every partial payment with tender, amount and tip', async () => {
  const { billId } = await order();
  await add(billId, { tender: 'cash', amount: 5 });
  await add(billId, { tender: 'debit', amount: 6, tip: 1 });
  const parts = await context.db
    .selectFrom('audit_log')
    .select(['actor_name', 'after'])
    .where('subject_id', '=', billId)
    .where('action', '=', 'add-payment')
    .orderBy('id')
    .execute();
  const takenOf = (after: Readonly<Record<string, unknown>> | null) =>
    Number(after?.['amountCents']) + Number(after?.['tipCents']);
  expect(parts.map(({ actor_name: name, after }) => [name, after?.['tender'], takenOf(after)])).toEqual([
    [expect.any(String), 'cash', 500],
    [expect.any(String), 'debit', 700],
  ]);
});

test('the audit log has the tip of the bill in the entry of each payment, and no method before it is paid', async () => {
  const request = { body: await till.payload({ paymentMethod: 'cash' }) };
  const placed = (await server.call('createAdminOrderUnpaid', request, staff)).body.order;
  const { billId, due } = placed;
  const tip = placed.pricing.tip;
  expect(tip).toBeGreaterThan(0);
  await add(billId, { tender: 'debit', amount: round(due / 3) });
  await add(billId, { tender: 'debit', amount: round(due - round(due / 3)), tip: 1 });
  const entries = await context.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject_id', '=', billId)
    .where('action', 'in', ['add-payment', 'create-order'])
    .orderBy('id')
    .execute();
  const [created, ...payments] = entries.map(({ after }) => after ?? {});
  expect(created).toMatchObject({ total: due, tipCents: tip * 100 });
  expect(created).not.toHaveProperty('paymentMethod');
  const sumOf = (field: string) => payments.reduce((sum, each) => sum + Number(each[field]), 0);
  expect([sumOf('tipCents'), sumOf('amountCents')]).toEqual([
    Math.round(tip * 100) + 100,
    Math.round((due - tip) * 100),
  ]);
});

test('paying the rest at the till closes an open payment page', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'debit', amount: 4 });
  await add(billId, { tender: 'link', amount: 6 });
  const taken = await server.call('processOrderPayment', { body: { orderId: billId } }, staff);
  expect([taken.status, taken.body.paymentStatus]).toEqual([200, 'paid']);
  expect(await billOf(billId)).toMatchObject({ state: 'settled', held: 0, paid: due });
  await sound();
});

test('cancelling an order refunds every tender its own amount, and no further payment is accepted', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'cash', amount: 10.01 });
  await add(billId, { tender: 'debit', amount: 5, tip: 1 });
  const link = await add(billId, { tender: 'link', amount: round(due - 15.01) });
  await till.pay(link.body.paymentUrl ?? '');
  await till.deliver();
  const { body } = await server.call('cancelOrder', { body: { orderId: billId } }, manager);
  await till.deliver();
  expect(
    body.refunds.map(({ method, amount }) => [method, amount] as const).toSorted(([a], [b]) => a.localeCompare(b)),
  ).toEqual([
    ['card', round(due - 15.01)],
    ['cash', 10],
    ['manual', 6],
  ]);
  expect(body.message).toContain('Hand back $10.00 in cash.');
  expect(await refundsDueByHand(billId)).toEqual([6, 10]);
  expect((await noteHandedBack(billId)).body.paymentStatus).toBe('refunded');
  expect(await refundsDueByHand(billId)).toEqual([]);
  expect((await add(billId, { tender: 'cash', amount: 1 })).status).toBe(409);
  await sound();
});

test('cancelling a part-paid order refunds the amount paid', async () => {
  const { billId } = await order();
  await add(billId, { tender: 'cash', amount: 10 });
  await add(billId, { tender: 'link', amount: 5 });
  const { body } = await server.call('cancelOrder', { body: { orderId: billId } }, manager);
  expect(body.refund).toMatchObject({ method: 'cash', amount: 10 });
  expect(body.order).toMatchObject({ due: 0 });
  expect(await findOrder(context.db, billId)).toMatchObject({ given_back: [{ status: 'requested' }] });
  expect(await billOf(billId)).toMatchObject({ state: 'void', held: 0, due: 0 });
  const noted = await noteHandedBack(billId);
  expect([noted.status, noted.body.paymentStatus]).toEqual([200, 'refunded']);
  expect(await refundsDueByHand(billId)).toEqual([]);
  await sound();
});

test('cash of a cancelled order can be recorded as handed back while its card refund is still pending', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'cash', amount: 10 });
  await payByLink(billId, round(due - 10));
  till.failures.down = true;
  await server.call('cancelOrder', { body: { orderId: billId } }, manager);
  for (const time of ['once', 'twice']) {
    const noted = await noteHandedBack(billId);
    expect([time, noted.status, noted.body.paymentStatus]).toEqual([time, 200, 'paid']);
  }
  const standing = async () => (await billOf(billId)).refunds.map(({ method, status }) => `${method} ${status}`);
  expect((await standing()).toSorted()).toEqual(['card requested', 'cash succeeded']);
  till.failures.down = false;
  server.clock.forward(60_000);
  await sweepPayments(context);
  expect((await standing()).toSorted()).toEqual(['card succeeded', 'cash succeeded']);
  expect(await orderOf(billId)).toMatchObject({ paymentStatus: 'refunded' });
  await sound();
});

test('retrying the failed part of a refund does not refund its dishes twice', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'cash', amount: 10 });
  await payByLink(billId, round(due - 10), CARDS.refundFails);
  const body = { orderId: billId, items: [{ line: 2, quantity: 1 }], reason: 'cold' };
  expect((await server.call('refundOrderItems', { body }, manager)).body.refunds).toHaveLength(2);
  const isBack = async (dishes: number) => {
    expect((await orderOf(billId)).items.map(({ refundedQuantity = 0 }) => refundedQuantity)).toEqual([0, dishes]);
    const { items } = (await server.call('getOrderPayments', { query: { orderId: billId } }, staff)).body;
    expect(items.map(({ refundableQuantity }) => refundableQuantity)).toEqual([1, 2 - dishes]);
  };
  await isBack(1);
  // Twice, because the retry may fail too.
  for (let n = 0; n < 2; n++) {
    server.clock.forward(10_000);
    await till.deliver();
    const failed = (await billOf(billId)).refunds.findLast(({ status }) => status === 'failed');
    const again = await server.call('retryRefund', { body: { refundId: failed?.refundId ?? '' } }, manager);
    expect(again.status).toBe(200);
    await isBack(1);
  }
  await sound();
});

test('money that arrived too late is refunded with its tip, also when the refund is retried', async () => {
  const { billId, due } = await order();
  const linked = await add(billId, { tender: 'link', amount: due, tip: 3 });
  await closePage(billId);
  await add(billId, { tender: 'debit', amount: due });
  await till.pay(linked.body.paymentUrl ?? '', CARDS.refundFails);
  await till.deliver();
  await sweepPayments(context);
  // The refund is requested shortly after the payment event.
  const sendRequest = async () => {
    server.clock.forward(10_000);
    await till.deliver();
    const { refunds } = (await server.call('getPaymentIssues', {}, admin)).body;
    return refunds.find(({ orderId }) => orderId === null);
  };
  await expect.poll(sendRequest).toMatchObject({ status: 'failed', amount: round(due + 3) });
  const failed = await sendRequest();
  await context.db.updateTable('sandbox_sessions').set({ refund_fails: false }).execute();
  const again = await server.call('retryRefund', { body: { refundId: failed?.refundId ?? '' } }, manager);
  expect([again.status, again.body.refund]).toMatchObject([200, { status: 'succeeded', amount: round(due + 3) }]);
  const messages = await context.db
    .selectFrom('messages')
    .select('body_text')
    .where('once_key', '=', `payment_returned:${again.body.refund.refundId}`)
    .executeTakeFirstOrThrow();
  expect(messages.body_text).toContain(`$${(due + 3).toFixed(2)}`);
  await sound();
});

test('extra tip and cash rounding appear on receipt and ledger, so that refunds add up', async () => {
  const { billId, due } = await order();
  await add(billId, { tender: 'cash', amount: due, tip: 2, given: 200 });
  const all = {
    orderId: billId,
    items: (await orderOf(billId)).items.map(({ line, quantity }) => ({ line, quantity })),
  };
  const { refundableDue } = (await server.call('getOrderPayments', { query: { orderId: billId } }, staff)).body;
  await server.call('refundOrderItems', { body: { ...all, reason: 'cold' } }, manager);
  await noteHandedBack(billId);
  const { refunds, metadata } = await orderOf(billId);
  const back = round(refunds.reduce((sum, { amount }) => sum + amount, 0));
  const receipt = (await server.call('getOrderReceipt', { query: { orderId: billId, token: metadata.orderToken } }))
    .body;
  expect(receipt.parts).toEqual([{ tender: 'cash', taken: back, tip: 2 }]);
  expect(refundableDue).toBe(back);
  expect(round(receipt.cashDue + 2)).toBe(back);
  const { beside } = (await server.call('getOrderPayments', { query: { orderId: billId } }, staff)).body;
  expect(beside).toEqual({ tips: 2, cashRounding: receipt.cashRounding });
  expect(round(due + 2 + receipt.cashRounding)).toBe(back);
  const undoable = await order();
  await add(undoable.billId, { tender: 'cash', amount: undoable.due, tip: 2, given: 200 });
  const { payments } = await billOf(undoable.billId);
  const undo = { billId: undoable.billId, paymentId: payments[0]?.paymentId ?? '', reason: 'wrong order' };
  expect((await server.call('undoPayment', { body: undo }, manager)).status).toBe(200);
  const left = (await server.call('getOrderPayments', { query: { orderId: undoable.billId } }, staff)).body;
  expect(left.beside).toEqual({ tips: 0, cashRounding: 0 });
  await sound();
});

test('refunding dishes splits over the tenders in proportion, and refunding every dish returns the whole amount', async () => {
  const { billId, due } = await order();
  const half = Math.floor(due * 50) / 100;
  await add(billId, { tender: 'cash', amount: half });
  await add(billId, { tender: 'debit', amount: round(due - half) });
  const { items } = await orderOf(billId);
  for (const { line, quantity } of items) {
    for (let n = 0; n < quantity; n++) {
      const body = { orderId: billId, items: [{ line, quantity: 1 }], reason: 'cold' };
      const { status, body: answer } = await server.call('refundOrderItems', { body }, manager);
      expect(status).toBe(200);
      expect(answer.refunds.map(({ method }) => method).toSorted()).toEqual(['cash', 'manual']);
    }
  }
  const { body } = await server.call('getOrderPayments', { query: { orderId: billId } }, staff);
  expect(body.refundable).toBe(0);
  expect(body.items.map(({ refundableQuantity }) => refundableQuantity)).toEqual(items.map(() => 0));
  expect(await orderOf(billId)).toMatchObject({ paymentStatus: 'refunded' });
  await sound();
});

test('the reconciliation with the provider includes the tip that was charged', async () => {
  await reconcileDay(context, '2026-11-20');
  const day = await context.db.selectFrom('reconciliations').selectAll().executeTakeFirstOrThrow();
  expect(day.differences).toEqual([]);
});
