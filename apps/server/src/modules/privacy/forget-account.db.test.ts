import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { columnsContaining } from '../../testing/find-in-database.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { setPromotionConsent } from '../people/consents.ts';

const server = await testServer({ env: { TRUST_PROXY: '1', RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const { pool } = context.database;
const truro = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const keyed = (as: Caller): Caller => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const forget = (body: object) => server.call('forgetPerson', { body }, admin);

async function signUp(email: string, name: string): Promise<{ as: Caller; userId: string }> {
  const answer = await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Another-pass-1!', name }),
  });
  expect(answer.status).toBe(200);
  await db
    .updateTable('users')
    .set({ email_verified: true, email_confirmed_at: server.clock.now() })
    .where('email', '=', email)
    .execute();
  const as = await server.signIn(email, 'Another-pass-1!');
  return { as, userId: (await server.call('getMe', {}, as)).body.me?.uid ?? '' };
}

/** Gives a customer a role. They sign in again, because the password of staff is judged at the sign-in. */
async function hire(userId: string, email: string, role: 'staff' | 'manager'): Promise<Caller> {
  const body = { userId, updates: { role, locationIds: ['truro'] } };
  expect((await server.call('updateUser', { body }, admin)).status).toBe(200);
  return server.signIn(email, 'Another-pass-1!');
}

async function place(customer: { name: string; email: string; phone: string }, as: Caller = SITE_KEY): Promise<string> {
  const { body } = await server.call('createCustomerOrderCash', { body: truro({ customer }) }, keyed(as));
  if (!body.success) throw new Error(body.error);
  return body.orderId;
}

async function finish(orderId: string, as: Caller = manager): Promise<void> {
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    expect((await server.call('updateOrderStatus', { body: { orderId, status } }, keyed(as))).status).toBe(200);
  }
}

test('a guest who has an account is erased by deleting the account, with the orders placed without it', async () => {
  const person = { name: 'Wanda Both', email: 'wanda@example.test', phone: '(902) 555-0951' };
  const { as, userId } = await signUp(person.email, person.name);
  const withAccount = await place(person, as);
  const without = await place(person);
  for (const id of [withAccount, without]) await finish(id);
  await server.settle();
  const refused = await forget({ email: person.email });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'failed-precondition', userId }]);
  expect((await forget({ orderId: withAccount })).body).toMatchObject({ code: 'failed-precondition', userId });
  const preview = await forget({ email: person.email, dryRun: true });
  expect(preview.body.accounts).toMatchObject([{ userId, match: 'email', role: 'customer' }]);

  const both = await forget({ userId, dryRun: true });
  expect(both.body.counts.orders).toBe(2);
  expect((await forget({ userId })).body).toMatchObject({ erased: true, obstacles: [] });
  await server.settle();
  expect(await columnsContaining(pool, ['Wanda', 'wanda@', '5550951', '555-0951'])).toEqual([]);
  expect((await server.call('getMe', {}, as)).body.me).toBeNull();
  expect((await auditData(context)).broken).toEqual([]);
});

test('an account with the same phone number is shown, and does not prevent forgetting the guest', async () => {
  const household = { name: 'Max Home', email: 'max@example.test', phone: '9025550952' };
  const { userId } = await signUp('mia@example.test', 'Mia Home');
  await db.updateTable('users').set({ phone_number: '+19025550952' }).where('id', '=', userId).execute();
  await finish(await place(household));
  await server.settle();
  const preview = await forget({ email: household.email, dryRun: true });
  expect(preview.body.accounts).toMatchObject([{ userId, match: 'phone' }]);
  expect((await forget({ email: household.email })).body.erased).toBe(true);
  expect(await columnsContaining(pool, ['max@example.test', 'Max Home'])).toEqual([]);
  const { name, phone_number: phone } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect([name, phone]).toEqual(['Mia Home', '+19025550952']);
});

test('former staff keep a number in the books and in the audit log, and nothing else', async () => {
  const { userId } = await signUp('oskar@example.test', 'Oskar Former');
  const as = await hire(userId, 'oskar@example.test', 'manager');
  const guest = { name: 'Some Guest', email: 'some@example.test', phone: '9025550953' };
  const orderId = await place(guest);
  const version = async () =>
    (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order.version;
  await server.call(
    'changeOrder',
    { body: { orderId, version: (await version()) ?? 1, change: [{ line: 1, quantity: 2 }] } },
    keyed(as),
  );
  await finish(orderId, as);
  expect((await server.call('processOrderPayment', { body: { orderId } }, keyed(as))).status).toBe(200);
  expect((await server.call('refundAmount', { body: { orderId, amount: 1, reason: 'late' } }, keyed(as))).status).toBe(
    200,
  );
  await server.settle();
  expect(await columnsContaining(pool, ['Oskar Former'])).toEqual(
    expect.arrayContaining([
      expect.stringContaining('payments.processed_by'),
      expect.stringContaining('audit_log.actor_name'),
    ]),
  );

  const working = await forget({ userId });
  expect([working.status, working.body.error]).toEqual([
    409,
    'Oskar Former still works here. Deactivate the account first.',
  ]);
  expect((await server.call('deactivateUser', { body: { userId } }, admin)).status).toBe(200);
  expect((await forget({ userId })).body.erased).toBe(true);
  await server.settle();
  expect(await columnsContaining(pool, ['Oskar', 'oskar@'])).toEqual([]);
  const { rows } = await pool.query<{ name: string }>(
    `select processed_by as name from payments where order_id = $1
     union select actor_name from order_status_history where order_id = $1 and actor_id = $2
     union select actor_name from audit_log where actor_id = $2`,
    [orderId, userId],
  );
  expect(rows).toEqual([{ name: 'Former staff member 1' }]);
  const refunds = await pool.query('select requested_by from refunds where order_id = $1', [orderId]);
  expect(refunds.rows).toEqual([{ requested_by: userId }]);

  // The next one has another number, and a repeat keeps it.
  const next = await signUp('olaf@example.test', 'Olaf Former');
  await hire(next.userId, 'olaf@example.test', 'staff');
  await server.call('deactivateUser', { body: { userId: next.userId } }, admin);
  for (let times = 0; times < 2; times++) expect((await forget({ userId: next.userId })).body.erased).toBe(true);
  const names = await pool.query(`select name from users where former_staff_number is not null order by 1`);
  expect(names.rows).toEqual([{ name: 'Former staff member 1' }, { name: 'Former staff member 2' }]);
  expect((await auditData(context)).broken).toEqual([]);
});

test('erasing one of two people of the same name leaves the other’s payments alone', async () => {
  const emails = ['kim1@example.test', 'kim2@example.test'];
  const orders: string[] = [];
  const twins: { readonly userId: string }[] = [];
  for (const email of emails) {
    const { userId } = await signUp(email, 'Kim Twin');
    twins.push({ userId });
    const as = await hire(userId, email, 'manager');
    const orderId = await place({ name: 'A Guest', email: 'aguest@example.test', phone: '' });
    await finish(orderId, as);
    expect((await server.call('processOrderPayment', { body: { orderId } }, keyed(as))).status).toBe(200);
    orders.push(orderId);
  }
  const [leaving] = twins;
  await server.call('deactivateUser', { body: { userId: leaving?.userId ?? '' } }, admin);
  expect((await forget({ userId: leaving?.userId })).body.erased).toBe(true);
  const { rows } = await pool.query('select order_id, processed_by from payments where order_id = any($1)', [orders]);
  expect(new Map(rows.map((row) => [row.order_id, row.processed_by]))).toEqual(
    new Map([
      [orders[0], 'Former staff member 3'],
      [orders[1], 'Kim Twin'],
    ]),
  );
});

test('the name of a former driver leaves entries that others made, also if a colleague has the same name', async () => {
  const email = 'dora@example.test';
  const { userId } = await signUp(email, 'Dora Driver');
  const as = await hire(userId, email, 'staff');
  const namesake = await signUp('dora2@example.test', 'Dora Driver');
  const body = truro({
    dishes: { 'mango-lassi': 4 },
    orderType: 'delivery',
    address: '22 Willow Street, Truro',
    customer: { name: 'A Guest', email: 'aguest@example.test', phone: '9025550959' },
  });
  const { orderId } = (await server.call('createCustomerOrderCash', { body }, keyed(SITE_KEY))).body;
  for (const status of ['preparing', 'ready'] as const) {
    await server.call('updateOrderStatus', { body: { orderId, status } }, keyed(manager));
  }
  await server.call('stepDelivery', { body: { orderId, step: 'taken' } }, keyed(manager));
  const handed = await server.call('handOverDelivery', { body: { orderId, driverId: userId } }, keyed(manager));
  expect(handed.status).toBe(200);
  for (const step of ['on-the-way', 'at-door', 'delivered'] as const) {
    expect((await server.call('stepDelivery', { body: { orderId, step } }, keyed(as))).status).toBe(200);
  }
  await server.settle();
  expect(await columnsContaining(pool, ['Dora Driver'])).toContain('audit_log.after: Dora Driver');
  await server.call('deactivateUser', { body: { userId } }, admin);
  expect((await forget({ userId })).body.erased).toBe(true);
  // The colleague has the name, and mails of their own.
  await db.deleteFrom('messages').where('user_id', '=', namesake.userId).execute();
  expect(await columnsContaining(pool, ['Dora Driver'])).toEqual([
    'users.name: Dora Driver',
    'users.search_text: Dora Driver',
  ]);
  const entry = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'hand-over-delivery')
    .where('subject_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(entry.after).toEqual({ driver: expect.stringMatching(/^Former staff member \d+$/) });
  expect(Object.keys(entry.before ?? {})).toEqual(['driver']);
  expect((await server.call('getMe', {}, namesake.as)).body.me?.uid).toBe(namesake.userId);
});

test('an erasure waits for a reaction that is writing a message, and erases that message too', async () => {
  const guest = { name: 'Rita Race', email: 'rita@example.test', phone: '9025550960' };
  const orderId = await place(guest);
  await finish(orderId);
  await server.settle();
  const reaction = await pool.connect();
  try {
    await reaction.query('begin');
    await reaction.query('select from event_readers for update');
    const erasing = forget({ email: guest.email });
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%event_readers%'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    await reaction.query(
      `insert into messages (id, channel, recipient, template, body_text, status, created_at, order_id)
       values ('late', 'mail', $1, 'custom', 'Dear Rita Race', 'outbox', now(), $2)`,
      [guest.email, orderId],
    );
    await reaction.query('commit');
    expect((await erasing).body.erased).toBe(true);
  } finally {
    reaction.release();
  }
  expect(await columnsContaining(pool, ['Rita Race', 'rita@'])).toEqual([]);
});

test('two people of one mailing, and two guests of past tables, can both be forgotten', async () => {
  const two = ['left@example.test', 'right@example.test'].map((email, n) => ({
    name: `Past Table ${'AB'[n]}`,
    email,
    phone: `902555096${n}`,
  }));
  await transaction(db, async (tx) => {
    for (const { email } of two) {
      await setPromotionConsent(
        tx,
        { email, userId: null },
        {
          agrees: true,
          source: 'letter',
          now: context.clock.now(),
        },
      );
    }
  });
  const recipients = two.map(({ email, name }) => ({ email, name }));
  const mail = {
    recipients,
    templateId: 'custom',
    templateData: { subject: 'Hello', message: 'Hello {name}', isAboutOwnOrders: true },
  };
  await server.call('sendBulkEmail', { body: mail }, keyed(admin));
  for (const customerInfo of two) {
    const body = bookingOf({ customerInfo, date: '2026-11-21' });
    expect((await server.call('createReservation', { body }, keyed(SITE_KEY))).status).toBe(200);
  }
  await server.settle();
  server.clock.set('2026-11-22T12:00:00Z');
  const fresh = await server.signIn('admin@demo.test');
  for (const { email } of two) {
    const { status, body } = await server.call('forgetPerson', { body: { email } }, fresh);
    expect([status, body.erased, body.counts.reservations]).toEqual([200, true, 1]);
  }
  expect(await columnsContaining(pool, ['Past Table', ...two.map(({ email }) => email)])).toEqual([]);
});
