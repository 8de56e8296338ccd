import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { announceLocation } from '../locations/announce-location.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const till = tillOf(server);
const truro = await payloadMaker(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

type Body = InputOf<'createAdminOrderUnpaid'>['body'];
type Item = Body['items'][number];
type Give = NonNullable<Body['given']>[number];
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

const cake: Item = { id: 'open', name: 'Birthday  Cake', price: 40, quantity: 1, open: {} };
const corkage: Item = {
  id: 'open',
  name: 'Corkage',
  price: 15,
  quantity: 2,
  open: { taxClass: 'liquor', isCooked: false },
};
const off10: Give = { kind: 'percent', value: 10, reason: 'regular' };

/** An order of two butter chickens at 16.99 and the open items, with the server's totals. */
async function order(items: readonly Item[], discounts: readonly Give[] = [], as: Caller = manager): Promise<Body> {
  const base = truro({ dishes: { 'butter-chicken': 2 } });
  const body = { ...base, items: [...base.items, ...items], given: [...discounts] };
  const wrong = { subtotal: 0.01, tax: 0, tip: 0, total: 0.01 };
  const answer = await server.call(
    'createAdminOrderUnpaid',
    { body: { ...body, pricing: wrong } },
    { ...as, ...key() },
  );
  expect([answer.status, answer.body.code]).toEqual([400, 'pricing-mismatch']);
  const pricing: unknown = Object(answer.body)['pricing'];
  return { ...body, pricing: pricing as Body['pricing'] };
}
const place = (body: Body, as: Caller = manager) =>
  server.call('createAdminOrderUnpaid', { body }, { ...as, ...key() });
const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, staff)).body.bill;

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
}

test('an open item is sold at its typed price and tax class, and the kitchen knows whether to make it', async () => {
  const { status, body } = await place(await order([cake, corkage]), staff);
  expect(status).toBe(200);
  const { items, pricing } = body.order;
  expect(items.slice(1)).toEqual([
    expect.objectContaining({
      line: 2,
      id: 'open:birthday cake',
      name: 'Birthday  Cake',
      price: 40,
      isOpen: true,
      spiceLevelName: '',
    }),
    expect.objectContaining({ line: 3, name: 'Corkage', price: 15, quantity: 2, isOpen: true, isCooked: false }),
  ]);
  expect(items[0]).not.toHaveProperty('isOpen');
  expect(items[1]).not.toHaveProperty('isCooked');
  expect(pricing.subtotal).toBeCloseTo(2 * (items[0]?.price ?? 0) + 70);
  // Three dishes to cook: 15 minutes plus three for each.
  const minutes = (new Date(body.order.estimatedReady ?? 0).getTime() - server.clock.now().getTime()) / 60_000;
  expect(minutes).toBe(15 + 3 * 3);
  const receipt = new URL(body.order.receiptUrl);
  const shown = { orderId: body.orderId, token: receipt.searchParams.get('token') ?? '' };
  expect(JSON.stringify((await server.call('getOrderReceipt', { query: shown }, SITE_KEY)).body)).toContain('Corkage');
  const [line] = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', body.orderId).execute();
  expect(line).toMatchObject({
    action: 'create-order',
    after: { openItems: ['1 × Birthday  Cake, 40.00', '2 × Corkage, 15.00'] },
  });
  await server.settle();
  await server.call(
    'addPayment',
    { body: { billId: body.orderId, tender: 'debit', amount: body.order.due } },
    { ...staff, ...key() },
  );
  for (const step of ['preparing', 'ready', 'completed'] as const) {
    await server.call('updateOrderStatus', { body: { orderId: body.orderId, status: step } }, staff);
  }
  await server.settle();
  const figures = await db
    .selectFrom('dish_figures')
    .select(['name', 'count', 'revenue_cents'])
    .where('item_id', '=', 'open:corkage')
    .where('span', '=', 'day')
    .execute();
  expect(figures).toEqual([expect.objectContaining({ name: 'Corkage' })]);
  await sound();
});

test('guests cannot order open items', async () => {
  const body = { ...truro({ dishes: { 'butter-chicken': 1 } }) };
  const items = [{ ...cake, price: 0.01 }];
  const refused = await server.call('createCustomerOrderCash', { body: { ...body, items } }, SITE_KEY);
  expect([refused.status, refused.body.code]).toEqual([409, 'item-unavailable']);
});

test('a discount while placing an order equals one on the bill afterwards and can be removed there', async () => {
  const gives: Give[] = [
    { kind: 'comp', line: 2, reason: 'mistake', note: 'Dropped' },
    { kind: 'price', line: 1, value: 15, reason: 'promised' },
    off10,
  ];
  const body = await order([cake], gives);
  const taken = (await place(body)).body.order;
  expect(taken.pricing.off).toBe(body.pricing.off);
  expect(taken).toMatchObject({ paymentStatus: 'unpaid', due: taken.pricing.total });
  const bill = await billOf(taken.billId);
  expect(bill.given.map(({ kind, line, label, reason }) => [kind, line, label, reason])).toEqual(
    expect.arrayContaining([
      ['comp', 2, 'On the house: Birthday  Cake', 'Something was wrong'],
      ['price-match', 1, expect.stringMatching(/^Price changed: /), 'Price was promised'],
      ['discount', null, 'Discount 10%', 'Regular guest'],
    ]),
  );
  // Adding the discounts one by one to an existing bill gives the same amounts as adding them all at once.
  const plain = (await place(await order([cake]))).body.order;
  let { version } = plain;
  for (const give of gives) {
    const answer = await server.call(
      'addDiscount',
      { body: { orderId: plain.id, version, ...give } },
      { ...manager, ...key() },
    );
    expect(answer.status).toBe(200);
    version = answer.body.order.version;
  }
  const given = (await server.call('getOrderDetails', { query: { orderId: plain.id } }, staff)).body.order;
  expect(given.pricing).toEqual(taken.pricing);
  for (const { id } of bill.given) {
    const now = (await server.call('getOrderDetails', { query: { orderId: taken.id } }, staff)).body.order;
    const back = { orderId: taken.id, version: now.version, discountId: id };
    expect((await server.call('removeDiscount', { body: back }, { ...manager, ...key() })).status).toBe(200);
  }
  const after = (await server.call('getOrderDetails', { query: { orderId: taken.id } }, staff)).body.order;
  expect(after.pricing).toEqual(plain.pricing);
  await sound();
});

test('a cash order is paid with the discounted total, and a discount that takes nothing off is refused', async () => {
  const body = await order([], [{ kind: 'amount', value: 3, reason: 'wait' }], staff);
  const { status, body: answer } = await server.call(
    'createAdminOrderCash',
    { body: { ...body, cashConfirmed: true, finalTotal: body.pricing.total } },
    { ...staff, ...key() },
  );
  expect(status).toBe(200);
  expect(answer.order).toMatchObject({ paymentStatus: 'paid', due: 0, pricing: { off: 3 } });
  const dear = await place({ ...body, given: [{ kind: 'price', line: 1, value: 99, reason: 'promised' }] });
  expect(dear.status).toBe(400);
  const nothing = { kind: 'price', line: 1, value: 99, reason: 'promised' } as const;
  const plain = await order([]);
  expect((await place({ ...plain, given: [nothing] })).body.error).toBe('This takes nothing off the bill.');
  expect((await place({ ...plain, given: [{ ...off10, line: 7 }] })).body.error).toBe('This order has no line 7.');
  await sound();
});

test('a discount above the limit needs a manager’s PIN, and the repeated request runs once', async () => {
  const half: Give = { kind: 'percent', value: 50, reason: 'regular' };
  const body = await order([], [half]);
  const managerId = (
    await db.selectFrom('users').select('id').where('email', '=', 'manager.truro@demo.test').executeTakeFirstOrThrow()
  ).id;
  const { pin } = (await server.call('createPin', { body: { userId: managerId } }, manager)).body;
  const headers = { ...staff, ...key() };
  // The till asks for the approval before the money is taken; nothing is recorded.
  const asked = (headersToSend: Record<string, string>, off = 20) =>
    server.call(
      'approveDiscount',
      { body: { locationId: 'truro', subtotal: 40, off } },
      { ...staff, ...headersToSend },
    );
  const answers = [
    await asked({}, 4),
    await asked({}),
    await asked({ 'x-manager-pin': `${managerId}:${pin}` }),
    await server.call('approveDiscount', { body: { locationId: 'truro', subtotal: 40, off: 20 } }, manager),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 200]);
  const refused = await place(body, headers);
  const same = await server.call('createAdminOrderUnpaid', { body }, headers);
  expect([same.status, same.body.code, Object(same.body)['managers']]).toEqual([
    403,
    'manager-needed',
    [expect.objectContaining({ userId: managerId })],
  ]);
  expect(refused.status).toBe(403);
  const allowed = await server.call(
    'createAdminOrderUnpaid',
    { body },
    { ...headers, 'x-manager-pin': `${managerId}:${pin}` },
  );
  expect(allowed.status).toBe(200);
  expect((await server.call('createAdminOrderUnpaid', { body }, headers)).body.orderId).toBe(allowed.body.orderId);
  const [given] = (await billOf(allowed.body.orderId)).given;
  expect(given).toMatchObject({ by: expect.stringMatching(/./), approvedBy: expect.stringMatching(/./) });
  const [line] = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', allowed.body.orderId).execute();
  expect(line?.after).toMatchObject({ gave: ['Discount 50%: Regular guest'], approvedBy: given?.approvedBy });
  await sound();
});

test('the PIN of another location’s manager does not allow discounts here', async () => {
  const idOf = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const here = await place(await order([cake], []));
  const small = await place(await order([cake], [{ kind: 'comp', line: 2, reason: 'mistake' }]));
  const [far, both] = [await idOf('staff.glasgow@demo.test'), await idOf('staff.truro@demo.test')];
  await db.updateTable('users').set({ role: 'manager' }).where('id', '=', far).execute();
  await db.insertInto('user_locations').values({ user_id: both, location_id: 'new-glasgow' }).execute();
  const glasgow = await server.signIn('staff.glasgow@demo.test');
  const { pin } = (await server.call('createPin', { body: { userId: far } }, glasgow)).body;
  const headersWithPin = { ...(await server.signIn('staff.truro@demo.test')), 'x-manager-pin': `${far}:${pin}` };
  const all: Give = { kind: 'percent', value: 100, reason: 'regular' };
  const { billId, version } = here.body.order;
  const free = small.body.order;
  const answers = [
    await place(await order([], [all]), headersWithPin),
    await server.call(
      'createAdminPaymentLink',
      { body: { orderData: await order([], [off10, { ...off10, value: 50 }]) } },
      { ...headersWithPin, ...key() },
    ),
    await server.call('addDiscount', { body: { orderId: billId, version, ...all } }, { ...headersWithPin, ...key() }),
    await server.call(
      'changeOrder',
      { body: { orderId: free.id, version: free.version, change: [{ line: 2, quantity: 3 }] } },
      { ...headersWithPin, ...key() },
    ),
  ];
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([403, 'manager-needed']);
    expect(JSON.stringify(Object(body)['managers'])).not.toContain(far);
  }
  expect((await billOf(billId)).given).toEqual([]);
  await db.deleteFrom('user_locations').where('user_id', '=', both).where('location_id', '=', 'new-glasgow').execute();
  await db.updateTable('users').set({ role: 'staff' }).where('id', '=', far).execute();
  await sound();
});

test('a PIN that was not needed is not recorded', async () => {
  const managerId = (
    await db.selectFrom('users').select('id').where('email', '=', 'manager.truro@demo.test').executeTakeFirstOrThrow()
  ).id;
  const { pin } = (await server.call('createPin', { body: { userId: managerId } }, manager)).body;
  const headersWithPin = { ...staff, 'x-manager-pin': `${managerId}:${pin}` };
  const plain = (await place(await order([]), headersWithPin)).body.order;
  const little = (await place(await order([], [{ kind: 'amount', value: 1, reason: 'wait' }]), headersWithPin)).body
    .order;
  const [given] = (await billOf(little.id)).given;
  expect(given).toMatchObject({ off: 1, approvedBy: null });
  const back = { orderId: little.id, version: little.version, discountId: given?.id ?? '' };
  expect((await server.call('removeDiscount', { body: back }, { ...headersWithPin, ...key() })).status).toBe(200);
  const lines = await db.selectFrom('audit_log').selectAll().where('subject_id', 'in', [plain.id, little.id]).execute();
  expect(lines.map(({ action }) => action).toSorted()).toEqual(['adjust-bill', 'create-order', 'create-order']);
  for (const { after } of lines) expect(after).not.toHaveProperty('approvedBy');
});

test('a payment link charges the discounted total, and its order keeps discounts and open items and can be refunded', async () => {
  const body = await order([cake], [off10]);
  const link = (await server.call('createAdminPaymentLink', { body: { orderData: body } }, { ...manager, ...key() }))
    .body;
  expect(link.pricing).toMatchObject({ off: body.pricing.off, total: body.pricing.total });
  await till.pay(link.paymentUrl);
  await till.deliver();
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('session_id', '=', link.sessionId)
    .executeTakeFirstOrThrow();
  const bill = await billOf(id);
  expect(bill).toMatchObject({ state: 'settled', given: [{ label: 'Discount 10%' }] });
  const items = [{ line: 2, quantity: 1 }];
  const refund = await server.call(
    'refundOrderItems',
    { body: { orderId: id, items, reason: 'Not baked' } },
    { ...manager, ...key() },
  );
  expect(refund.status).toBe(200);
  await till.deliver();
  await sound();
});

test('the amounts of an order on account add up while the provider is down and once its link exists', async () => {
  const body = await order([cake], [off10]);
  till.failures.down = true;
  const { body: taken } = await server.call('createAdminOrderOnline', { body }, { ...manager, ...key() });
  till.failures.down = false;
  expect(taken).toMatchObject({ paymentUrl: null, pricing: { off: body.pricing.off, total: body.pricing.total } });
  const { orderId } = taken;
  await db
    .updateTable('payment_sessions')
    .set({ expires_at: server.clock.now() })
    .where('id', '=', taken.sessionId)
    .execute();
  const renewed = await server.call('renewPaymentLink', { body: { orderId } }, { ...manager, ...key() });
  expect(renewed.status).toBe(200);
  expect(renewed.body.sessionId).not.toBe(taken.sessionId);
  expect(renewed.body.pricing).toMatchObject({ off: body.pricing.off, total: body.pricing.total });
});

test('an order paid outside opening hours takes the time for its dishes, without the corkage', async () => {
  const link = await server.call(
    'createAdminPaymentLink',
    { body: { orderData: await order([corkage]) } },
    { ...manager, ...key() },
  );
  const { hours } = await db
    .selectFrom('locations')
    .select('hours')
    .where('id', '=', 'truro')
    .executeTakeFirstOrThrow();
  const shut = { open: '11:00', close: '23:00', closed: true };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  // Announced as a change, so that the next test does not use the old hours.
  const setHours = (week: object | null) =>
    transaction(db, async (tx) => {
      await tx
        .updateTable('locations')
        .set({ hours: week && JSON.stringify(week) })
        .where('id', '=', 'truro')
        .execute();
      await announceLocation(server.context, tx, 'truro', 'updated');
    });
  await setHours(Object.fromEntries(days.map((day) => [day, shut])));
  await till.pay(link.body.paymentUrl);
  await till.deliver();
  await setHours(hours);
  const placed = await db
    .selectFrom('orders')
    .select(['order_time', 'estimated_ready'])
    .where('session_id', '=', link.body.sessionId)
    .executeTakeFirstOrThrow();
  expect(placed.estimated_ready.getTime() - placed.order_time.getTime()).toBe((15 + 3 * 2) * 60_000);
});

test('items that are not on the menu share a quantity limit by name and price, when an order is placed and when it is changed', async () => {
  const dear: Item = { ...corkage, price: 20, quantity: 6 };
  const { status, body } = await place(await order([{ ...corkage, quantity: 6 }, dear]));
  expect(status).toBe(200);
  const { id: orderId, version } = body.order;
  const changed = (quantity: number, expectedVersion: number) =>
    server.call(
      'changeOrder',
      { body: { orderId, version: expectedVersion, change: [{ line: 3, quantity }] } },
      { ...manager, ...key() },
    );
  const ten = await changed(10, version);
  expect([ten.status, ten.body.order.items.map(({ quantity }) => quantity)]).toEqual([200, [2, 6, 10]]);
  const eleven = await changed(11, ten.body.order.version);
  expect([eleven.status, eleven.body.error]).toEqual([400, 'Maximum 10 items allowed for Corkage']);
});

test('a fully discounted order has nothing to pay, and gets no payment link', async () => {
  const body = await order([], [{ kind: 'comp', reason: 'staff' }]);
  expect(body.pricing.total).toBe(0);
  const { body: free } = await place(body);
  expect(free.order).toMatchObject({ paymentStatus: 'paid', due: 0, status: 'pending' });
  const expectedLines = [
    await server.call('createAdminOrderOnline', { body }, { ...manager, ...key() }),
    await server.call('createAdminPaymentLink', { body: { orderData: body } }, { ...manager, ...key() }),
  ];
  for (const refused of expectedLines) {
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'There is nothing to pay for this order. Create it without a payment.',
    ]);
  }
  await sound();
});

test('an order with an open item can be changed, and its typed name is hidden from those who only know the number', async () => {
  const { order: taken } = (await place(await order([cake, corkage], [off10]))).body;
  const change = { orderId: taken.id, version: taken.version, change: [{ line: 2, quantity: 3 }] };
  const { status, body } = await server.call('changeOrder', { body: change }, { ...manager, ...key() });
  expect(status).toBe(200);
  expect(body.order.items[1]).toMatchObject({ quantity: 3, price: 40, isOpen: true });
  expect(body.order.items[2]).toMatchObject({ isCooked: false });
  expect(body.order.pricing.subtotal).toBeCloseTo(taken.pricing.subtotal + 80);
  const given = await server.call(
    'addDiscount',
    {
      body: {
        orderId: taken.id,
        version: body.order.version,
        kind: 'comp',
        line: 2,
        reason: 'mistake',
      },
    },
    { ...manager, ...key() },
  );
  const removal = { orderId: taken.id, version: given.body.order.version, remove: [3] };
  expect((await server.call('changeOrder', { body: removal }, { ...manager, ...key() })).status).toBe(200);
  const guestView = await server.call('getCustomerOrderDetails', { query: { orderId: taken.id } }, SITE_KEY);
  const { items, adjustments, changes } = guestView.body.order;
  expect([guestView.status, items[1]?.name]).toEqual([200, 'Something else']);
  expect(adjustments.map(({ label }) => label)).toContain('On the house: Something else');
  expect(changes?.flatMap(({ lines }) => lines.map(({ name, by }) => [name, by]))).toEqual([
    ['Something else', 2],
    ['Something else', -2],
  ]);
  expect(JSON.stringify(guestView.body)).not.toMatch(/cake|corkage/i);
  const orderNow = (await server.call('getOrderDetails', { query: { orderId: taken.id } }, staff)).body.order;
  expect(JSON.stringify([orderNow.adjustments, orderNow.changes])).toMatch(/On the house: Birthday {2}Cake.*Corkage/);
  await sound();
});
