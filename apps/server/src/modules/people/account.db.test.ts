import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { newestSentCode } from '../../testing/newest-message.ts';
import { ASHA, payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { recordAuditEntries } from '../log/record-audit-entries.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { applyStatusChange } from '../orders/apply-status.ts';
import { lockOrder } from '../orders/queries.ts';

const server = await testServer();
const { context } = server;
const truro = await payloadMaker(server);
const asha = await server.signIn('customer@demo.test');

async function placeOrder(changes = {}, as = asha) {
  return (await server.call('createCustomerOrderCash', { body: { ...truro(changes) } }, as)).body.order;
}
function cancel(orderId: string) {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked) await applyStatusChange(context, tx, locked, { to: 'cancelled', actor: SYSTEM_ACTOR, from: null });
  });
}

async function book(as = asha, date = '2026-11-21') {
  const { body } = await server.call(
    'createReservation',
    {
      body: {
        locationId: 'truro',
        date,
        time: '18:00',
        partySize: 2,
        customerInfo: { name: 'Zebedee Quint', email: 'zebedee@example.test', phone: '(902) 555-0142' },
        specialRequests: 'Zebedee likes the window',
      },
    },
    as,
  );
  return body.reservation;
}

test('the download of a customer names no staff', async () => {
  const customer = await server.signIn('customer2@demo.test');
  const order = await placeOrder({}, customer);
  const staff = await server.signIn('staff.truro@demo.test');
  const step = { orderId: order.orderId, status: 'preparing' } as const;
  expect((await server.call('updateOrderStatus', { body: step }, staff)).status).toBe(200);
  const displayName = (await server.call('getMe', {}, staff)).body.me?.displayName ?? 'no name';
  const shown = await server.call('getOrderDetails', { query: { orderId: order.orderId } }, staff);
  expect(JSON.stringify(shown.body)).toContain(displayName);
  const text = await (await server.fetch('/api/exportMyData', {}, customer)).text();
  expect(text).toContain(order.orderId);
  expect(text).not.toContain(displayName);
});

test('a customer can download all their stored data as one file', async () => {
  const order = await placeOrder();
  await server.call('setFavorite', { body: { locationId: 'truro', itemId: 'mango-lassi', isFavorite: true } }, asha);
  const table = await book();
  await server.settle();
  const answer = await server.fetch('/api/exportMyData', {}, asha);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  const data = (await answer.json()) as Record<string, unknown[]>;
  expect(data).toMatchObject({
    profile: { email: 'customer@demo.test' },
    orders: [{ orderId: order.orderId, customerInfo: { name: ASHA.name } }],
    reservations: [{ reservationId: table.reservationId, customerInfo: { name: 'Zebedee Quint' } }],
    favorites: [{ locationId: 'truro', itemId: 'mango-lassi' }],
    loyaltyPoints: [],
  });
  expect(data['messages']?.length).toBeGreaterThan(2);
  expect(data['sessions']).toHaveLength(1);
  expect((await server.fetch('/api/exportMyData')).status).toBe(401);
});

test('an account is deleted only after a confirmation, and not during an open order', async () => {
  const unsure = await server.call('deleteMe', { body: {} as never }, asha);
  expect(unsure.status).toBe(400);
  const order = await placeOrder();
  const whileOpen = await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, asha);
  expect([whileOpen.status, whileOpen.body.code]).toEqual([409, 'failed-precondition']);
  const staff = await server.signIn('staff.truro@demo.test');
  expect((await server.call('deleteMe', { body: { confirm: true } }, staff)).status).toBe(403);
  await cancel(order.orderId);
});

test('an account with a booked table cannot be deleted', async () => {
  for (const each of (await server.call('getCustomerOrders', {}, asha)).body.orders) await cancel(each.orderId);
  const expected = await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, asha);
  expect(expected.body.error).toMatch(/^Reservation RES-TRU-20261121-.{4} is still to come/);
  server.clock.set('2026-11-22T22:00:00Z');
});

test('deleting an account with a password requires it, and wrong attempts are limited', async () => {
  for (const password of [undefined, 'Wrong-pass-1!']) {
    const refused = await server.call('deleteMe', { body: { confirm: true, ...(password && { password }) } }, asha);
    expect([refused.status, refused.body]).toMatchObject([400, { field: 'password' }]);
  }
  expect((await server.call('getMe', {}, asha)).body.me?.email).toBe('customer@demo.test');
  const guesses = Array.from({ length: 12 }, () =>
    server.call('deleteMe', { body: { confirm: true, password: 'Wrong-pass-1!' } }, asha),
  );
  expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
  server.clock.set('2026-11-22T22:20:00Z');
});

test('a deleted account is signed out everywhere, and no stored data identifies the person', async () => {
  const phone = '(902) 555-0142';
  const order = await placeOrder({
    customer: { name: 'Zebedee Quint', email: 'zebedee@example.test', phone },
    orderType: 'delivery',
    address: '99 Zebra Lane',
    specialInstructions: 'For Zebedee',
    choices: { 'butter-chicken': { note: 'Zebedee likes it hot' } },
    dishes: { 'butter-chicken': 2 },
  });
  const subscription = {
    endpoint: 'https://push.example.com/zebra-phone',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  };
  const followed = await server.call('followOrder', { body: { orderId: order.orderId, subscription } }, asha);
  expect(followed.status).toBe(200);
  // Staff use an idempotency key; the stored response names the guest.
  const staff = await server.signIn('staff.truro@demo.test');
  const step = { orderId: order.orderId, status: 'preparing' as const };
  const stepped = await server.call('updateOrderStatus', { body: step }, { ...staff, 'idempotency-key': 'a step' });
  expect(stepped.status).toBe(200);
  const all = await server.call('getCustomerOrders', {}, asha);
  for (const each of all.body.orders) await cancel(each.orderId);
  await server.settle();
  const deleted = await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, asha);
  expect(deleted.status).toBe(200);

  const stored = await context.db
    .selectFrom('orders')
    .select(['customer_name', 'customer_email', 'total_cents'])
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({
    customer_name: 'Deleted customer',
    customer_email: null,
    total_cents: Math.round(order.pricing.total * 100),
  });
  for (const trace of [
    'Zebedee',
    'zebedee',
    'Zebra Lane',
    'zebra-phone',
    '9025550142',
    'customer@demo.test',
    'Priya',
  ]) {
    expect(await tablesContaining(trace)).toEqual([]);
  }
  expect((await server.call('getMe', {}, asha)).body.me).toBeNull();
  await expect(server.signIn('customer@demo.test')).rejects.toThrow('401');
});

/** Columns with free text that say nothing about a person. `forgetPerson` has a rule for all others. */
const IMPERSONAL_COLUMNS: readonly string[] = [
  // staff: who did it, from where and what changed
  'audit_log.access',
  'audit_log.actor_name',
  'audit_log.address',
  'audit_log.browser',
  'audit_log.copy',
  'audit_log.proven_by',
  'audit_log.system',
  // the restaurant's tax number
  'bill_taxes.registration',
  // the bill that took the rounds, and staff again
  'bills.merged_into',
  'bills.opened_by',
  'bills.served_by',
  // texts of the menu
  'order_items.description',
  'order_items.spice_name',
  // staff again
  'order_status_history.actor_name',
  'order_status_history.from_status',
  'orders.accepted_by',
  'orders.created_by',
  // the zone of a delivery, without the address
  'orders.delivery',
  // the reasons for the promised time
  'orders.grounds',
  'orders.payment_url',
  'orders.processed_by',
  'orders.table_number',
  // why a payment needs attention, and its payment page
  'payment_sessions.attention',
  'payment_sessions.payment_url',
  // why a card reader stopped
  'payment_sessions.reader_said',
  // the card's brand
  'payments.card_brand',
  'payments.processed_by',
  'payments.taken_by',
  // the name of a tablet
  'payments.taken_on',
  'payments.tender',
  'refunds.requested_by',
  'reservations.created_by',
  // the payment of a deposit
  'reservations.deposit_session',
  'reservations.guest_confirmation',
  'reservations.table_number',
  // a test card
  'sandbox_sessions.kept_card',
];

test('every column of a person’s rows is anonymised when the account is deleted', async () => {
  const email = 'marked@example.test';
  const signedUp = await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Another-pass-1!', name: 'Marked Guest' }),
  });
  expect(signedUp.status).toBe(200);
  const marked = await server.signIn(email, 'Another-pass-1!');
  const { uid } = (await server.call('getMe', {}, marked)).body.me ?? { uid: '' };
  await server.call('setFavorite', { body: { locationId: 'truro', itemId: 'mango-lassi', isFavorite: true } }, marked);
  const order = await placeOrder(
    { orderType: 'delivery', address: '1 Marked Lane', specialInstructions: 'Marked' },
    marked,
  );
  const table = await book(marked, '2026-11-23');
  await cancel(order.orderId);
  await server.call('cancelReservation', { body: { reservationId: table.reservationId } }, marked);
  // A refunded payment, with what a manager entered about it.
  const till = tillOf(server);
  const { sessionId, paymentUrl } = await till.start(marked);
  await till.pay(paymentUrl);
  const { orderId } = (await server.call('getOrderBySessionId', { body: { sessionId } }, marked)).body;
  const manager = await server.signIn('manager.truro@demo.test');
  await server.call('cancelOrder', { body: { orderId, cancelReason: 'Marked Guest called' } }, manager);
  const admin = await server.signIn('admin@demo.test');
  const updates = { phoneNumber: '9025550177' };
  const changed = await server.call(
    'updateUser',
    { body: { userId: uid, updates, note: 'Marked Guest asked' } },
    admin,
  );
  expect(changed.status).toBe(200);
  await server.settle();

  const columns = await freeColumns();
  const about = [uid, email, order.orderId, table.reservationId, orderId, sessionId];
  for (const { table: name, column, json } of columns) {
    // changed below; its row is deleted as a whole
    if (name === 'sign_in_accounts' && column === 'password') continue;
    const mark = `a mark in ${name}.${column}`;
    await context.database.pool.query(
      `update "${name}" t set "${column}" = ${
        json
          ? `case when jsonb_typeof("${column}") = 'object' then "${column}" || jsonb_build_object('mark', $1::text) else "${column}" end`
          : `$1::text`
      } where exists (select from unnest($2::text[]) word where position(word in t::text) > 0)
          and not exists (select from unnest($2::text[]) word where position(word in coalesce("${column}"::text, '')) > 0)`,
      [mark, about],
    );
  }
  expect((await server.call('deleteMe', { body: { confirm: true, password: 'Another-pass-1!' } }, marked)).status).toBe(
    200,
  );

  const left: string[] = [];
  for (const { table: name, column } of columns) {
    const { rows } = await context.database.pool.query(
      `select 1 from "${name}" where position($1 in "${column}"::text) > 0`,
      [`a mark in ${name}.${column}`],
    );
    if (rows.length > 0) left.push(`${name}.${column}`);
  }
  expect(left.filter((column) => !IMPERSONAL_COLUMNS.includes(column))).toEqual([]);
  expect(left).toEqual(IMPERSONAL_COLUMNS);
  for (const searchText of ['Marked Guest', email]) expect(await tablesContaining(searchText)).toEqual([]);
  const counted = await context.db.selectFrom('rate_limits').select('key').where('key', 'like', `%${uid}%`).execute();
  expect(counted).toEqual([]);
});

test('text that staff typed into an order is anonymised with its guest, and the figures still match', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  const manager = await server.signIn('manager.truro@demo.test');
  const guest = await server.signIn('customer2@demo.test');
  const { uid } = (await server.call('getMe', {}, guest)).body.me ?? { uid: '' };
  const base = truro({ dishes: { 'butter-chicken': 1 } });
  const cake = (name: string) => ({ id: 'open', name, price: 40, quantity: 1, open: {} });
  const orderInput = {
    ...base,
    customerInfo: { ...base.customerInfo, firebaseId: uid },
    items: [...base.items, cake('Cake for Zaphod'), cake('Candles for Zaphod')],
    given: [
      { kind: 'comp' as const, line: 2, reason: 'other' as const, note: 'Zaphod is forty' },
      { kind: 'percent' as const, line: 3, value: 50, reason: 'other' as const, note: 'Zaphod again' },
    ],
  };
  const created = await server.call('createAdminOrderUnpaid', { body: orderInput }, manager);
  const body = { ...orderInput, pricing: Object(created.body)['pricing'] as typeof base.pricing };
  const keyed = () => ({ ...manager, 'idempotency-key': crypto.randomUUID() });
  const { order } = (await server.call('createAdminOrderUnpaid', { body }, keyed())).body;
  expect(order.customerInfo.firebaseId).toBe(uid);
  // a payment link that becomes an order and one that is never paid
  const till = tillOf(server);
  const paid = (await server.call('createAdminPaymentLink', { body: { orderData: body } }, keyed())).body;
  await till.pay(paid.paymentUrl);
  await till.deliver();
  expect((await server.call('createAdminPaymentLink', { body: { orderData: body } }, keyed())).status).toBe(200);
  const { orderId } = (await server.call('getOrderBySessionId', { body: { sessionId: paid.sessionId } }, guest)).body;
  // one candle is removed, so the order's changes mention it
  const change = { orderId, version: 1, change: [{ line: 2, quantity: 2 }] };
  const more = await server.call('changeOrder', { body: change }, keyed());
  expect(more.status).toBe(200);
  const less = { orderId: order.id, version: order.version, remove: [3] };
  const removal = await server.call('changeOrder', { body: less }, keyed());
  expect(removal.body.order.changes?.[0]?.lines[0]?.name).toBe('Candles for Zaphod');
  const dish = { orderId: order.id, version: removal.body.order.version, change: [{ line: 1, quantity: 2 }] };
  expect((await server.call('changeOrder', { body: dish }, keyed())).status).toBe(200);
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    expect((await server.call('updateOrderStatus', { body: { orderId: order.id, status } }, staff)).status).toBe(200);
  }
  for (const each of (await server.call('getCustomerOrders', {}, guest)).body.orders) {
    if (each.orderId !== order.id) await cancel(each.orderId);
  }
  await server.settle();
  expect(await tablesContaining('Zaphod')).toEqual(
    expect.arrayContaining([
      'adjustments',
      'dish_figures',
      'given_discounts',
      'order_items',
      'orders',
      'payment_sessions',
    ]),
  );
  const deleted = await server.call('deleteMe', { body: { confirm: true, password: 'Demo-pass-1!' } }, guest);
  expect(deleted.status).toBe(200);
  for (const searchText of ['Zaphod', 'zaphod']) expect(await tablesContaining(searchText)).toEqual([]);
  const remaining = (await server.call('getOrderDetails', { query: { orderId: order.id } }, staff)).body.order;
  expect(remaining.items.map(({ name, price }) => [name, price])).toEqual([
    [order.items[0]?.name, order.items[0]?.price],
    ['Something else', 40],
  ]);
  expect(remaining.adjustments.map(({ label }) => label)).toEqual(['On the house: Something else']);
  expect(remaining.changes?.flatMap(({ lines }) => lines.map(({ name, by }) => [name, by]))).toEqual([
    ['Something else', -1],
    [order.items[0]?.name, 1],
  ]);
  const figures = await context.db
    .selectFrom('dish_figures')
    .select(['item_id', 'name', 'count', 'revenue_cents'])
    .where('item_id', 'like', 'open:%')
    .where('span', '=', 'day')
    .where('count', '>', 0)
    .execute();
  expect(figures).toEqual([{ item_id: 'open:something else', name: 'Something else', count: 1, revenue_cents: 4000 }]);
  await server.settle();
  // not from this test: an earlier test rewrites the history of its own orders
  const { broken } = await auditData(context);
  expect(broken.filter(({ holds }) => !holds.startsWith('the history of every order'))).toEqual([]);
});

test('deleting an account with an unconfirmed address keeps the data of the address’s owner, and so does a confirmed one without a code', async () => {
  const email = 'owner@example.test';
  const password = 'Another-pass-1!';
  const body = JSON.stringify({ email, password, name: 'Not The Owner' });
  const headers = { 'content-type': 'application/json' };
  const signUp = () => server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body });
  const { db } = context;
  const about = { email, purpose: 'promotions', channel: 'mail', source: 'letter' } as const;
  await db
    .insertInto('consents')
    .values({ ...about, user_id: null, given_at: context.clock.now() })
    .execute();
  const to = { channel: 'mail', to: email, template: 'reservation_confirmation', subject: 'Your table' } as const;
  await queueMessages(db, context, [{ ...to, text: 'A table of the owner' }]);
  const count = async (table: 'consents' | 'messages', column: 'email' | 'recipient') =>
    (
      await db
        .selectFrom(table)
        .selectAll()
        .where(column as never, '=', email as never)
        .execute()
    ).length;

  const remove = async (code?: string) => {
    const owner = await server.signIn(email, password);
    return server.call('deleteMe', { body: { confirm: true, password, ...(code && { code }) } }, owner);
  };

  expect((await signUp()).status).toBe(200);
  expect(await count('messages', 'recipient')).toBe(2);
  expect((await remove()).status).toBe(200);
  expect([await count('consents', 'email'), await count('messages', 'recipient')]).toEqual([1, 1]);
  expect(await tablesContaining('Not The Owner')).toEqual([]);

  // A confirmed address alone does not show who reads its mail now.
  expect((await signUp()).status).toBe(200);
  await confirmAddress(email);
  expect((await remove()).status).toBe(200);
  expect([await count('consents', 'email'), await count('messages', 'recipient')]).toEqual([1, 1]);

  expect((await signUp()).status).toBe(200);
  await confirmAddress(email);
  await server.call('sendClaimCode', { body: {} }, await server.signIn(email, password));
  const code = await newestSentCode(context.db, email);
  expect((await remove(code === '000000' ? '000001' : '000000')).body.code).toBe('code-refused');
  expect((await remove(code)).status).toBe(200);
  expect([await count('consents', 'email'), await count('messages', 'recipient')]).toEqual([0, 0]);
});

test('with a code sent to their address, a customer erases what they ordered and booked without signing in', async () => {
  const customer = { name: 'Yolanda Unclaimed', email: 'yolanda@example.test', phone: '(902) 555-0133' };
  const noAccount = { ...SITE_KEY };
  const ordered = await server.call('createCustomerOrderCash', { body: truro({ customer }) }, noAccount);
  const { orderId } = ordered.body;
  const others = { ...customer, name: 'Yves Else', email: 'yves@example.test' };
  const shared = await server.call(
    'createCustomerOrderCash',
    { body: truro({ customer: { ...others, phone: '(902) 555-0134' } }) },
    noAccount,
  );
  const { email } = customer;
  const signedUp = await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Another-pass-1!', name: customer.name }),
  });
  expect(signedUp.status).toBe(200);
  await confirmAddress(email);
  const me = await server.signIn(email, 'Another-pass-1!');
  expect((await server.call('sendClaimCode', {}, me)).status).toBe(200);
  const body = { confirm: true as const, password: 'Another-pass-1!', code: await newestSentCode(context.db, email) };
  const whileOpen = await server.call('deleteMe', { body }, me);
  expect([whileOpen.status, whileOpen.body['orderId']]).toEqual([409, orderId]);
  await cancel(orderId);
  await server.settle();
  expect((await server.call('deleteMe', { body }, me)).status).toBe(200);
  for (const trace of ['Yolanda', 'yolanda', '9025550133', '555-0133'])
    expect(await tablesContaining(trace)).toEqual([]);
  const { customer_name: name } = await context.db
    .selectFrom('orders')
    .select('customer_name')
    .where('id', '=', shared.body.orderId)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Yves Else');
});

async function confirmAddress(email: string): Promise<void> {
  await context.db
    .updateTable('users')
    .set({ email_verified: true, email_confirmed_at: context.clock.now() })
    .where('email', '=', email)
    .execute();
}

test('an account sees and ends only its own consent until it confirms its address', async () => {
  const email = 'subscriber@example.test';
  const given = { email, purpose: 'promotions', channel: 'mail', source: 'letter' } as const;
  await context.db
    .insertInto('consents')
    .values({ ...given, user_id: null, given_at: context.clock.now() })
    .execute();
  const body = JSON.stringify({ email, password: 'Another-pass-1!', name: 'Not The Owner' });
  await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const account = await server.signIn(email, 'Another-pass-1!');
  const isSubscribed = async () => (await server.call('getMe', {}, account)).body.me?.preferences.marketing;
  const unsubscribe = () => server.call('updateMe', { body: { preferences: { marketing: false } } }, account);
  const left = () =>
    context.db
      .selectFrom('consents')
      .select('id')
      .where('email', '=', email)
      .where('withdrawn_at', 'is', null)
      .execute();
  const exported = async () =>
    (JSON.parse(await (await server.fetch('/api/exportMyData', {}, account)).text()) as { consents: unknown[] })
      .consents;
  expect([await isSubscribed(), await exported()]).toEqual([false, []]);
  await unsubscribe();
  expect(await left()).toHaveLength(1);
  await confirmAddress(email);
  expect([await isSubscribed(), await exported()]).toEqual([true, []]);
  await unsubscribe();
  expect(await left()).toEqual([]);
});

test('text in a deleted person’s order removes nobody else’s entries from the audit log', async () => {
  const typed = { name: 'Boss', email: 'boss@house.test', phone: '(902) 555-0188' };
  const lines = ['9025550188', '+19025550188', typed.phone, typed.email];
  const isLeft = async () => {
    const { rows } = await context.database.pool.query<{ after: object }>(
      `select after from audit_log where subject_id = 'boss' order by id`,
    );
    return rows.map(({ after }) => after);
  };
  const email = 'eraser@example.test';
  const body = JSON.stringify({ email, password: 'Another-pass-1!', name: 'An Eraser' });
  const headers = { 'content-type': 'application/json' };
  expect((await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body })).status).toBe(200);
  const eraser = await server.signIn(email, 'Another-pass-1!');
  await transaction(context.db, (tx) =>
    recordAuditEntries(
      tx,
      ...lines.map((actorName) => ({
        at: context.clock.now(),
        actor: SYSTEM_ACTOR,
        action: 'update-user',
        subject: { kind: 'user' as const, id: 'boss' },
        after: { word: actorName, role: 'admin' },
      })),
    ),
  );
  const order = await placeOrder({ customer: typed }, eraser);
  await cancel(order.orderId);
  expect((await server.call('deleteMe', { body: { confirm: true, password: 'Another-pass-1!' } }, eraser)).status).toBe(
    200,
  );
  expect(await isLeft()).toEqual(lines.map((searchText) => ({ word: searchText, role: 'admin' })));
});

test('deleting an account does not reset the message limit of an address that asked for none', async () => {
  const victim = { name: 'Vera Victim', email: 'vera@example.test', phone: '9025550199' };
  const sentTo = async () =>
    (
      await context.db
        .selectFrom('messages')
        .select('id')
        .where('recipient', '=', victim.email)
        .where('template', '=', 'order_confirmation')
        .where('status', '<>', 'cancelled')
        .execute()
    ).length;
  const throwAway = async (n: number) => {
    const email = `throw-away-${n}@example.test`;
    const body = JSON.stringify({ email, password: 'Another-pass-1!', name: 'Throw Away' });
    const headers = { 'content-type': 'application/json' };
    await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body });
    return server.signIn(email, 'Another-pass-1!');
  };
  const sent: number[] = [];
  for (const [n, orders] of [3, 3, 1].entries()) {
    const guest = await throwAway(n);
    for (let one = 0; one < orders; one++) {
      const order = await placeOrder({ customer: victim }, guest);
      await server.settle();
      await cancel(order.orderId);
    }
    sent.push(await sentTo());
    expect(
      (await server.call('deleteMe', { body: { confirm: true, password: 'Another-pass-1!' } }, guest)).status,
    ).toBe(200);
  }
  // five an hour, including those about the cancellations
  expect(sent).toEqual([3, 0, 0]);
  expect(await tablesContaining(victim.email)).toEqual([]);
});

test('the message count of an address outlives an account that never confirmed it', async () => {
  const email = 'locked@example.test';
  const body = JSON.stringify({ email, password: 'Another-pass-1!', name: 'Not The Owner' });
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body });
  const newAccount = await server.signIn(email, 'Another-pass-1!');
  const used = { key: `password-reset-to:${email}`, count: 5, window_started_at: context.clock.now() };
  await context.db.insertInto('rate_limits').values(used).execute();
  expect(
    (await server.call('deleteMe', { body: { confirm: true, password: 'Another-pass-1!' } }, newAccount)).status,
  ).toBe(200);
  expect(await context.db.selectFrom('rate_limits').select('count').where('key', '=', used.key).execute()).toEqual([
    { count: 5 },
  ]);
});

test('a data download excludes mails to an unconfirmed address', async () => {
  const email = 'unread@example.test';
  const body = JSON.stringify({ email, password: 'Another-pass-1!', name: 'Un Read' });
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/api/auth/sign-up/email', { method: 'POST', headers, body });
  const unread = await server.signIn(email, 'Another-pass-1!');
  const data = await (await server.fetch('/api/exportMyData', {}, unread)).text();
  expect(data).toContain('Confirm your email address');
  expect(data).not.toMatch(/token=[\w-]|WELCOME-\w/);
  // Nor what the owner of the address agreed to without an account.
  const about = { email, purpose: 'promotions', channel: 'mail', source: 'a card at the counter' } as const;
  await context.db
    .insertInto('consents')
    .values({ ...about, user_id: null, given_at: context.clock.now() })
    .execute();
  expect(await (await server.fetch('/api/exportMyData', {}, unread)).text()).not.toContain(about.source);
});

test('when an order and the deletion of its account race, only one of them succeeds', async () => {
  const outcomes: string[] = [];
  for (let round = 0; round < 8; round++) {
    const email = `hasty-${round}@example.test`;
    const signedUp = await server.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Another-pass-1!', name: 'Hasty Guest' }),
    });
    expect(signedUp.status).toBe(200);
    const hasty = await server.signIn(email, 'Another-pass-1!');
    const [deleted, ...placed] = await Promise.all([
      server.call('deleteMe', { body: { confirm: true, password: 'Another-pass-1!' } }, hasty),
      ...[1, 2, 3].map(() => server.call('createCustomerOrderCash', { body: { ...truro() } }, hasty)),
    ]);
    outcomes.push(deleted.status === 200 ? `deleted, ${placed.filter(({ status }) => status === 200).length}` : 'kept');
  }
  expect(outcomes.filter((outcome) => outcome !== 'kept' && outcome !== 'deleted, 0')).toEqual([]);
  const { rows } = await context.database.pool.query(
    'select o.id from orders o join users u on u.id = o.user_id where u.is_deleted and o.customer_name <> $1',
    ['Deleted customer'],
  );
  expect(rows).toEqual([]);
});

test('the address of a deleted account can be used for a new account', async () => {
  // Earlier tests used up the sign-ups of this hour.
  server.clock.forward(61 * 60_000);
  const answer = await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'customer@demo.test', password: 'Another-pass-1!', name: 'Somebody New' }),
  });
  expect(answer.status).toBe(200);
  const newcomer = await server.signIn('customer@demo.test', 'Another-pass-1!');
  expect((await server.call('getCustomerOrders', {}, newcomer)).body.orders).toEqual([]);
});

/** The tables in which a text can still be found. */
async function tablesContaining(searchText: string): Promise<string[]> {
  const { rows } = await context.database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table_name: table } of rows) {
    const { rows: hits } = await context.database.pool.query(
      `select 1 from ${table} t where position($1 in t::text) > 0 limit 1`,
      [searchText],
    );
    if (hits.length > 0) found.push(table);
  }
  return found;
}

/** Columns with free text: no enum, check or foreign key limits their values. */
async function freeColumns(): Promise<{ table: string; column: string; json: boolean }[]> {
  const { rows } = await context.database.pool.query<{ table: string; column: string; json: boolean }>(`
    select c.table_name as table, c.column_name as column, c.data_type = 'jsonb' as json
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')
      and c.is_generated = 'NEVER' and c.column_name !~ '(_id|_kind|_key)$'
      and not exists (
        select from pg_attribute a where a.attrelid = c.table_name::regclass and a.attname = c.column_name and (
          exists (select from pg_constraint k where k.conrelid = a.attrelid and a.attnum = any(k.conkey))
          or exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey))))
    order by 1, 2`);
  return rows;
}
