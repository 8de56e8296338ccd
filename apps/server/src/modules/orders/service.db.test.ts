import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { payloadFor, type PayloadOptions } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const cook = await server.signIn('staff.truro@demo.test');
const cookElsewhere = await server.signIn('staff.glasgow@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const guest = await server.signIn('customer@demo.test');

async function payload(locationId: string, options: PayloadOptions = {}) {
  const { location } = (await server.call('getLocation', { query: { locationId } }, SITE_KEY)).body;
  const menu = (await server.call('getLocationMenu', { query: { locationId } }, SITE_KEY)).body;
  return { ...payloadFor(location, menu, options) };
}

async function ordered(locationId = 'truro', options: PayloadOptions = {}, as: Caller = SITE_KEY): Promise<string> {
  const placed = await server.call('createCustomerOrderCash', { body: await payload(locationId, options) }, as);
  if (!placed.body.success) throw new Error(`${placed.status} ${placed.body.error}`);
  return placed.body.orderId;
}

const step = (orderId: string, status: 'pending' | 'preparing' | 'ready' | 'completed' | 'cancelled', as = cook) =>
  server.call('updateOrderStatus', { body: { orderId, status } }, as);

const audit = (orderId: string) =>
  server.context.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'before', 'after'])
    .where('subject_id', '=', orderId)
    .orderBy('id')
    .execute();

test('an order moves step by step and keeps its promise, each step in the audit log [A-API-07] [A-BOARD-12] [A-BOARD-13]', async () => {
  const orderId = await ordered();
  const { promised } = (await server.call('getOrderDetails', { query: { orderId } }, cook)).body.order;
  const started = await step(orderId, 'preparing');
  expect(started.body).toMatchObject({
    success: true,
    orderId,
    oldStatus: 'pending',
    newStatus: 'preparing',
    message: expect.stringContaining('preparing'),
    order: {
      prepStartTime: server.clock.now().toISOString(),
      promised,
      estimatedReady: promised.to,
    },
  });
  expect((await step(orderId, 'ready')).body.order.readyTime).toBe(server.clock.now().toISOString());
  expect((await step(orderId, 'completed')).body).toMatchObject({ oldStatus: 'ready', newStatus: 'completed' });
  expect(await audit(orderId)).toMatchObject([
    { action: 'move-order', actor_name: 'Arjun Patel', before: { status: 'pending' }, after: { status: 'preparing' } },
    { action: 'move-order', before: { status: 'preparing' }, after: { status: 'ready' } },
    { action: 'move-order', before: { status: 'ready' }, after: { status: 'completed' } },
  ]);
});

test('repeating a step succeeds and changes nothing, and an invalid step returns the current order', async () => {
  const orderId = await ordered();
  const first = await step(orderId, 'preparing');
  const again = await step(orderId, 'preparing');
  expect(again.body).toMatchObject({ success: true, oldStatus: 'preparing', newStatus: 'preparing' });
  expect(again.body.order).toEqual(first.body.order);
  const wrong = await step(orderId, 'completed');
  expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
    409,
    'invalid-transition',
    'Cannot change order from preparing to completed',
  ]);
  expect(wrong.body.order).toMatchObject({ orderId, status: 'preparing' });
});

test('an order is read by its id with every field [A-API-08] [A-ENT-01]', async () => {
  const placed = await ordered('truro', {
    orderType: 'dine-in',
    tableNumber: '7',
    partySize: 3,
    tipCents: 300,
    specialInstructions: 'No onions',
  });
  expect((await server.call('getOrderDetails', { query: {} as never }, cook)).status).toBe(400);
  const { status, body } = await server.call('getOrderDetails', { query: { orderId: placed } }, cook);
  const now = server.clock.now().toISOString();
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    id: placed,
    orderId: placed,
    status: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: 'cash',
    orderType: 'dine-in',
    orderTime: now,
    updatedAt: now,
    location: 'truro',
    locationInfo: {
      id: 'truro',
      name: 'Truro Heights',
      address: expect.any(String),
      phone: expect.any(String),
      postalCode: 'B2N 1A1',
    },
    customerInfo: {
      name: 'Asha Menon',
      email: 'asha@example.test',
      phone: '+19025550177',
      firebaseId: null,
      isGuest: true,
    },
    tableInfo: { tableNumber: '7', partySize: 3 },
    specialInstructions: 'No onions',
    estimatedReady: expect.any(String),
    prepStartTime: null,
    readyTime: null,
    completedTime: null,
    cancelledTime: null,
    paidAt: null,
    paymentProcessedAt: null,
    metadata: { adminCreated: false },
    statusHistory: [{ status: 'pending', from: null, at: now }],
    paymentIntentId: null,
    sessionId: null,
    receiptUrl: expect.stringContaining(placed),
  });
  expect(body.order.items).toHaveLength(3);
  for (const item of body.order.items) {
    expect(item).toMatchObject({
      name: expect.any(String),
      price: expect.any(Number),
      quantity: 1,
      spiceLevelName: 'Mild',
    });
  }
  const { subtotal, tax, tip, total } = body.order.pricing;
  expect([tip, body.order.orderValue]).toEqual([3, total]);
  expect(Math.round((subtotal + tax + tip) * 100)).toBe(Math.round(total * 100));
  const account = (
    await server.call(
      'createAdminOrderOnline',
      { body: await payload('truro', { orderType: 'delivery', address: '1 Main St' }) },
      cook,
    )
  ).body;
  expect(account.order).toMatchObject({
    deliveryInfo: { address: '1 Main St', instructions: '' },
    metadata: { adminCreated: true },
    paymentStatus: 'pending',
  });
});

test('of two tills changing one order, one wins and the other gets the current order', async () => {
  const orderId = await ordered();
  const [a, b] = await Promise.all([step(orderId, 'preparing'), step(orderId, 'cancelled', manager)]);
  expect([a.status, b.status]).toContain(200);
  const order = (await server.call('getOrderDetails', { query: { orderId } }, cook)).body.order;
  const steps = order.statusHistory.map((change) => change.status);
  // The second change starts from the result of the first: what the kitchen started is not cancelled without a reason.
  expect([
    ['pending', 'preparing'],
    ['pending', 'cancelled'],
  ]).toContainEqual(steps);
  expect(order.version).toBe(steps.length);

  const ids = await Promise.all([ordered(), ordered()]);
  const races = await Promise.all(ids.flatMap((id) => [step(id, 'preparing'), step(id, 'preparing', manager)]));
  expect(races.map((race) => race.status)).toEqual([200, 200, 200, 200]);
  for (const id of ids) expect((await audit(id)).length).toBe(1);
});

test('a batch runs in sequence, and an invalid row does not undo the others [A-BOARD-34] [A-API-22]', async () => {
  const good = [await ordered(), await ordered()];
  const elsewhere = await ordered('new-glasgow');
  const answer = await server.call(
    'updateMultipleOrderStatuses',
    {
      body: {
        updates: [
          { orderId: good[0] ?? '', newStatus: 'preparing', timestamp: '2026-11-20T22:00:00Z' },
          { orderId: elsewhere, newStatus: 'preparing' },
          { orderId: 'TRU-20261120-ZZZZZ', newStatus: 'ready' },
          { orderId: good[1] ?? '', newStatus: 'preparing', additionalData: { note: 'x' } },
        ],
        locationId: 'truro',
        batchId: 'b-1',
      },
    },
    admin,
  );
  expect(answer.body.results.map(({ result }) => [result.success, result.code])).toEqual([
    [true, null],
    [false, 'invalid-argument'],
    [false, 'order-not-found'],
    [true, null],
  ]);
  expect(answer.body.summary).toEqual({ total: 4, successful: 2, failed: 2, successRate: 50 });
  expect(answer.body.batchId).toBe('b-1');
  const times = await server.context.db
    .selectFrom('order_status_history')
    .innerJoin('orders', 'orders.id', 'order_status_history.order_id')
    .select(['order_id', 'status'])
    .where('order_id', 'in', good)
    .where('to_status', '=', 'preparing')
    .orderBy('order_status_history.id')
    .execute();
  expect(times.map((row) => row.order_id)).toEqual(good);
});

test('within ten seconds the same person or a manager can undo a step, which restores the promised time', async () => {
  const orderId = await ordered();
  const promised = (await server.call('getOrderDetails', { query: { orderId } }, cook)).body.order.estimatedReady;
  await step(orderId, 'preparing');
  server.clock.forward(9_000);
  const back = await server.call('correctOrderStatus', { body: { orderId } }, cook);
  expect(back.body).toMatchObject({ oldStatus: 'preparing', newStatus: 'pending' });
  expect(back.body.order).toMatchObject({ status: 'pending', prepStartTime: null, estimatedReady: promised });
  expect((await audit(orderId)).at(-1)).toMatchObject({ action: 'correct-order', after: { status: 'pending' } });
  await step(orderId, 'preparing', manager);
  expect((await server.call('correctOrderStatus', { body: { orderId } }, cook)).status).toBe(403);
  server.clock.forward(10_001);
  const late = await server.call('correctOrderStatus', { body: { orderId } }, manager);
  expect([late.status, late.body.error]).toEqual([409, 'A step can only be undone within 10 seconds']);
});

test('a cook marks a line as done on every board, and undoes it', async () => {
  const orderId = await ordered();
  const strike = (line: number, done: boolean, as = cook) =>
    server.call('strikeOrderItem', { body: { orderId, line, done } }, as);
  const struck = await strike(2, true);
  expect(struck.body.order.items.map((item) => item.doneAt !== null)).toEqual([false, true, false]);
  expect((await strike(2, true)).body.order.version).toBe(struck.body.order.version);
  expect((await strike(2, false)).body.order.items[1]?.doneAt).toBeNull();
  expect((await strike(9, true)).status).toBe(400);
  expect((await strike(1, true, cookElsewhere)).status).toBe(403);
});

test.each([
  ['nobody', {}, 401],
  ['a site', SITE_KEY, 401],
  ['a guest', guest, 403],
  ['staff elsewhere', cookElsewhere, 403],
] as const)('%s cannot see or change orders of another location', async (_who, as, status) => {
  const orderId = await ordered();
  const answers = await Promise.all([
    server.call('getOrderDetails', { query: { orderId } }, as),
    step(orderId, 'preparing', as),
    server.call('correctOrderStatus', { body: { orderId } }, as),
    server.call('getLocationOrders', { query: { locationId: 'truro' } }, as),
    server.call('getLocationOrderCounts', { query: { locationId: 'truro' } }, as),
    server.call('sendCustomSMS', { body: { orderId, message: 'Hello' } }, as),
    server.call('sendCustomEmail', { body: { orderId, message: 'Hello' } }, as),
    server.call('createAdminOrderCash', { body: { ...(await payload('truro')), cashConfirmed: true } }, as),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
});

/**
 * Three orders of an evening, created once: a delivery and an order being prepared in Truro, and an order in New
 * Glasgow.
 */
let evening: Promise<{ a: string; b: string; c: string }> | null = null;
const preparedOrders = () => (evening ??= createEvening());
async function createEvening() {
  server.clock.forward(60_000);
  const ravi = { name: 'Ravi Ömer', email: 'ravi@example.test', phone: '(902) 555-0142' };
  const a = await ordered('truro', { customer: ravi, orderType: 'delivery', address: '1 Main St' });
  server.clock.forward(60_000);
  const b = await ordered('truro', { tipCents: 5000 });
  server.clock.forward(60_000);
  const c = await ordered('new-glasgow', { customer: ravi });
  await step(b, 'preparing');
  await server.settle();
  return { a, b, c };
}
const list = async (query: Record<string, string>, as = cook) =>
  (await server.call('getLocationOrders', { query }, as)).body;
const idsOf = async (query: Record<string, string>, as = cook) =>
  (await list(query, as)).orders.map((order) => order.id);

test('the list covers one or all locations, newest first unless sorted otherwise [A-DATA-07] [A-BOARD-08] [A-BOARD-09]', async () => {
  const { a, b, c } = await preparedOrders();
  expect((await idsOf({ locationId: 'truro' })).slice(0, 2)).toEqual([b, a]);
  expect((await idsOf({}, admin)).slice(0, 3)).toEqual([c, b, a]);
  expect(await idsOf({})).not.toContain(c);
  const times = (await list({ locationId: 'truro' })).orders.map((order) => order.orderTime);
  expect(times).toEqual(times.toSorted().toReversed());
  expect((await idsOf({ sortOrder: 'asc' })).slice(-2)).toEqual([a, b]);
});

test('the list can be filtered, searched and sorted [A-API-21] [A-BOARD-07] [A-DATA-07]', async () => {
  const { a, b } = await preparedOrders();
  const { orders: deliveries } = await list({ orderType: 'delivery' });
  expect(deliveries[0]?.id).toBe(a);
  expect(deliveries.filter((order) => order.orderType !== 'delivery')).toEqual([]);
  for (const paymentMethod of ['cash', 'card']) {
    const { orders } = await list({ paymentMethod });
    expect(orders.filter((order) => order.paymentMethod !== paymentMethod)).toEqual([]);
  }
  expect((await list({ paymentMethod: 'cash' })).total).toBeGreaterThan(0);
  expect(await idsOf({ search: 'ravi' })).toEqual([a]);
  expect(await idsOf({ search: '5550142' })).toEqual([a]);
  expect(await idsOf({ search: a.slice(-5).toLowerCase() })).toEqual([a]);
  expect(await idsOf({ search: '100%_' })).toEqual([]);
  expect((await idsOf({ sortBy: 'total', status: 'preparing' }))[0]).toBe(b);
  expect(await idsOf({ startDate: '2026-11-21' })).toEqual([]);
  expect(await idsOf({ endDate: '2026-11-19' })).toEqual([]);
});

test('the list has pages by cursor or offset, its total and the server’s time [A-API-20]', async () => {
  await preparedOrders();
  const whole = await list({ status: 'open', startDate: '2026-11-20', endDate: '2026-11-20' });
  expect(whole.total).toBe(whole.orders.length);
  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      status: 'open',
      limit: '2',
      ...(cursor && { cursor }),
    });
    walked.push(...page.orders.map((order) => order.id));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(whole.orders.map((order) => order.id));
  expect(await idsOf({ status: 'open', limit: '2', offset: '1' })).toEqual(walked.slice(1, 3));
  expect(whole.metadata).toMatchObject({ locationId: 'all', serverTime: server.clock.now().toISOString() });
});

test('the counts match the orders [A-API-24] [C-ORDER-03]', async () => {
  // Another number for each status.
  const ways = [[], ['preparing'], ['preparing', 'ready'], ['preparing', 'ready', 'completed'], ['cancelled']] as const;
  for (const [times, way] of ways.entries()) {
    for (let i = 0; i <= times; i++) {
      const orderId = await ordered();
      for (const status of way) await step(orderId, status);
    }
  }
  await server.settle();
  const { rows } = await sql<{ status: string; orders: number }>`
    select status, count(*) as orders from orders where location_id = 'truro' group by 1
  `.execute(server.context.db);
  const countsByStatus = Object.fromEntries(rows.map((row) => [row.status, row.orders]));
  const { body } = await server.call('getLocationOrderCounts', { query: { locationId: 'truro' } }, cook);
  expect(body.counts).toEqual({
    pending: 0,
    preparing: 0,
    ready: 0,
    completed: 0,
    cancelled: 0,
    ...countsByStatus,
    total: rows.reduce((sum, row) => sum + row.orders, 0),
  });
  expect(body).toMatchObject({ ...body.counts, lastUpdated: server.clock.now().toISOString() });
});

test('a cash order at the till needs only a name, and its prices come from the menu [A-API-04]', async () => {
  const query = {
    ...(await payload('truro')),
    customerInfo: { name: 'Mr. Lee', firebaseId: null },
    cashConfirmed: true as const,
  };
  const { total } = query.pricing;
  const take = (body: object = {}, as: Caller = cook) =>
    server.call('createAdminOrderCash', { body: { ...query, ...body } }, { ...as, 'idempotency-key': 'till-1' });
  expect(
    (await server.call('createAdminOrderCash', { body: { ...query, cashConfirmed: undefined as never } }, cook)).body
      .error,
  ).toContain('cashConfirmed');
  const wrong = { ...query, finalTotal: total + 1 };
  expect((await server.call('createAdminOrderCash', { body: wrong }, cook)).body.code).toBe('pricing-mismatch');
  const placed = await take({ finalTotal: total });
  expect(placed.body).toMatchObject({ success: true, orderId: expect.stringMatching(/^TRU-20261120-/) });
  expect(placed.body.order).toMatchObject({
    status: 'pending',
    paymentStatus: 'paid',
    paymentMethod: 'cash',
    paidAt: server.clock.now().toISOString(),
    processedBy: 'admin',
    metadata: { adminCreated: true },
  });
  expect((await take({ finalTotal: total })).body.orderId).toBe(placed.body.orderId);
  expect((await take({ finalTotal: total, specialInstructions: 'x' })).status).toBe(422);
  const payments = await server.context.db
    .selectFrom('payments')
    .select(['provider', 'method', 'status', 'processed_by'])
    .where('order_id', '=', placed.body.orderId)
    .execute();
  expect(payments).toEqual([{ provider: 'till', method: 'cash', status: 'succeeded', processed_by: 'Arjun Patel' }]);
});

const texts = (orderId: string) =>
  server.context.db
    .selectFrom('messages')
    .select(['template', 'status', 'recipient', 'body_text', 'next_try_at'])
    .where('order_id', '=', orderId)
    .where('channel', '=', 'sms')
    .where('template', '!=', 'order_received')
    .orderBy('created_at')
    .execute();

test('a guest gets a text at the start and when ready, once the step can no longer be undone [A-SMS-01] [A-SMS-02]', async () => {
  const orderId = await ordered();
  await step(orderId, 'preparing');
  await server.settle();
  expect(await texts(orderId)).toMatchObject([
    {
      template: 'order_preparing',
      status: 'queued',
      recipient: '+19025550177',
      body_text: expect.stringMatching(
        new RegExp(
          `^Sizzle & Spice: Hi Asha, your order ${orderId} is being prepared. Estimated time: \\d+:\\d\\d [ap].m.$`,
        ),
      ),
      next_try_at: new Date(server.clock.now().getTime() + 10_000),
    },
  ]);
  server.clock.forward(10_000);
  await server.settle();
  await step(orderId, 'ready');
  await server.settle();
  server.clock.forward(3_000);
  await server.call('correctOrderStatus', { body: { orderId } }, cook);
  await server.settle();
  await step(orderId, 'ready');
  server.clock.forward(10_000);
  await server.settle();
  expect(
    (await texts(orderId))
      .map((sms) => [sms.template, sms.status])
      .toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? '')),
  ).toEqual([
    ['order_preparing', 'outbox'],
    ['order_ready', 'cancelled'],
    ['order_ready', 'outbox'],
  ]);
  const ready = `Sizzle & Spice: Hi Asha, your order ${orderId} is ready. See you soon!`;
  expect((await texts(orderId)).map((sms) => sms.body_text)).toContain(ready);
});

test('a guest without a phone number gets a mail when ready, once the step can no longer be undone', async () => {
  const customer = { name: 'Noor Kay', email: 'noor@example.test', phone: '' };
  const orderId = await ordered('truro', { customer });
  const mails = () =>
    server.context.db
      .selectFrom('messages')
      .select(['channel', 'recipient', 'template', 'status', 'subject'])
      .where('order_id', '=', orderId)
      .where('template', '!=', 'order_confirmation')
      .execute();
  await step(orderId, 'preparing');
  await server.settle();
  expect(await mails()).toEqual([]);
  await step(orderId, 'ready');
  await server.settle();
  server.clock.forward(3_000);
  await server.call('correctOrderStatus', { body: { orderId } }, cook);
  await server.settle();
  await step(orderId, 'ready');
  server.clock.forward(10_000);
  await server.settle();
  const ready = { channel: 'mail', recipient: customer.email, template: 'order_ready' };
  const subject = `Your order is ready: ${orderId}`;
  expect((await mails()).toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { ...ready, status: 'cancelled', subject },
    { ...ready, status: 'outbox', subject },
  ]);
});

test('a custom text goes only to the order’s number [A-SMS-03] [A-SMS-04] [A-API-12] [A-API-13] [A-ERR-12]', async () => {
  const orderId = await ordered();
  const send = (body: { orderId: string; message: string; phoneNumber?: string }) =>
    server.call('sendCustomSMS', { body }, cook);
  const sent = await send({ orderId, message: 'Hi {customerName}, we are out of naan.', phoneNumber: '902-555-0177' });
  expect(sent.body).toMatchObject({
    success: true,
    to: '+19025550177',
    sent: false,
    message: 'Text messages are not set up here. The message stays in the outbox.',
  });
  expect((await texts(orderId)).map((sms) => sms.body_text)).toEqual(['Hi Asha Menon, we are out of naan.']);
  Object.assign(server.context, { sms: { name: 'twilio', send: async () => {} } });
  onTestFinished(() => void Object.assign(server.context, { sms: null }));
  expect((await send({ orderId, message: 'Hi' })).body).toMatchObject({
    sent: true,
    message: 'The message is on its way',
  });
  expect((await send({ orderId, message: 'Hi', phoneNumber: '902-555-0100' })).status).toBe(400);
  const unknown = await send({ orderId: 'TRU-20261120-ZZZZZ', message: 'Hi' });
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Order not found']);
  const query = {
    ...(await payload('truro')),
    customerInfo: { name: 'No Phone', firebaseId: null },
    cashConfirmed: true as const,
  };
  const nameOnly = await server.call('createAdminOrderCash', { body: query }, cook);
  const silent = await send({ orderId: nameOnly.body.orderId, message: 'Hi' });
  expect([silent.status, silent.body.error]).toEqual([409, 'No phone number found for this order']);
  const { templates } = (await server.call('getSMSTemplates', {}, cook)).body;
  expect(templates.map((template) => template.id)).toContain('order_ready');
});

test('a custom mail goes to the order’s address, and is refused for an order without one', async () => {
  const orderId = await ordered();
  const message = 'Hi {customerName}, {orderId} is late.';
  const send = (about: string) => server.call('sendCustomEmail', { body: { orderId: about, message } }, cook);
  expect((await send(orderId)).body).toMatchObject({
    success: true,
    sent: false,
    message: 'Email is not set up here. The message stays in the outbox.',
  });
  const mails = await server.context.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body_text'])
    .where('order_id', '=', orderId)
    .where('template', '=', 'custom')
    .execute();
  expect(mails).toEqual([
    {
      recipient: 'asha@example.test',
      subject: `About your order ${orderId}`,
      body_text: expect.stringContaining(`Hi Asha Menon, ${orderId} is late.`),
    },
  ]);
  expect((await audit(orderId)).at(-1)).toMatchObject({ action: 'mail-guest', actor_name: 'Arjun Patel' });
  const query = { ...(await payload('truro')), customerInfo: { name: 'Nobody', firebaseId: null } };
  const nameOnly = await server.call('createAdminOrderCash', { body: { ...query, cashConfirmed: true } }, cook);
  const silent = await send(nameOnly.body.orderId);
  expect([silent.status, silent.body.error]).toEqual([409, 'No email address found for this order']);
});

test('near the end of the business day rows and counts use the same day, also after the location changes its time zone', async () => {
  const placedAt = async (at: string) => {
    server.clock.set(at);
    const body = { ...(await payload('new-glasgow')), agreesToWait: true };
    return (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body.orderId;
  };
  const last = await placedAt('2026-12-02T07:59:59.999Z');
  const first = await placedAt('2026-12-02T08:00:00.000Z');
  const days = async (startDate: string, endDate = startDate) => {
    const query = { locationId: 'new-glasgow', startDate, endDate };
    const { orders, total } = (await server.call('getLocationOrders', { query }, cookElsewhere)).body;
    const cash = { ...query, paymentMethod: 'cash' as const };
    const counted = (await server.call('getLocationOrders', { query: cash }, cookElsewhere)).body.total;
    return { ids: orders.map(({ id }) => id), total, counted };
  };
  const expectDays = async (one: readonly string[], two: readonly string[]) => {
    const shown = (ids: readonly string[]) => ({ ids, total: ids.length, counted: ids.length });
    expect(await days('2026-12-01')).toEqual(shown(one));
    expect(await days('2026-12-02')).toEqual(shown(two));
    expect(await days('2026-12-01', '2026-12-02')).toEqual(shown([first, last]));
    expect(await days('2026-12-03')).toEqual(shown([]));
  };
  await expectDays([last], [first]);
  const moveTo = (zone: string) =>
    server.context.db.updateTable('locations').set({ time_zone: zone }).where('id', '=', 'new-glasgow').execute();
  await moveTo('America/St_Johns');
  await expectDays([], [first, last]);
  await moveTo('America/Toronto');
  await expectDays([first, last], []);
});
