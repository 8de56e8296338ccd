import { expect, test } from 'vitest';
import type { InputOf } from '@tiffin/contract';
import { receiptOf } from '@tiffin/domain/receipt';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../../testing/payments.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

type Give = Omit<InputOf<'addDiscount'>['body'], 'orderId' | 'version'>;
const round = (dollars: number) => Math.round(dollars * 100) / 100;
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

/** Places an unpaid phone order without tip: one dish once and another twice. */
async function placed() {
  const { pricing, ...body } = await till.payload({ paymentMethod: 'cash', tipAmount: 0 });
  const sums = { ...pricing, tip: 0, total: round(pricing.subtotal + pricing.tax) };
  return (await server.call('createAdminOrderUnpaid', { body: { ...body, pricing: sums } }, staff)).body.order;
}
type Order = Awaited<ReturnType<typeof placed>>;

const give = ({ billId, version }: Pick<Order, 'billId' | 'version'>, what: Give, as: Caller = manager, more = {}) =>
  server.call('addDiscount', { body: { orderId: billId, version, ...what } }, { ...as, ...key(), ...more });
const takeBack = ({ billId, version }: Order, id: string, as: Caller = staff) =>
  server.call('removeDiscount', { body: { orderId: billId, version, discountId: id } }, { ...as, ...key() });
const pay = (billId: string, amount: number, tender: 'cash' | 'debit' | 'link' = 'debit') =>
  server.call('addPayment', { body: { billId, tender, amount } }, { ...staff, ...key() });
const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
}

test('a percentage off a bill updates lines, taxes and total, notifies everyone and records who gave it', async () => {
  const order = await placed();
  const { status, body } = await give(order, { kind: 'percent', value: 10, reason: 'wait', note: 'Forty minutes' });
  expect(status).toBe(200);
  const off = round(Math.round(order.pricing.subtotal * 10) / 100);
  const tax = body.order.pricing.tax;
  expect(tax).toBeCloseTo((order.pricing.subtotal - off) * 0.14, 1);
  expect(body.order).toMatchObject({
    version: order.version + 1,
    pricing: { subtotal: order.pricing.subtotal, off, total: round(order.pricing.subtotal - off + tax) },
    due: round(order.pricing.subtotal - off + tax),
    paymentStatus: 'unpaid',
  });
  expect(round(body.order.adjustments.reduce((sum, { amount }) => sum + amount, 0))).toBe(-off);
  expect(body.bill).toMatchObject({ discount: off, total: body.order.pricing.total, state: 'open' });
  expect(body.bill.given).toEqual([
    expect.objectContaining({
      kind: 'discount',
      percent: 10,
      off,
      label: 'Discount 10%',
      reason: 'Long wait',
      note: 'Forty minutes',
      by: expect.stringMatching(/./),
    }),
  ]);
  const [latestEvent] = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'order.updated')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(latestEvent?.data).toMatchObject({ order: { id: order.id, pricing: { off } } });
  const [line] = await context.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'adjust-bill')
    .where('subject_id', '=', order.id)
    .execute();
  expect(line).toMatchObject({
    before: { total: order.pricing.total },
    after: { total: body.order.pricing.total, gave: 'Discount 10%', reason: 'Long wait' },
  });
  expect((await pay(order.billId, body.order.due)).body.order).toMatchObject({ paymentStatus: 'paid', due: 0 });
  await sound();
});

test('a free dish and a changed price combine with a discount, and removing them restores the bill', async () => {
  const order = await placed();
  const first = (await give(order, { kind: 'comp', line: 1, reason: 'mistake' })).body;
  expect(first.bill.given).toMatchObject([
    { off: order.items[0]?.price, label: `On the house: ${order.items[0]?.name}`, line: 1 },
  ]);
  const price = round((order.items[1]?.price ?? 0) - 1);
  const second = (await give(first.order, { kind: 'price', line: 2, value: price, reason: 'promised' })).body;
  const third = (await give(second.order, { kind: 'amount', value: 2, reason: 'regular' })).body;
  const sum = round((order.items[0]?.price ?? 0) + 1 * (order.items[1]?.quantity ?? 0) + 2);
  expect(third.order.pricing.off).toBe(sum);
  await sound();
  let last = third;
  for (const { id } of third.bill.given) last = (await takeBack(last.order, id)).body;
  expect(last.order).toMatchObject({ pricing: order.pricing, adjustments: [], taxes: order.taxes });
  expect(last.order.pricing.off).toBeUndefined();
  const [anything] = third.bill.given;
  expect((await takeBack(last.order, anything?.id ?? '')).status).toBe(404);
  await sound();
});

test('the receipt lists each discount once, adds up, and hides internal notes from guests', async () => {
  const order = await placed();
  const first = (await give(order, { kind: 'comp', line: 1, reason: 'mistake', note: 'Burnt' })).body;
  const { body } = await give(first.order, { kind: 'percent', value: 10, reason: 'wait' });
  const query = { orderId: order.id, token: order.metadata.orderToken };
  const receipt = (await server.call('getOrderReceipt', { query })).body;
  const { sums } = receiptOf(receipt, (at) => at);
  const cents = (text: string) => Math.round(Number(text.replace('−', '-').replace('$', '')) * 100);
  const total = sums.findIndex(({ weight }) => weight === 'total');
  expect(sums.slice(0, total + 1).map(({ name }) => name)).toEqual([
    'Subtotal',
    `On the house: ${order.items[0]?.name}`,
    'Discount 10%',
    expect.stringMatching(/14/),
    'Total CAD',
  ]);
  const above = sums.slice(0, total).reduce((sum, { value }) => sum + cents(value), 0);
  expect([above, cents(sums[total]?.value ?? '')]).toEqual([
    Math.round(body.order.pricing.total * 100),
    Math.round(body.order.pricing.total * 100),
  ]);
  expect(JSON.stringify(receipt)).not.toContain('Burnt');
  await sound();
});

test('the dashboard shows discounts separately from sales', async () => {
  const money = async () => {
    await server.settle();
    const query = { locationId: 'truro', period: 'today' as const };
    return (await server.call('getDashboardStats', { query }, manager)).body.stats.money;
  };
  const before = await money();
  const order = await placed();
  const first = (await give(order, { kind: 'comp', line: 1, reason: 'mistake' })).body;
  const { body } = await give(first.order, { kind: 'amount', value: 2, reason: 'wait' });
  const after = await money();
  expect(round(after.ordered - before.ordered)).toBe(body.order.pricing.total);
  expect(round((after.discounts ?? 0) - (before.discounts ?? 0))).toBe(2);
  expect(round((after.comps ?? 0) - (before.comps ?? 0))).toBe(order.items[0]?.price);
});

test('a fully discounted order counts as paid, and the discount can be removed', async () => {
  const order = await placed();
  const discountBody = (await give(order, { kind: 'comp', reason: 'mistake' })).body;
  expect(discountBody.order).toMatchObject({ paymentStatus: 'paid', due: 0, pricing: { total: 0, tax: 0 } });
  expect(discountBody.bill.state).toBe('settled');
  expect((await pay(order.billId, 1)).status).toBe(409);
  await sound();
  const back = (await takeBack(discountBody.order, discountBody.bill.given[0]?.id ?? '')).body;
  expect(back.order).toMatchObject({ paymentStatus: 'unpaid', due: order.due });
  await sound();
});

test('staff can give discounts up to the limit per bill, and need a manager beyond it', async () => {
  const order = await placed();
  const limit = Math.min(10, Math.floor(order.pricing.subtotal * 10) / 100);
  const small = round(limit - 1);
  const first = await give(order, { kind: 'amount', value: small, reason: 'wait' }, staff);
  expect(first.status).toBe(200);
  const more = await give(first.body.order, { kind: 'amount', value: 2, reason: 'wait' }, staff);
  expect([more.status, more.body.code]).toEqual([403, 'manager-needed']);
  expect(more.body).toMatchObject({ limit: { percent: 10, most: 10 } });
  expect((await orderOf(order.id)).pricing.off).toBe(small);
  expect((await give(first.body.order, { kind: 'amount', value: 2, reason: 'wait' })).status).toBe(200);
});

test('an adjustment of an outdated version is refused with the current order', async () => {
  const order = await placed();
  await pay(order.billId, 1);
  const late = await give(order, { kind: 'comp', reason: 'wait' });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect(late.body).toMatchObject({ order: { id: order.id, due: round(order.due - 1) } });
});

test('repeating the same request adjusts once', async () => {
  const order = await placed();
  const same = key();
  const answers = [];
  for (let n = 0; n < 3; n++) {
    answers.push(await give(order, { kind: 'percent', value: 5, reason: 'wait' }, staff, same));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[2]?.body.bill.given).toHaveLength(1);
});

test.each<[string, object, string]>([
  ['nothing', { kind: 'percent', reason: 'wait' }, 'value'],
  ['more than all of it', { kind: 'percent', value: 101, reason: 'wait' }, 'value'],
  ['no reason', { kind: 'comp', reason: ' ' }, 'reason'],
  ['another reason without words', { kind: 'comp', reason: 'other' }, 'note'],
  ['a line that is not there', { kind: 'comp', line: 9, reason: 'wait' }, 'line'],
  ['a price above the menu’s', { kind: 'price', line: 1, value: 999, reason: 'wait' }, 'value'],
])('%s is refused', async (_what, input, field) => {
  const order = await placed();
  const refused = await give(order, input as Give);
  expect([refused.status, refused.body.field]).toEqual([400, field]);
});

test('a discount may have a free-text reason and no order version', async () => {
  const { orderId } = await placed();
  const input = { orderId, kind: 'amount' as const, value: 1, reason: 'The soup was cold' };
  const { status, body } = await server.call('addDiscount', { body: input }, { ...staff, ...key() });
  expect([status, body.bill.given]).toMatchObject([200, [{ off: 1, reason: 'Other', note: 'The soup was cold' }]]);
});

test('a discount on a part-paid bill is limited to the unpaid rest, and refused while a payment page is open', async () => {
  const order = await placed();
  const paid = (await pay(order.billId, 10)).body.order;
  const all = await give(paid, { kind: 'comp', reason: 'mistake' });
  expect([all.status, all.body.code]).toEqual([409, 'failed-precondition']);
  const some = await give(paid, { kind: 'percent', value: 50, reason: 'mistake' });
  expect(some.body.order).toMatchObject({ paymentStatus: 'pending', due: round(some.body.order.pricing.total - 10) });
  const { body } = await pay(order.billId, some.body.order.due, 'link');
  const refused = await give(body.order, { kind: 'amount', value: 1, reason: 'wait' });
  expect(refused.status).toBe(409);
  expect(refused.body.error).toMatch(/payment page/);
  await sound();
});

test('a discount on a paid bill refunds the difference with tax to its tenders, and needs a manager', async () => {
  const order = await placed();
  const half = round(order.due / 2);
  await pay(order.billId, half, 'cash');
  const paid = (await pay(order.billId, round(order.due - half))).body.order;
  expect((await give(paid, { kind: 'percent', value: 5, reason: 'wait' }, staff)).status).toBe(403);
  const { status, body } = await give(paid, { kind: 'percent', value: 20, reason: 'mistake', note: 'Cold' });
  expect(status).toBe(200);
  const price = order.pricing;
  const back = round(price.total - round(price.subtotal - round(price.subtotal * 0.2)) * 1.14);
  expect(Math.abs(body.order.pricing.refunded - back)).toBeLessThanOrEqual(0.01);
  expect(body.order).toMatchObject({ paymentStatus: 'paid', pricing: { total: order.pricing.total } });
  expect(body.refunds).toHaveLength(2);
  expect(body.refunds[0]).toMatchObject({ reason: 'Discount 20%: Something was wrong, Cold', items: [] });
  await sound();
});

test('discounts of a paid dish are refunded up to its price, also one by one', async () => {
  const order = await placed();
  const { body: first } = await pay(order.billId, order.due);
  const comp = { kind: 'comp', line: 1, reason: 'mistake' } as const;
  const partly = await give(first.order, { kind: 'percent', value: 60, line: 1, reason: 'wait' });
  expect(partly.status).toBe(200);
  const tooMuch = await give(partly.body.order, comp);
  expect(tooMuch).toMatchObject({ status: 409, body: { error: expect.stringMatching(/At most \$\d/) } });
  const item = { line: 1, quantity: 1 };
  const refund = { orderId: order.id, items: [item], reason: 'Cold' };
  const refused = await server.call('refundOrderItems', { body: refund }, { ...manager, ...key() });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringMatching(/refunded as a discount/) } });
  const rest = await give(partly.body.order, { kind: 'percent', value: 39, line: 1, reason: 'wait' });
  expect(rest.status).toBe(200);
  expect((await give(rest.body.order, { kind: 'percent', value: 39, line: 1, reason: 'wait' })).status).toBe(409);
  await sound();
});

test('a paid dish is given on the house once, and the whole bill never twice', async () => {
  const order = await placed();
  const { body: first } = await pay(order.billId, order.due);
  const comp = { kind: 'comp', line: 2, reason: 'mistake' } as const;
  const { body: once } = await give(first.order, comp);
  expect((await give(once.order, comp)).status).toBe(409);
  const half = { kind: 'percent', value: 50, reason: 'wait' } as const;
  const bill = await give(once.order, half);
  const next = bill.status === 200 ? await give(bill.body.order, half) : bill;
  expect(next).toMatchObject({ status: 409, body: { error: expect.stringMatching(/refunded as a discount/) } });
  expect((await orderOf(order.id)).pricing.refunded).toBeLessThan(order.due);
  await sound();
});

test('a discount and a payment at once never leave more paid than the bill', async () => {
  for (let n = 0; n < 5; n++) {
    const order = await placed();
    const done = await Promise.all([
      give(order, { kind: 'percent', value: 30, reason: 'wait' }),
      pay(order.billId, order.due, 'cash'),
      give(order, { kind: 'comp', line: 1, reason: 'mistake' }),
      pay(order.billId, order.due),
    ]);
    // The first one wins; the others saw an outdated bill.
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
  }
  await sound();
});

test('a discount and a cancellation at once end as if one came after the other', async () => {
  for (let n = 0; n < 4; n++) {
    const order = await placed();
    const [discounted, cancelled] = await Promise.all([
      give(order, { kind: 'percent', value: 30, reason: 'wait' }),
      server.call('cancelOrder', { body: { orderId: order.id, reason: 'Gone' } }, { ...manager, ...key() }),
    ]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(discounted.status);
    const after = await orderOf(order.id);
    expect(after.status).toBe('cancelled');
    expect((await give(after, { kind: 'comp', reason: 'wait' })).status).toBe(409);
  }
  await sound();
});

test('statistics and points follow when the total of a completed order changes', async () => {
  const order = await placed();
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    await server.call('updateOrderStatus', { body: { orderId: order.id, status } }, { ...staff, ...key() });
  }
  await server.settle();
  const orderBefore = await orderOf(order.id);
  const { body } = await give(orderBefore, { kind: 'percent', value: 50, reason: 'mistake' });
  await server.settle();
  const counted = await context.db
    .selectFrom('counted_orders')
    .select('total_cents')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  expect(counted?.total_cents).toBe(Math.round(body.order.pricing.total * 100));
  await sound();
});

test('an amount without a dish is refunded up to the rest, and refunding all dishes then returns the remainder', async () => {
  const order = await placed();
  await pay(order.billId, order.due, 'cash');
  const refund = (amount: number, as: Caller = manager) =>
    server.call(
      'refundAmount',
      { body: { orderId: order.id, amount, reason: 'Hair in the soup' } },
      { ...as, ...key() },
    );
  expect((await refund(5, staff)).status).toBe(403);
  const first = await refund(5);
  expect(first.body.refund).toMatchObject({ amount: 5, items: [], reason: 'Hair in the soup', status: 'succeeded' });
  expect(first.body.order.pricing.refunded).toBe(5);
  const tooMuch = await refund(order.due);
  expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'more-than-due']);
  const items = order.items.map(({ line, quantity }) => ({ line, quantity }));
  const rest = await server.call(
    'refundOrderItems',
    { body: { orderId: order.id, items, reason: 'All of it' } },
    { ...manager, ...key() },
  );
  expect(rest.body.order).toMatchObject({ paymentStatus: 'refunded', pricing: { refunded: order.due } });
  expect((await refund(1)).status).toBe(409);
  // The provider confirms the refund later; the audit log names who requested it.
  const pending = context.db
    .selectFrom('audit_log')
    .select(['actor_name', 'after'])
    .where('subject_id', '=', order.id)
    .where('action', '=', 'refund-order')
    .orderBy('id');
  const by = (
    await context.db
      .selectFrom('users')
      .select('name')
      .where('email', '=', 'manager.truro@demo.test')
      .executeTakeFirstOrThrow()
  ).name;
  expect(await pending.execute()).toMatchObject([
    { actor_name: by, after: { amount: 5, reason: 'Hair in the soup' } },
    { actor_name: by, after: { reason: 'All of it' } },
  ]);
  await sound();
});

test('two managers who refund the rest at once never refund more than was paid', async () => {
  const order = await placed();
  await pay(order.billId, order.due);
  const body = { orderId: order.id, amount: order.due, reason: 'Late' };
  const done = await Promise.all(
    Array.from({ length: 6 }, () => server.call('refundAmount', { body }, { ...manager, ...key() })),
  );
  expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
  await sound();
});

test('of two simultaneous discounts on a paid card bill, one is refused as outdated', async () => {
  const order = await placed();
  const { body } = await pay(order.billId, order.due, 'link');
  await till.pay(body.paymentUrl ?? '');
  await till.deliver();
  const paid = await orderOf(order.orderId);
  const answers = await Promise.all([1, 2].map(() => give(paid, { kind: 'amount', value: 1, reason: 'wait' })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await sound();
});

test('a bill is not adjusted if its location has changed its taxes since, and the error says why', async () => {
  const order = await placed();
  const taxed = (rate: number | null) =>
    context.db.updateTable('locations').set({ tax_rate: rate }).where('id', '=', 'truro').execute();
  await taxed(20_000);
  const { status, body } = await give(order, { kind: 'amount', value: 1, reason: 'wait' });
  await taxed(null);
  expect([status, body.error]).toEqual([409, expect.stringMatching(/^The taxes of this location changed/)]);
});

test('a fully discounted bill accepts no payment', async () => {
  const order = await placed();
  await give(order, { kind: 'comp', reason: 'mistake' });
  const { status, body } = await server.call(
    'processOrderPayment',
    { body: { orderId: order.orderId } },
    { ...staff, ...key() },
  );
  expect([status, body.code]).toEqual([409, 'more-than-due']);
});
