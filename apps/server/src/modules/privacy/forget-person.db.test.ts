import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../create-context.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { writeBackup } from '../../operations/backup/write-backup.ts';
import { writeExport } from '../../operations/export/write-export.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { columnsContaining } from '../../testing/find-in-database.ts';
import { payloadMaker, type PayloadOptions } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { setPromotionConsent } from '../people/consents.ts';
import { rebuildFigures } from '../figures/roll-up-orders.ts';

const logLines: string[] = [];
const log = createLog({ LOG_LEVEL: 'trace' }, { write: (line) => void logLines.push(line) });
const server = await testServer({ log, env: { TRUST_PROXY: '1' } });
const { context } = server;
const { pool } = context.database;
const truro = await payloadMaker(server);
const till = tillOf(server);
let admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');

const GUEST = { name: 'Zebedee Quint', email: 'zebedee.quint@example.test', phone: '(902) 555-0142' };
const AS_GUEST = { ...SITE_KEY, 'x-forwarded-for': '198.51.100.42' };
/** Everything that was ever typed by or about the guest. */
const TRACES = [
  'Zebedee',
  'Quint',
  'zebedee.quint',
  '9025550142',
  '555-0142',
  'Zebra Lane',
  'striped gate',
  'allergic to zanzibar',
  'zebra-phone',
  '198.51.100.42',
  'stripes on the cake',
];

const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });

async function placed(options: PayloadOptions = {}, as: Caller = AS_GUEST) {
  const { body } = await server.call(
    'createCustomerOrderCash',
    { body: truro({ customer: GUEST, ...options }) },
    keyed(as),
  );
  if (!body.success) throw new Error(body.error);
  return { orderId: body.orderId, token: body.order.metadata.orderToken ?? '' };
}

async function done(answer: Promise<{ status: number; body: object }>): Promise<void> {
  const { status, body } = await answer;
  expect(status === 200 ? null : body).toBeNull();
}

async function finish(orderId: string): Promise<void> {
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    if (status === 'ready') await done(server.call('confirmAllergies', { body: { orderId } }, keyed(staff)));
    await done(server.call('updateOrderStatus', { body: { orderId, status } }, keyed(staff)));
  }
}

const forget = (body: object) => server.call('forgetPerson', { body }, admin);

/** Moves the clock. Erasing needs a sign-in within the last minutes. */
async function moveTo(at: string): Promise<void> {
  server.clock.set(at);
  admin = await server.signIn('admin@demo.test');
}

/** A cash order that is changed, noted upon, texted about, discounted and refunded. */
async function orderInCash(): Promise<string> {
  const { orderId, token } = await placed({
    dishes: { 'butter-chicken': 2, 'mango-lassi': 1 },
    specialInstructions: 'Zebedee is allergic to zanzibar nuts',
    choices: { 'butter-chicken': { note: 'allergic to zanzibar nuts' } },
  });
  const subscription = {
    endpoint: 'https://push.example.com/zebra-phone',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  };
  await done(server.call('followOrder', { body: { orderId, token, subscription } }, AS_GUEST));
  await done(server.call('sendCustomSMS', { body: { orderId, message: 'Dear Zebedee, a moment' } }, keyed(staff)));
  await done(server.call('sendCustomEmail', { body: { orderId, message: 'Dear Zebedee, a moment' } }, keyed(staff)));
  const { version } = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
  await done(
    server.call(
      'changeOrder',
      {
        body: {
          orderId,
          version,
          change: [{ line: 1, quantity: 1, allergies: [{ text: 'zanzibar nuts' }] }],
          allergies: [{ code: 'tree-nuts', text: 'zanzibar nuts' }],
          allergyNote: 'Zebedee carries zanzibar pens',
        },
      },
      keyed(manager),
    ),
  );
  await finish(orderId);
  await done(server.call('processOrderPayment', { body: { orderId } }, keyed(staff)));
  await done(
    server.call('refundAmount', { body: { orderId, amount: 1, reason: 'Zebedee Quint was unhappy' } }, keyed(manager)),
  );
  return orderId;
}

/** A delivery that was paid by card, and another payment page that was abandoned. */
async function orderByCard(): Promise<string> {
  const customerInfo = { ...GUEST, firebaseId: null };
  const { sessionId, paymentUrl } = await till.start(keyed(AS_GUEST), { customerInfo });
  await till.pay(paymentUrl);
  await till.deliver();
  const { orderId } = (await server.call('getOrderBySessionId', { body: { sessionId } }, AS_GUEST)).body;
  await done(server.call('cancelOrder', { body: { orderId, cancelReason: 'Zebedee Quint called' } }, keyed(manager)));
  await till.deliver();
  const abandoned = await till.start(keyed(AS_GUEST), { customerInfo });
  await till.press(abandoned.paymentUrl, { action: 'cancel' });
  await till.deliver();
  return orderId;
}

async function orderDelivered(): Promise<string> {
  const { orderId } = await placed({
    dishes: { 'mango-lassi': 4 },
    orderType: 'delivery',
    address: '99 Zebra Lane, Truro',
    specialInstructions: 'by the striped gate',
  });
  await pool.query(`update orders set delivery_instructions = 'by the striped gate' where id = $1`, [orderId]);
  for (const status of ['preparing', 'ready'] as const) {
    await done(server.call('updateOrderStatus', { body: { orderId, status } }, staff));
  }
  for (const step of ['taken', 'on-the-way', 'at-door'] as const) {
    await done(server.call('stepDelivery', { body: { orderId, step } }, keyed(staff)));
  }
  const note = 'Zebedee was not at 99 Zebra Lane';
  await done(server.call('stepDelivery', { body: { orderId, step: 'failed', note } }, keyed(staff)));
  return orderId;
}

/** An order at the till with names typed by staff. */
async function orderAtTill(): Promise<string> {
  const base = truro({ customer: GUEST, dishes: { 'butter-chicken': 1 } });
  const orderInput = {
    ...base,
    items: [...base.items, { id: 'open', name: 'Zebedee’s stripes on the cake', price: 40, quantity: 1, open: {} }],
    given: [{ kind: 'comp' as const, line: 2, reason: 'other' as const, note: 'Zebedee is forty' }],
  };
  const refused = await server.call('createAdminOrderUnpaid', { body: orderInput }, keyed(manager));
  const body = { ...orderInput, pricing: Object(refused.body)['pricing'] as typeof base.pricing };
  const { order } = (await server.call('createAdminOrderUnpaid', { body }, keyed(manager))).body;
  await removeOpenDish(order.id);
  await finish(order.id);
  return order.id;
}

/** A dish that staff typed, cooked, and removed again. */
async function removeOpenDish(orderId: string): Promise<void> {
  const detailsOf = async () => (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
  const change = async (body: object) => {
    const { version } = await detailsOf();
    await done(server.call('changeOrder', { body: { orderId, version, ...body } }, keyed(manager)));
  };
  await change({ add: [{ id: 'open', name: 'Zebedee’s second cake', price: 5, quantity: 1, open: {} }] });
  await done(server.call('confirmAllergies', { body: { orderId } }, keyed(staff)));
  await done(server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, keyed(staff)));
  const { items } = await detailsOf();
  const lines = items.filter(({ name }) => name.includes('second cake')).map(({ line }) => line);
  await change({ remove: lines, why: 'Not wanted' });
}

async function tablesBooked(): Promise<string[]> {
  const book = (date: string) =>
    server.call(
      'createReservation',
      { body: bookingOf({ customerInfo: GUEST, date, specialRequests: 'Zebedee sits by the striped gate' }) },
      keyed({ ...AS_GUEST, 'user-agent': 'zebra-phone 1.0' }),
    );
  const { reservation: first, manageUrl } = (await book('2026-11-21')).body;
  await server.settle();
  await done(
    server.call(
      'cancelReservation',
      { body: { reservationId: first.reservationId, token: tokenOf(manageUrl), reason: 'Zebedee is ill' } },
      keyed(AS_GUEST),
    ),
  );
  const second = (await book('2026-11-22')).body.reservation;
  return [first.reservationId, second.reservationId];
}

/** Consent, mailings, codes, limits and a payment event that failed once. */
async function otherTraces(sessionOf: string): Promise<void> {
  const { clock, db } = context;
  await transaction(db, (tx) =>
    setPromotionConsent(tx, { email: GUEST.email, userId: null }, { agrees: true, source: 'letter', now: clock.now() }),
  );
  const { token } = await db
    .selectFrom('consents')
    .select('token')
    .where('email', '=', GUEST.email)
    .executeTakeFirstOrThrow();
  const recipients = [{ email: GUEST.email, name: GUEST.name }];
  const mail = {
    recipients,
    templateId: 'custom',
    templateData: { subject: 'Hello', message: 'Hello {name}', isAboutOwnOrders: true },
  };
  await done(server.call('sendBulkEmail', { body: mail }, keyed(admin)));
  await done(server.call('unsubscribe', { body: { token } }, AS_GUEST));
  await done(server.call('sendOrderCode', { body: { phone: GUEST.phone } }, AS_GUEST));
  await done(server.call('sendOrderCode', { body: { email: GUEST.email } }, AS_GUEST));
  const { session_id: sessionId } = await db
    .selectFrom('orders')
    .select('session_id')
    .where('id', '=', sessionOf)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('failed_webhooks')
    .values({
      id: 'w1',
      provider: 'stripe',
      event_id: 'evt_1',
      event_type: 'checkout.session.completed',
      raw: JSON.stringify({
        client_reference_id: sessionId,
        customer_details: { email: GUEST.email, name: GUEST.name },
      }),
      reason: 'the database was away',
      received_at: clock.now(),
      last_try_at: clock.now(),
      resolved_at: clock.now(),
    })
    .execute();
}

/** All files of a folder, as text. */
function filesIn(folder: string): { file: string; content: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, content: readFileSync(file, 'latin1') }));
}

const tracesIn = (content: string) => TRACES.filter((trace) => content.toLowerCase().includes(trace.toLowerCase()));

const exportFolder = mkdtempSync(path.join(tmpdir(), 'tiffin-forgotten-'));
afterAll(() => rmSync(exportFolder, { recursive: true, force: true }));

test('after an admin forgets a guest who did everything, no table, file, log line, export or backup names them', async () => {
  const inCash = await orderInCash();
  const byCard = await orderByCard();
  const delivered = await orderDelivered();
  const atTill = await orderAtTill();
  const tables = await tablesBooked();
  await otherTraces(byCard);
  await server.settle();
  const other = await placed({ customer: { name: 'Olga Other', email: 'olga@example.test', phone: '(902) 555-0199' } });
  await finish(other.orderId);
  // The last messages are still waiting: nothing was delivered or reacted to since.
  await done(server.call('sendCustomSMS', { body: { orderId: inCash, message: 'Zebedee, come again' } }, keyed(staff)));
  await moveTo('2026-11-22T23:30:00Z');
  const figures = async () => {
    await transaction(context.db, async (tx) => rebuildFigures(tx));
    const { rows } = await pool.query(
      `select place, span, starts, guests from guest_figures where guests > 0 order by 1, 2, 3`,
    );
    const sums = await pool.query('select sum(revenue_cents) as revenue, sum(completed) as completed from day_figures');
    const { totalCustomers, repeatCustomers } = (
      await server.call('getCustomerAnalytics', { query: { locationId: 'truro' } }, admin)
    ).body;
    return { rows, sums: sums.rows, totalCustomers, repeatCustomers };
  };
  const before = await figures();
  const money = () =>
    pool.query('select id, total_cents, tax_cents, tip_cents, paid_cents, state from bills order by id');
  const bills = (await money()).rows;
  const named = new Set((await columnsContaining(pool, TRACES)).map((hit) => hit.split(/[.:]/)[0]));
  // The guest is in all of these, so that the test would notice what is left.
  expect([...named]).toEqual(
    expect.arrayContaining([
      'audit_log',
      'consents',
      'delivery_steps',
      'dish_figures',
      'events',
      'failed_webhooks',
      'given_discounts',
      'idempotency_keys',
      'mailing_recipients',
      'messages',
      'order_items',
      'order_search',
      'orders',
      'payment_sessions',
      'push_followers',
      'refunds',
      'removed_lines',
      'reservations',
      'sandbox_sessions',
      'sent_codes',
    ]),
  );

  const preview = await forget({ orderId: inCash, dryRun: true });
  expect(preview.body).toMatchObject({ erased: false, accounts: [], obstacles: [] });
  expect(preview.body.orders.map(({ orderId }) => orderId).toSorted()).toEqual(
    [inCash, byCard, delivered, atTill].toSorted(),
  );
  expect(preview.body.reservations.map(({ reservationId }) => reservationId).toSorted()).toEqual(tables.toSorted());
  expect(preview.body.counts).toMatchObject({ orders: 4, reservations: 2, consents: 1 });
  expect(preview.body.counts.messages).toBeGreaterThan(8);
  expect((await columnsContaining(pool, ['zebedee.quint'])).length).toBeGreaterThan(5);

  const erased = await forget({ orderId: inCash });
  expect(erased.body).toMatchObject({ erased: true, counts: preview.body.counts });

  await server.settle();
  await till.deliver();
  // Rate limits count network addresses without knowing whose they are, for a few days.
  expect(await columnsContaining(pool, TRACES)).toEqual(['rate_limits.key: 198.51.100.42']);
  expect(
    filesIn(context.config.DATA_DIR).flatMap(({ file, content }) =>
      tracesIn(content).map((trace) => `${file}: ${trace}`),
    ),
  ).toEqual([]);
  expect(logLines.length).toBeGreaterThan(2);
  expect(tracesIn(logLines.join('\n'))).toEqual([]);
  expect(tracesIn(await text(writeBackup(pool, 'test', context.clock.now())))).toEqual(['198.51.100.42']);
  await writeExport(pool, exportFolder, context.clock.now());
  expect(
    filesIn(exportFolder).flatMap(({ file, content }) => tracesIn(content).map((trace) => `${file}: ${trace}`)),
  ).toEqual([]);

  expect((await money()).rows).toEqual(bills);
  expect((await auditData(context)).broken).toEqual([]);
  expect(await figures()).toEqual(before);
  expect((await auditData(context)).broken).toEqual([]);
  // Others are untouched.
  expect((await columnsContaining(pool, ['olga@example.test'])).map((hit) => hit.split(':')[0])).toContain(
    'orders.customer_email',
  );
});

test('the audit log says who forgot a guest and how much, but not whom', async () => {
  const { entries } = (await server.call('getAuditLog', { query: { search: 'forget-person' } }, admin)).body;
  expect(entries).toMatchObject([
    { action: 'forget-person', subjectKind: 'order', after: { orders: 4, reservations: 2 } },
  ]);
  const again = await forget({ email: GUEST.email });
  expect(again.body).toMatchObject({ erased: true, counts: { orders: 0, reservations: 0, messages: 0 } });
});

test.each([
  ['with a cart', true],
  ['without a cart', false],
])(
  'a request %s that is repeated after its guest was forgotten is refused and places no second order',
  async (_, hasCart) => {
    const guest = { name: 'Rosalind Repeat', email: 'rosalind@example.test', phone: '(902) 555-0153' };
    await moveTo('2026-11-22T21:00:00Z');
    const body = { ...truro({ customer: guest }), ...(hasCart && { cartId: crypto.randomUUID() }) };
    const as = keyed(AS_GUEST);
    const first = await server.call('createCustomerOrderCash', { body }, as);
    const { orderId } = first.body;
    await finish(orderId);
    const note = keyed(staff);
    const noteToGuest = { body: { orderId, message: 'Dear Rosalind, a moment' } };
    await done(server.call('sendCustomSMS', noteToGuest, note));
    expect((await forget({ orderId })).body).toMatchObject({ erased: true, counts: { orders: 1 } });
    const before = (await pool.query('select count(*) from orders')).rows;
    const messages = (await pool.query('select count(*) from messages')).rows;
    for (const repeated of [
      await server.call('createCustomerOrderCash', { body }, as),
      await server.call('createCustomerOrderCash', { body: { ...body, specialInstructions: 'Other' } }, as),
      await server.call('sendCustomSMS', noteToGuest, note),
    ]) {
      expect([repeated.status, repeated.body.error]).toEqual([
        409,
        'This request was already done, and its answer was deleted with the person’s data. To do it again, start anew.',
      ]);
    }
    expect((await pool.query('select count(*) from orders')).rows).toEqual(before);
    expect((await pool.query('select count(*) from messages')).rows).toEqual(messages);
    expect(await columnsContaining(pool, ['rosalind', '5550153'])).toEqual([]);
  },
);

test('a guest with an open order, an upcoming table or an open payment page is not forgotten', async () => {
  const guest = { name: 'Ottilie Open', email: 'ottilie@example.test', phone: '(902) 555-0151' };
  await moveTo('2026-11-23T21:00:00Z');
  const { orderId } = await placed({ customer: guest });
  const refused = await forget({ email: guest.email });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringContaining(`Order ${orderId} is still in progress`),
  ]);
  expect((await forget({ email: guest.email, dryRun: true })).body.obstacles).toMatchObject([
    { kind: 'order', id: orderId },
  ]);
  await finish(orderId);
  const table = await server.call(
    'createReservation',
    { body: bookingOf({ customerInfo: guest, date: '2026-11-27' }) },
    keyed(AS_GUEST),
  );
  const { manageUrl } = table.body;
  const { reservationId } = table.body.reservation;
  expect((await forget({ phone: '902 555 0151' })).body).toMatchObject({ code: 'failed-precondition', reservationId });
  await done(server.call('cancelReservation', { body: { reservationId, token: tokenOf(manageUrl) } }, AS_GUEST));
  const { paymentUrl } = await till.start(keyed(AS_GUEST), { customerInfo: { ...guest, firebaseId: null } });
  expect((await forget({ email: guest.email })).body.error).toContain('payment page of this guest is still open');
  await till.press(paymentUrl, { action: 'cancel' });
  await till.deliver();
  expect((await forget({ reservationId })).body).toMatchObject({
    erased: true,
    counts: { orders: 1, reservations: 1 },
  });
  expect(await columnsContaining(pool, ['ottilie', '5550151'])).toEqual([]);
});

test('a number of the restaurant itself connects no guests', async () => {
  const { phone } = await context.db
    .selectFrom('locations')
    .select('phone')
    .where('id', '=', 'truro')
    .executeTakeFirstOrThrow();
  const walkIns = [];
  for (const name of ['Walk In One', 'Walk In Two']) {
    const { orderId } = await placed({ customer: { name, email: '', phone } }, AS_GUEST);
    await finish(orderId);
    walkIns.push(orderId);
  }
  const { body } = await forget({ orderId: walkIns[0] ?? '', dryRun: true });
  expect(body.orders.map(({ orderId }) => orderId)).toEqual([walkIns[0]]);
  expect((await forget({ phone, dryRun: true })).body.counts.orders).toBe(0);
});

test('forgetting needs a recent proof of identity, and one way to name the person', async () => {
  expect((await forget({})).status).toBe(400);
  expect((await forget({ email: 'a@example.test', phone: '9025550100' })).status).toBe(400);
  expect((await forget({ orderId: 'TRU-20261120-NONE0' })).body.code).toBe('order-not-found');
  server.clock.forward(60 * 60_000);
  const stale = await forget({ email: 'nobody@example.test' });
  expect([stale.status, stale.body.code]).toEqual([403, 'fresh-sign-in-needed']);
  expect((await forget({ email: 'nobody@example.test', dryRun: true })).status).toBe(200);
});

test('a request whose key contains the contact is refused when it is repeated after the erasure', async () => {
  await moveTo('2026-11-24T21:00:00Z');
  const guest = { name: 'Keyed Guest', email: 'keyed.guest@example.test', phone: '(902) 555-0181' };
  const body = truro({ customer: guest });
  const as = { ...AS_GUEST, 'idempotency-key': `web order of ${guest.email}` };
  const { orderId } = (await server.call('createCustomerOrderCash', { body }, as)).body;
  const table = { body: bookingOf({ customerInfo: guest, date: '2026-11-26' }) };
  const booking = { ...AS_GUEST, 'idempotency-key': `table of ${guest.phone}` };
  const { reservation, manageUrl } = (await server.call('createReservation', table, booking)).body;
  const { reservationId } = reservation;
  await finish(orderId);
  await done(server.call('cancelReservation', { body: { reservationId, token: tokenOf(manageUrl) } }, AS_GUEST));
  expect((await forget({ orderId })).body).toMatchObject({ erased: true });
  expect(await columnsContaining(pool, ['keyed.guest', '5550181', '555-0181'])).toEqual([]);
  const counts = () =>
    pool.query('select (select count(*) from orders), (select count(*) from reservations) as tables');
  const before = (await counts()).rows;
  for (const { status, body: answer } of [
    await server.call('createCustomerOrderCash', { body }, as),
    await server.call('createReservation', table, booking),
  ]) {
    expect([status, answer.error]).toEqual([409, expect.stringContaining('was already done')]);
  }
  expect((await counts()).rows).toEqual(before);
});

test('a number that a guest only typed does not erase the orders of the person to whom it belongs', async () => {
  await moveTo('2026-11-25T21:00:00Z');
  const phone = '(902) 555-0182';
  const order = async (name: string, email: string) => {
    const { orderId } = await placed({ customer: { name, email, phone } });
    await finish(orderId);
    return orderId;
  };
  const typed = await order('Tess Typo', 'tess.typo@example.test');
  const owner = await order('Olive Owner', 'olive.owner@example.test');
  const atTill = await order('Tess', '');
  await server.settle();
  const dryRun = async (body: object) =>
    (await forget({ ...body, dryRun: true })).body.orders.map(({ orderId }) => orderId).toSorted();
  expect(await dryRun({ email: 'tess.typo@example.test' })).toEqual([typed, atTill].toSorted());
  expect(await dryRun({ orderId: typed })).toEqual([typed, atTill].toSorted());
  // Who names the number means everything under it.
  expect(await dryRun({ phone })).toEqual([typed, owner, atTill].toSorted());
  const messagesOf = () => pool.query('select id from messages where order_id = $1 order by id', [owner]);
  const before = (await messagesOf()).rows;
  expect(before.length).toBeGreaterThan(1);
  expect((await forget({ email: 'tess.typo@example.test' })).body).toMatchObject({
    erased: true,
    counts: { orders: 2 },
  });
  expect((await messagesOf()).rows).toEqual(before);
  expect((await columnsContaining(pool, ['olive.owner'])).length).toBeGreaterThan(1);
  expect(await columnsContaining(pool, ['tess'])).toEqual([]);
});

test('a key that may only erase learns how much it erased, and no contacts', async () => {
  const guest = { name: 'Vera Veiled', email: 'vera@example.test', phone: '(902) 555-0183' };
  const { orderId } = await placed({ customer: guest });
  const { body: made } = await server.call(
    'createApiKey',
    { body: { name: 'Eraser', scopes: ['privacy:write'] } },
    admin,
  );
  const as = { 'x-api-key': made.key ?? '' };
  const erase = () => server.call('forgetPerson', { body: { orderId } }, as);
  const early = await erase();
  expect([early.status, early.body.code]).toEqual([409, 'failed-precondition']);
  await finish(orderId);
  await server.settle();
  const erased = await erase();
  expect(erased.body).toMatchObject({ erased: true, counts: { orders: 1 }, orders: [], messages: [], accounts: [] });
  for (const { body } of [early, erased]) expect(JSON.stringify(body)).not.toMatch(/vera|5550183|555-0183/i);
});
