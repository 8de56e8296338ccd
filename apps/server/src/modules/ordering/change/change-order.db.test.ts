import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { customerWithOffer } from '../../../testing/customer-with-offer.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const truro = await payloadMaker(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const guest = await server.signIn('customer@demo.test');

type Body = InputOf<'changeOrder'>['body'];
/** `items` lists all lines after the change. */
type TestChange = Omit<Body, 'orderId' | 'version'> & {
  readonly version?: number;
  readonly items?: readonly { readonly line?: number; readonly id: string; readonly quantity: number }[];
};
type Order = Awaited<ReturnType<typeof place>>;

async function place(dishes: Record<string, number>, as: Caller = guest, more: object = {}) {
  const body = { ...truro({ dishes, tipCents: 300 }), ...more };
  const placed = await server.call('createCustomerOrderCash', { body }, { ...as, ...newKey() });
  if (!placed.body.success) throw new Error(placed.body.error);
  return placed.body.order;
}

const newKey = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key });
const change = (
  order: Pick<Order, 'orderId' | 'version' | 'items'>,
  { items, ...input }: TestChange,
  as: Caller = manager,
  key?: string,
) =>
  server.call(
    'changeOrder',
    {
      body: {
        orderId: order.orderId,
        version: order.version,
        ...(items && {
          add: items.filter(({ line }) => line === undefined),
          change: items.flatMap(({ line, quantity }) => (line === undefined ? [] : [{ line, quantity }])),
          remove: order.items.map(({ line }) => line).filter((line) => !items.some((item) => item.line === line)),
        }),
        ...input,
      },
    },
    { ...as, ...newKey(key) },
  );
const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, manager)).body.bill;
const pay = (billId: string, amount: number, tender: 'cash' | 'debit' = 'cash') =>
  server.call('addPayment', { body: { billId, tender, amount } }, { ...staff, ...newKey() });

/** The order's lines with other quantities of some dishes; 0 removes a line. */
function linesOf(order: Pick<Order, 'items'>, quantities: Record<string, number> = {}) {
  return order.items
    .map(({ line, id, quantity }) => ({ line, id, quantity: quantities[id] ?? quantity }))
    .filter(({ quantity }) => quantity > 0);
}

async function paidByCard(as: Caller = guest): Promise<Order> {
  const session = await till.start(as);
  await till.pay(session.paymentUrl);
  await till.deliver();
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, as);
  return body.order;
}

async function sound(): Promise<void> {
  await till.deliver();
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
}

const cents = (dollars: number) => Math.round(dollars * 100);

test('added dishes have the current price, remaining ones their old one, and the kitchen sees the difference', async () => {
  const order = await place({ 'butter-chicken': 2, 'mango-lassi': 1 });
  const priced = async (price: number) => {
    const body = { locationId: 'truro', itemId: 'butter-chicken', updates: { price } };
    await server.call('updateMenuItem', { body }, admin);
  };
  const [chicken] = order.items;
  await priced((chicken?.price ?? 0) + 5);
  const items = [...linesOf(order, { 'butter-chicken': 3, 'mango-lassi': 0 }), { id: 'butter-chicken', quantity: 1 }];
  const shown = await change(order, { items, preview: true });
  expect([shown.status, shown.body.saved]).toEqual([200, false]);
  const priceOf = (id: string) => order.items.find((item) => item.id === id)?.price ?? 0;
  expect(shown.body.change.amounts).toEqual([
    { line: 1, difference: priceOf('butter-chicken') },
    { line: 2, difference: -priceOf('mango-lassi') },
    { line: 3, difference: priceOf('butter-chicken') + 5 },
  ]);
  expect((await orderOf(order.orderId)).version).toBe(order.version);
  const { status, body } = await change(order, { items, total: shown.body.change.now.total });
  await priced(chicken?.price ?? 0);
  expect(status).toBe(200);
  expect(body.order.items.map(({ line, id, price, quantity }) => [line, id, price, quantity])).toEqual([
    [1, 'butter-chicken', chicken?.price, 3],
    [3, 'butter-chicken', (chicken?.price ?? 0) + 5, 1],
  ]);
  expect(body.order.changes?.at(-1)?.lines.map(({ name, by }) => [name, by])).toEqual([
    ['Butter Chicken', 1],
    ['Mango Lassi', -1],
    ['Butter Chicken', 1],
  ]);
  const subtotal = cents(4 * (chicken?.price ?? 0) + 5);
  expect(cents(body.order.pricing.subtotal)).toBe(subtotal);
  expect(cents(body.order.pricing.total)).toBe(subtotal + Math.round(subtotal * 0.14) + 300);
  expect(body.order).toMatchObject({ itemCount: 4, due: body.order.pricing.total, version: order.version + 1 });
  expect(body.change.now.total).toBe(body.order.pricing.total);
  await sound();
});

const cake = {
  id: 'x',
  quantity: 2,
  name: 'Birthday cake',
  price: 12.5,
  open: { taxClass: 'meal', isCooked: true },
} as const;
const corkage = { id: 'x', quantity: 1, name: 'Corkage', price: 15, open: { isCooked: false } } as const;

test('staff add an open item at a typed price, and it is totalled, taxed and logged like any other', async () => {
  const order = await place({ 'butter-chicken': 1 });
  const { status, body } = await change(order, { add: [cake, corkage] }, staff);
  expect(status).toBe(200);
  expect(body.order.items.slice(1)).toMatchObject([
    { line: 2, id: 'open:birthday cake', name: 'Birthday cake', price: 12.5, quantity: 2, isOpen: true },
    { line: 3, name: 'Corkage', price: 15, isOpen: true, isCooked: false },
  ]);
  const subtotal = cents(order.pricing.subtotal) + 4000;
  expect(cents(body.order.pricing.subtotal)).toBe(subtotal);
  expect(cents(body.order.pricing.total)).toBe(subtotal + Math.round(subtotal * 0.14) + 300);
  expect(body.order.changes?.at(-1)?.lines.map(({ name, by }) => [name, by])).toEqual([
    ['Birthday cake', 2],
    ['Corkage', 1],
  ]);
  const logged = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', order.orderId)
    .where('action', '=', 'change-order')
    .executeTakeFirstOrThrow();
  expect(logged.after).toMatchObject({ openItems: ['2 × Birthday cake, 12.50', '1 × Corkage, 15.00'] });
  // It has its own number, so a later change can remove it like a dish.
  const again = await change(body.order, { remove: [2] }, staff);
  expect(again.body.order.items.map(({ name }) => name)).toEqual(['Butter Chicken', 'Corkage']);
  await sound();
});

test('an item that needs no cooking can be added to an order that is ready', async () => {
  const order = await place({ 'butter-chicken': 1 });
  for (const status of ['preparing', 'ready'] as const) {
    await server.call('updateOrderStatus', { body: { orderId: order.orderId, status } }, staff);
  }
  const ready = await orderOf(order.orderId);
  expect((await change(ready, { add: [cake] }, staff)).body.error).toContain('This order is ready');
  const { status, body } = await change(ready, { add: [corkage] }, staff);
  expect([status, body.order.status, body.order.items.length]).toEqual([200, 'ready', 2]);
});

test('open items have limits, and guests cannot add them', async () => {
  const order = await place({ 'butter-chicken': 1 });
  const refused = async (add: object, as?: Caller) => {
    const { body } = await change(order, { add: [add as never] }, as);
    return [body.code, body.error];
  };
  expect(await refused({ ...cake, quantity: 11 })).toEqual(['invalid-argument', expect.stringContaining('10')]);
  expect(await refused({ ...cake, name: 'x'.repeat(61) })).toEqual(['invalid-argument', expect.stringContaining('60')]);
  expect(await refused({ ...cake, name: ' ' })).toEqual([
    'invalid-argument',
    expect.stringContaining('name is required'),
  ]);
  expect(await refused({ ...cake, price: undefined })).toEqual([
    'invalid-argument',
    expect.stringContaining('price is required'),
  ]);
  expect(await refused({ ...cake, price: 0 })).toEqual(['invalid-argument', expect.any(String)]);
  expect((await refused(cake, guest))[0]).toBe('item-unavailable');
});

test('an order that is changed and changed back costs exactly the same', async () => {
  const order = await place({ 'butter-chicken': 1, 'mango-lassi': 2 });
  const more = (await change(order, { items: linesOf(order, { 'mango-lassi': 3 }) })).body.order;
  expect(more.pricing.total).toBeGreaterThan(order.pricing.total);
  const back = (await change(more, { items: linesOf(order) })).body.order;
  expect(back.pricing).toEqual(order.pricing);
  expect(back.taxes).toEqual(order.taxes);
  await sound();
});

test('on a cash order a higher total is due and collected, and a manager hands back the difference of a lower one', async () => {
  const order = await place({ 'butter-chicken': 1 });
  await pay(order.billId, order.due);
  const paid = await orderOf(order.orderId);
  const more = (await change(paid, { items: linesOf(paid, { 'butter-chicken': 2 }) }, staff)).body;
  expect(more.order.paymentStatus).toBe('pending');
  expect(cents(more.order.due)).toBe(cents(more.order.pricing.total) - cents(order.pricing.total));
  await pay(order.billId, more.order.due, 'debit');
  const settled = await orderOf(order.orderId);
  expect(settled).toMatchObject({ paymentStatus: 'paid', due: 0 });
  const fewer = { items: linesOf(settled, { 'butter-chicken': 1 }) };
  const byStaff = await change(settled, fewer, staff);
  expect(byStaff.body).toMatchObject({ code: 'manager-needed' });
  const back = (await change(settled, fewer)).body;
  expect(back.change.ways.map(({ method }) => method).toSorted()).toEqual(['cash', 'manual']);
  expect(back.order).toMatchObject({ paymentStatus: 'paid', due: 0, refunds: [] });
  expect(back.order.pricing).toMatchObject({ total: order.pricing.total, refunded: 0 });
  expect(await billOf(order.billId)).toMatchObject({ state: 'settled', paid: order.pricing.total, due: 0 });
  await sound();
  // The rest is refunded in full.
  await server.call('cancelOrder', { body: { orderId: order.orderId } }, manager);
  await sound();
});

test('a guest removes a dish from a card order, and the difference is refunded to the card', async () => {
  const order = await paidByCard();
  const [first, second] = order.items;
  const input = { items: linesOf(order, { [second?.id ?? '']: 1 }) };
  const { status, body } = await change(order, input, guest);
  expect(status).toBe(200);
  expect(body.change.ways).toEqual([{ method: 'card', amount: body.change.back }]);
  expect(cents(body.change.back)).toBe(cents(order.pricing.total) - cents(body.order.pricing.total));
  await sound();
  expect(await billOf(order.billId)).toMatchObject({ state: 'settled', paid: body.order.pricing.total });
  const refunds = (await billOf(order.billId)).refunds;
  expect(refunds).toEqual([expect.objectContaining({ status: 'succeeded', amount: body.change.back })]);
  expect(first).toBeDefined();
});

test('guests can change their order until preparation starts, staff until it is handed out, others never', async () => {
  const order = await place({ 'butter-chicken': 1 });
  const input = (quantity: number) => ({ items: linesOf(order, { 'butter-chicken': quantity }) });
  const otherCustomer = await server.signIn('customer2@demo.test');
  expect((await change(order, input(2), otherCustomer)).status).toBe(404);
  expect((await change(order, input(2), SITE_KEY)).status).toBe(404);
  const elsewhere = await server.signIn('staff.glasgow@demo.test');
  expect((await change(order, input(2), elsewhere)).status).toBe(403);
  const token = order.metadata.orderToken;
  expect((await change(order, { ...input(2), token: 'x'.repeat(token.length) }, SITE_KEY)).status).toBe(404);
  const byToken = await change(order, { ...input(2), token }, SITE_KEY);
  expect([byToken.status, byToken.body.order.changes?.[0]?.by]).toEqual([200, 'Guest']);
  expect((await change(byToken.body.order, { customerName: 'Somebody Else' }, guest)).status).toBe(403);

  await server.call('updateOrderStatus', { body: { orderId: order.orderId, status: 'preparing' } }, staff);
  const cooking = await orderOf(order.orderId);
  const late = await change(cooking, input(3), guest);
  expect([late.status, late.body.code]).toEqual([409, 'failed-precondition']);
  expect(late.body.error).toMatch(/^The kitchen has started/);
  const named = await change(cooking, { ...input(3), customerName: 'Jordan Example', note: 'no nuts' }, staff);
  expect(named.body.order).toMatchObject({ specialInstructions: 'no nuts', customerInfo: { name: 'Jordan Example' } });
  expect(named.body.change.facts.toSorted()).toEqual(['name', 'note']);
  await server.call('confirmAllergies', { body: { orderId: order.orderId } }, staff);
  for (const status of ['ready', 'completed'] as const)
    await server.call('updateOrderStatus', { body: { orderId: order.orderId, status } }, staff);
  const over = await change(await orderOf(order.orderId), input(1));
  expect([over.status, over.body.code]).toEqual([409, 'failed-precondition']);
  await sound();
  const found = await server.call('getLocationOrders', { query: { locationId: 'truro', search: 'jordan ex' } }, staff);
  expect(found.body.orders.map(({ orderId }) => orderId)).toEqual([order.orderId]);
});

test('a time moved by staff is shown with the earlier time and the reason, to the guest and by the link', async () => {
  const order = await place({ 'butter-chicken': 1 });
  const was = order.estimatedReady ?? '';
  const now = new Date(new Date(was).getTime() + 15 * 60_000).toISOString();
  const why = 'A large order went before yours';
  const { body } = await change(order, { wantedFor: now, why });
  expect(body.order.changes).toMatchObject([{ facts: ['time'], ready: { was, now }, why }]);
  const byLink = await server.call('getCustomerOrderDetails', {
    query: { orderId: order.orderId, token: order.metadata.orderToken },
  });
  expect(byLink.body.order.changes).toMatchObject([{ ready: { was, now }, why }]);
  // Only a change of the time records a reason.
  const named = await change(body.order, { customerName: 'Asha M.', why });
  expect(named.body.order.changes?.at(-1)).not.toHaveProperty('why');
  expect((await change(named.body.order, { wantedFor: was, why: 'x'.repeat(121) })).status).toBe(400);
});

test.each<[string, (order: Order) => TestChange, number, string]>([
  ['nothing left', () => ({ items: [] }), 409, 'failed-precondition'],
  ['a dish that is not on the menu', () => ({ items: [{ id: 'unicorn', quantity: 1 }] }), 409, 'item-unavailable'],
  ['a line that is not there', () => ({ items: [{ line: 9, id: 'x', quantity: 1 }] }), 400, 'invalid-argument'],
  ['too many', (o) => ({ items: linesOf(o, { 'butter-chicken': 50 }) }), 400, 'invalid-argument'],
  ['a table of a pickup', () => ({ tableInfo: { tableNumber: '7' } }), 400, 'invalid-argument'],
  ['a time that is over', () => ({ wantedFor: '2020-01-01T00:00:00Z' }), 400, 'invalid-argument'],
  [
    'another sum than was seen',
    (o) => ({ items: linesOf(o, { 'butter-chicken': 2 }), total: 1 }),
    400,
    'pricing-mismatch',
  ],
  [
    'a version of before',
    (o) => ({ items: linesOf(o, { 'butter-chicken': 2 }), version: o.version + 7 }),
    409,
    'conflict',
  ],
])('%s is refused and nothing changes', async (_what, input, status, code) => {
  const order = await place({ 'butter-chicken': 1 });
  const answer = await change(order, input(order));
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await orderOf(order.orderId)).toEqual(order);
});

test('a dish marked as done stays done unless its quantity rises', async () => {
  const order = await place({ 'butter-chicken': 1, 'mango-lassi': 1 });
  await server.call('strikeOrderItem', { body: { orderId: order.orderId, line: 1, done: true } }, staff);
  const done = await orderOf(order.orderId);
  const off = await change(done, { items: linesOf(done, { 'butter-chicken': 0 }) });
  expect([off.status, off.body.error]).toEqual([
    409,
    'Butter Chicken is already done. It can be refunded, but not removed.',
  ]);
  const more = (await change(done, { items: linesOf(done, { 'butter-chicken': 2 }) })).body.order;
  expect(more.items[0]).toMatchObject({ quantity: 2, doneAt: null });
});

test('a payment page with an outdated amount is closed, and a new one asks for the new amount', async () => {
  const body = await till.payload();
  const placed = (await server.call('createAdminOrderOnline', { body }, { ...staff, ...newKey() })).body;
  const old = placed.paymentUrl ?? '';
  const order = await orderOf(placed.orderId);
  const [first] = order.items;
  const changed = await change(order, { items: linesOf(order).filter(({ line }) => line !== first?.line) }, staff);
  expect(changed.status).toBe(200);
  expect(changed.body.order).toMatchObject({ paymentUrl: null, due: changed.body.order.pricing.total });
  expect((await billOf(order.billId)).held).toBe(0);
  const renewed = (await server.call('renewPaymentLink', { body: { orderId: order.orderId } }, staff)).body;
  expect(renewed.paymentUrl).not.toBe(old);
  expect(renewed.pricing.total).toBe(changed.body.order.pricing.total);
  await till.pay(renewed.paymentUrl ?? '');
  await sound();
  expect(await orderOf(order.orderId)).toMatchObject({ paymentStatus: 'paid', due: 0 });
});

test('a payment page for a part of the bill stays open while its amount fits', async () => {
  const order = await place({ 'butter-chicken': 2 });
  const payment = await server.call(
    'addPayment',
    { body: { billId: order.billId, tender: 'link', amount: 5 } },
    { ...staff, ...newKey() },
  );
  const orderBefore = await orderOf(order.orderId);
  const changed = await change(orderBefore, { items: linesOf(orderBefore, { 'butter-chicken': 1 }) }, staff);
  expect(changed.status).toBe(200);
  expect((await billOf(order.billId)).held).toBe(5);
  await till.pay(payment.body.paymentUrl ?? '');
  await sound();
  expect(await billOf(order.billId)).toMatchObject({ paid: 5 });
});

test('the welcome offer applies to dishes added later, but only within its order', async () => {
  const { caller, code } = await customerWithOffer(server, 'changes@guest.test');
  const dishes = { 'butter-chicken': 1 };
  const body = { ...truro({ dishes, percentOff: 10 }), welcomeCode: code };
  const { order } = (await server.call('createCustomerOrderCash', { body }, caller)).body;
  const both = truro({ dishes: { 'butter-chicken': 1, 'mango-lassi': 2 }, percentOff: 10 }).pricing;
  const items = [...linesOf(order), { id: 'mango-lassi', quantity: 2 }];
  const changed = (await change(order, { items }, caller)).body.order;
  expect(changed.pricing).toMatchObject({ subtotal: both.subtotal, tax: both.tax, total: both.total });
  expect(changed.pricing.discount?.code).toBe(code);
  expect(cents(changed.pricing.discount?.amount ?? 0)).toBe(
    -changed.adjustments.reduce((sum, { amount }) => sum + cents(amount), 0),
  );
  const back = (await change(changed, { items: linesOf(order) }, caller)).body.order;
  expect([back.pricing, back.adjustments]).toEqual([order.pricing, order.adjustments]);
  await sound();
});

test('repeating the same request changes the order once', async () => {
  const order = await place({ 'butter-chicken': 1 });
  const key = crypto.randomUUID();
  const input = { items: linesOf(order, { 'butter-chicken': 2 }) };
  const answers = await Promise.all(Array.from({ length: 4 }, () => change(order, input, manager, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.order.version))).toEqual(new Set([order.version + 1]));
  await sound();
});

test('of two simultaneous changes one is refused with the current order', async () => {
  const order = await place({ 'butter-chicken': 1 });
  const input = (quantity: number) => ({ items: linesOf(order, { 'butter-chicken': quantity }) });
  const answers = await Promise.all([2, 3, 4, 5].map((quantity) => change(order, input(quantity))));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  const lost = answers.find(({ status }) => status === 409)?.body;
  expect(lost).toMatchObject({ code: 'conflict', order: { version: order.version + 1 } });
  await sound();
});

test('a change at the same time as a cancellation, payment or handover loses no money in any sequence', async () => {
  for (let round = 0; round < 6; round++) {
    const order = round % 2 ? await paidByCard() : await place({ 'butter-chicken': 2, 'mango-lassi': 1 });
    const fewer = { items: linesOf(order).slice(0, 1) };
    const others = [
      () => server.call('cancelOrder', { body: { orderId: order.orderId } }, manager),
      () => pay(order.billId, order.due || 1),
      () => server.call('updateOrderStatus', { body: { orderId: order.orderId, status: 'preparing' } }, staff),
    ];
    const racing = [change(order, fewer), ...others.map((other) => other()), change(order, fewer, guest)];
    expect(Math.max(...(await Promise.all<{ status: number }>(racing)).map(({ status }) => status))).toBeLessThan(500);
    await sound();
  }
});

test('a change cannot raise a discount: guests are asked to call, and staff need a manager', async () => {
  const order = await place({ 'butter-chicken': 1, 'mango-lassi': 1 });
  const discount = await server.call(
    'addDiscount',
    { body: { orderId: order.billId, version: order.version, kind: 'comp', line: 2, reason: 'mistake' } },
    { ...manager, ...newKey() },
  );
  const free = discount.body.order;
  const more = { items: linesOf(free, { 'mango-lassi': 5 }) };
  const byGuest = await change(free, more, guest);
  expect([byGuest.status, byGuest.body.error]).toEqual([
    409,
    'This order has a discount. Please call us to change it.',
  ]);
  // Staff can preview the change; saving it needs an approval.
  const shown = await change(free, { ...more, preview: true }, staff);
  expect([shown.status, shown.body.saved]).toEqual([200, false]);
  const byStaff = await change(free, more, staff);
  expect([byStaff.body.code, Object(byStaff.body)['managers']]).toEqual(['manager-needed', []]);
  expect((await change(free, { items: linesOf(free, { 'butter-chicken': 2 }) }, guest)).status).toBe(200);
  await sound();
});

test('a failed refund of a change can be retried, even if it is most of the amount paid', async () => {
  const order = await paidByCard();
  const [first] = linesOf(order);
  const fewer = (await change(order, { items: [{ ...first, quantity: 1 }] as never })).body;
  await context.db.updateTable('refunds').set({ status: 'failed' }).where('order_id', '=', order.orderId).execute();
  const { id } = await context.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(fewer.change.back).toBeGreaterThan(fewer.order.pricing.total);
  const again = await server.call('retryRefund', { body: { refundId: id } }, { ...manager, ...newKey() });
  expect([again.status, again.body.error]).toEqual([200, undefined]);
  expect(await billOf(order.billId)).toMatchObject({ state: 'settled', paid: fewer.order.pricing.total });
});

test('an order that is ready accepts nothing more to cook, and no dish can be removed', async () => {
  const order = await place({ 'butter-chicken': 2 });
  for (const status of ['preparing', 'ready'] as const)
    await server.call('updateOrderStatus', { body: { orderId: order.orderId, status } }, staff);
  const ready = await orderOf(order.orderId);
  const more = await change(ready, { items: linesOf(ready, { 'butter-chicken': 3 }) });
  expect([more.status, more.body.error]).toEqual([
    409,
    'This order is ready. Please place what you add as a separate order.',
  ]);
  const fewer = await change(ready, { items: linesOf(ready, { 'butter-chicken': 1 }) });
  expect([fewer.status, fewer.body.error]).toEqual([
    409,
    'Butter Chicken is already done. It can be refunded, but not removed.',
  ]);
});

test('a dish whose refund failed and that is then removed from the order is refunded once', async () => {
  const order = await paidByCard();
  const [first] = order.items;
  const refund = { orderId: order.orderId, items: [{ line: first?.line ?? 1, quantity: 1 }], reason: 'cold' };
  await server.call('refundOrderItems', { body: refund }, { ...manager, ...newKey() });
  await till.deliver();
  const { id } = await context.db
    .updateTable('refunds')
    .set({ status: 'failed' })
    .where('order_id', '=', order.orderId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.db
    .updateTable('orders')
    .set({ refunded_cents: 0, payment_status: 'paid' })
    .where('id', '=', order.orderId)
    .execute();
  const now = await orderOf(order.orderId);
  const fewer = await change(now, { items: linesOf(now).slice(1) });
  expect([fewer.status, fewer.body.error]).toEqual([200, undefined]);
  const again = await server.call('retryRefund', { body: { refundId: id } }, { ...manager, ...newKey() });
  expect([again.status, again.body.code]).toEqual([409, 'failed-precondition']);
});

test('the statistics of the day follow a change', async () => {
  const revenue = async () => {
    await server.settle();
    const { rows } = await context.db
      .selectFrom('dish_figures')
      .select(({ fn }) => [fn.sum<string>('count').as('count')])
      .where('item_id', '=', 'mango-lassi')
      .where('span', '=', 'day')
      .execute()
      .then((found) => ({ rows: found }));
    return Number(rows[0]?.count ?? 0);
  };
  const before = await revenue();
  const order = await place({ 'butter-chicken': 1, 'mango-lassi': 3 });
  expect(await revenue()).toBe(before + 3);
  await change(order, { items: linesOf(order, { 'mango-lassi': 1 }) });
  expect(await revenue()).toBe(before + 1);
  await sound();
});

test('a discount on the bill is recalculated with its lines, and one on a removed line is removed', async () => {
  const order = await place({ 'butter-chicken': 1, 'mango-lassi': 1 });
  const give = (version: number, line: number | null) => {
    const what = { kind: 'percent' as const, line, value: 50, reason: 'wait' as const };
    const body = { orderId: order.billId, version, ...what };
    return server.call('addDiscount', { body }, { ...manager, ...newKey() });
  };
  expect((await give(order.version, null)).status).toBe(200);
  const cheaper = await orderOf(order.orderId);
  expect((await give(cheaper.version, 2)).status).toBe(200);
  const both = await orderOf(order.orderId);
  const { body } = await change(both, { items: linesOf(both, { 'butter-chicken': 2, 'mango-lassi': 0 }) });
  const price = cents(order.items[0]?.price ?? 0);
  expect(body.order.adjustments.map(({ amount }) => cents(amount))).toEqual([-price]);
  expect(cents(body.order.pricing.total)).toBe(price + Math.round(price * 0.14) + 300);
  expect((await billOf(order.billId)).given).toHaveLength(1);
  await sound();
});
