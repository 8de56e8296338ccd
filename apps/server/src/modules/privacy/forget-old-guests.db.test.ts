import { expect, test } from 'vitest';
import { jobs } from '../../jobs.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { columnsContaining } from '../../testing/find-in-database.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { setPromotionConsent } from '../people/consents.ts';
import { forgetOldGuests } from './forget-old-guests.ts';

const server = await testServer({ env: { TRUST_PROXY: '1', RATE_LIMITS: '0' } });
const { context, clock } = server;
const { db } = context;
const { pool } = context.database;
const truro = await payloadMaker(server);
let staff = await server.signIn('staff.truro@demo.test');
const customer = await server.signIn('customer@demo.test');

const guest = (name: string) => ({
  name: `${name} Guest`,
  email: `${name.toLowerCase()}@example.test`,
  phone: `(902) 555-${String(1000 + name.charCodeAt(0) * 7).slice(0, 4)}`,
});

async function place(name: string, as: Caller = SITE_KEY) {
  const { body } = await server.call('createCustomerOrderCash', { body: truro({ customer: guest(name) }) }, as);
  if (!body.success) throw new Error(body.error);
  return body.orderId;
}

async function finish(orderId: string) {
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    const { body } = await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
    expect(body.error).toBeUndefined();
  }
}

/** Moves everything so far into the past, as if it had happened then. */
async function age(orderIds: readonly string[], months: number): Promise<void> {
  const past = `- interval '${months} months'`;
  await pool.query(`update orders set order_time = order_time ${past} where id = any($1)`, [orderIds]);
  await pool.query(`update messages set created_at = created_at ${past} where order_id = any($1)`, [orderIds]);
}

const namesLeft = async (...names: string[]) => {
  const hits = await columnsContaining(
    pool,
    names.map((name) => guest(name).email),
  );
  return [...new Set(hits.map((hit) => hit.split(': ')[1]?.split('@')[0] ?? ''))].toSorted();
};

test('the job forgets guests who were last active before the setting, and nobody else', async () => {
  const old = [await place('Anna'), await place('Bert')];
  const again = await place('Cleo');
  const open = await place('Dora');
  const ofAccount = await place('Emil', customer);
  const almost = await place('Finn');
  for (const id of [...old, again, ofAccount, almost]) await finish(id);
  await server.settle();
  await age([...old, again, open, ofAccount], 24);
  await pool.query(`update orders set order_time = order_time - interval '1 day' where id = any($1)`, [old]);
  await pool.query(`update messages set created_at = created_at - interval '1 day' where order_id = any($1)`, [old]);
  await age([almost], 23);
  // Cleo came back last week.
  await finish(await place('Cleo'));
  await server.settle();
  const bills = async () =>
    (await pool.query('select id, total_cents, tax_cents, paid_cents from bills order by id')).rows;
  const before = await bills();

  expect(await forgetOldGuests(context)).toBe(2);
  expect(await namesLeft('Anna', 'Bert', 'Cleo', 'Dora', 'Emil', 'Finn')).toEqual(['cleo', 'dora', 'emil', 'finn']);
  expect(await columnsContaining(pool, ['Anna Guest', 'Bert Guest'])).toEqual([]);
  expect(await bills()).toEqual(before);
  expect(await forgetOldGuests(context)).toBe(0);
});

test('a shorter setting forgets sooner, and the figures stay right', async () => {
  const admin = await server.signIn('admin@demo.test');
  for (const wrong of [0, 121, 1.5]) {
    const refused = await server.call(
      'updateSettings',
      { body: { settings: { forgetGuestsAfterMonths: wrong } } },
      admin,
    );
    expect([wrong, refused.status]).toEqual([wrong, 400]);
  }
  const saved = await server.call('updateSettings', { body: { settings: { forgetGuestsAfterMonths: 12 } } }, admin);
  expect(saved.body.settings.forgetGuestsAfterMonths).toBe(12);
  const figures = async () =>
    (await pool.query('select place, span, starts, guests from guest_figures where guests > 0 order by 1, 2, 3')).rows;
  const before = await figures();
  expect(await forgetOldGuests(context)).toBe(1);
  expect(await namesLeft('Finn', 'Cleo')).toEqual(['cleo']);
  expect(await figures()).toEqual(before);
});

test('reservations, messages, mailings and withdrawn consents of former guests go, and consents in force stay', async () => {
  const withTable = guest('Gina');
  const onlyMails = guest('Hugo');
  const subscriber = guest('Ines');
  for (const each of [withTable, { ...withTable, email: 'gina2@example.test' }]) {
    const booked = await server.call('createReservation', { body: bookingOf({ customerInfo: each }) }, SITE_KEY);
    expect(booked.status).toBe(200);
  }
  const now = clock.now();
  await transaction(db, async (tx) => {
    for (const { email } of [onlyMails, subscriber]) {
      await setPromotionConsent(tx, { email, userId: null }, { agrees: true, source: 'letter', now });
    }
    await setPromotionConsent(
      tx,
      { email: onlyMails.email, userId: null },
      { agrees: false, source: 'unsubscribe link', now },
    );
  });
  const admin = await server.signIn('admin@demo.test');
  const recipients = [onlyMails, withTable].map(({ email, name }) => ({ email, name }));
  const mail = {
    recipients,
    templateId: 'custom',
    templateData: { subject: 'Hello', message: 'Hello {name}', isAboutOwnOrders: true },
  };
  expect((await server.call('sendBulkEmail', { body: mail }, { ...admin, 'idempotency-key': 'one' })).status).toBe(200);
  await server.settle();
  expect(await namesLeft('Gina', 'Hugo', 'Ines')).toEqual(['gina', 'hugo', 'ines']);
  // After more than a year of silence. Both tables were never marked as seated.
  clock.set('2028-01-14T21:00:00Z');
  await forgetOldGuests(context);
  expect(await namesLeft('Gina', 'Hugo', 'Ines')).toEqual(['ines']);
  const { rows } = await pool.query(
    `select customer_name, customer_phone, is_over from reservations where erased_at is not null`,
  );
  expect(rows).toEqual(
    Array.from({ length: 2 }, () => ({ customer_name: 'Deleted guest', customer_phone: '', is_over: true })),
  );
  await server.settle();
  const { broken } = await auditData(context);
  // The test moved orders into the past, which changes their business days.
  expect(broken.filter(({ holds }) => !holds.startsWith('every') && !holds.includes('order'))).toEqual([]);
});

test('an interrupted night is finished by the next one, and two copies erase each guest once', async () => {
  staff = await server.signIn('staff.truro@demo.test');
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    const customerOf = { name: 'Night Owl', email: `night${n}@example.test`, phone: '' };
    const { body } = await server.call('createCustomerOrderCash', { body: truro({ customer: customerOf }) }, SITE_KEY);
    ids.push(body.orderId);
  }
  for (const id of ids) await finish(id);
  await server.settle();
  await age(ids, 13);
  const both = await Promise.all([forgetOldGuests(context), forgetOldGuests(context)]);
  expect(Math.max(...both)).toBeGreaterThan(0);
  expect(await columnsContaining(pool, ['Night Owl', 'night1@example.test'])).toEqual([]);
  const left = await pool.query(`select id from orders where id = any($1) and erased_at is null`, [ids]);
  expect(left.rows).toEqual([]);
  const guests = await pool.query(`select count(distinct erased_guest)::int as count from orders where id = any($1)`, [
    ids,
  ]);
  expect(guests.rows).toEqual([{ count: 30 }]);
});

test('an old order without the account of its address is forgotten, and consents to the address stay', async () => {
  const email = 'customer@demo.test';
  const body = truro({ customer: { name: 'Earlier Self', email, phone: '' } });
  const { orderId } = (await server.call('createCustomerOrderCash', { body }, SITE_KEY)).body;
  await finish(orderId);
  await server.settle();
  await age([orderId], 13);
  await pool.query(`update messages set created_at = created_at - interval '13 months' where recipient = $1`, [email]);
  await transaction(db, (tx) =>
    setPromotionConsent(tx, { email, userId: null }, { agrees: true, source: 'letter', now: clock.now() }),
  );
  expect(await forgetOldGuests(context)).toBe(1);
  expect(await columnsContaining(pool, ['Earlier Self'])).toEqual([]);
  const consents = await db.selectFrom('consents').select('source').where('email', '=', email).execute();
  expect(consents).toEqual([{ source: 'letter' }]);
});

test('the job runs once a day', () => {
  const job = jobs.find(({ name }) => name === 'forget-guests');
  expect([job?.every, job?.run]).toEqual([86_400, forgetOldGuests]);
});
