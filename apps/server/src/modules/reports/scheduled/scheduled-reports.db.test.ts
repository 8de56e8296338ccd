import type { KeyScope } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { htmlOf } from '../../outbox/templates/index.ts';
import { sendScheduledReports } from './send-scheduled-reports.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const makePayload = await payloadMaker(server);
const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const adminId = await idOf('admin@demo.test');
const managerId = await idOf('manager.truro@demo.test');
const staffId = await idOf('staff.truro@demo.test');

const START = '2026-11-20T22:00:00.000Z';
const DAY = '2026-11-20';
/** An hour after the business day of November 20 ended in Halifax. */
const NEXT_MORNING = '2026-11-21T09:00:00.000Z';
const goTo = (at: string) => server.clock.set(at);

beforeEach(async () => {
  goTo(START);
  await sql`truncate scheduled_reports`.execute(db);
  await db.deleteFrom('messages').where('template', '=', 'scheduled_report').execute();
});

interface Choice {
  readonly userId: string;
  readonly locationId: string;
  readonly frequency: 'daily' | 'monthly';
}
const daily: Choice = { userId: managerId, locationId: 'truro', frequency: 'daily' };
const add = (choice: Choice, as: Caller = admin) => server.call('addScheduledReport', { body: choice }, as);
const remove = (choice: Choice, as: Caller = admin) => server.call('removeScheduledReport', { body: choice }, as);
const send = () => sendScheduledReports(server.context);
const mails = () =>
  db.selectFrom('messages').selectAll().where('template', '=', 'scheduled_report').orderBy('recipient').execute();
async function sellOne(): Promise<void> {
  const { body } = await server.call('createCustomerOrderCash', { body: makePayload({ tipCents: 300 }) }, SITE_KEY);
  const { billId, pricing } = body.order;
  const payment = { billId, tender: 'cash', amount: pricing.total, tip: 0, given: null, reference: '' } as const;
  const paid = await server.call('addPayment', { body: payment }, { ...manager, 'idempotency-key': body.orderId });
  expect(paid.status).toBe(200);
}

test('a manager chooses for themselves, an admin for everybody who sees the figures', async () => {
  expect((await add(daily, manager)).body.people).toMatchObject([
    { userId: managerId, locationIds: ['truro'], reports: [{ locationId: 'truro', frequency: 'daily' }] },
  ]);
  expect((await add({ ...daily, userId: adminId }, manager)).status).toBe(403);
  expect((await add({ ...daily, locationId: 'new-glasgow' }, manager)).status).toBe(403);
  expect((await add({ ...daily, locationId: 'new-glasgow' })).status).toBe(403);
  expect((await add({ ...daily, userId: staffId })).status).toBe(404);
  expect((await add({ ...daily, userId: adminId, locationId: 'nowhere' })).status).toBe(404);
  expect((await add({ ...daily, frequency: 'hourly' as never })).status).toBe(400);
  expect((await add({ ...daily, userId: adminId, locationId: 'all' })).status).toBe(200);
  await add(daily);
  const { body } = await server.call('getScheduledReports', {}, admin);
  expect(body.people.map(({ userId }) => userId)).not.toContain(staffId);
  expect(body.people.flatMap(({ reports }) => reports)).toHaveLength(2);
  expect((await server.call('getScheduledReports', {}, manager)).body.people).toHaveLength(1);
  expect((await remove({ ...daily, userId: adminId, locationId: 'all' }, manager)).status).toBe(403);
  await remove(daily, manager);
  const audit = await db
    .selectFrom('audit_log')
    .select('action')
    .where('access', 'is', null)
    .where('subject_id', '=', managerId)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['add-scheduled-report', 'remove-scheduled-report']);
  expect((await remove(daily, manager)).body.people[0]?.reports).toEqual([]);
});

test('a day is mailed once, an hour after it ended, with the figures of the report to the cent', async () => {
  await sellOne();
  await add(daily, manager);
  goTo('2026-11-21T08:59:59.999Z');
  await send();
  expect(await mails()).toEqual([]);
  goTo(NEXT_MORNING);
  await Promise.all([send(), send(), send()]);
  await send();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'manager.truro@demo.test', user_id: managerId, channel: 'mail' });
  const query = { locationId: 'truro', from: DAY, to: DAY };
  const { body: report } = await server.call('getReport', { query }, manager);
  expect(report.orders).toBe(1);
  const bill = mail?.mail_content?.draft.blocks.find(({ kind }) => kind === 'bill');
  if (bill?.kind !== 'bill') throw new Error('the mail has no figures');
  const amounts = Object.fromEntries(
    [...bill.dishes, ...bill.sums, bill.total, ...bill.below].map(({ text, amount }) => [text, amount]),
  );
  const centsOf = (dollars: number) => Math.round(dollars * 100);
  expect(amounts).toEqual({
    'Gross sales': centsOf(report.sales.gross),
    Discounts: 0,
    'Refunds of dishes': centsOf(report.refunds),
    'Net sales': centsOf(report.sales.net),
    Charges: centsOf(report.charges),
    Taxes: centsOf(report.taxes.reduce((sum, { amount }) => sum + amount, 0)),
    Tips: centsOf(report.tips),
    'Cash rounding': centsOf(report.cashRounding),
    Billed: centsOf(report.billed),
    Owed: centsOf(report.owed),
    'For bills of other days': centsOf(report.otherDays),
    Received: centsOf(report.received),
    Cash: centsOf(report.tenders[0]?.amount ?? 0),
  });
  expect(mail?.subject).toBe(`Friday, November 20, 2026: net sales $${report.sales.net.toFixed(2)}, Truro Heights`);
  const link = `/admin/dashboard?location=truro&from=${DAY}&to=${DAY}#report`;
  expect(mail?.body_text).toContain(link);
  expect(mail?.body_text).toContain('/admin/dashboard?page=mails#report');
  expect(mail?.mail_content && htmlOf(mail.mail_content)).toContain(link.replaceAll('&', '&amp;'));
});

test('a report is not sent again when its message was deleted', async () => {
  await add(daily);
  goTo(NEXT_MORNING);
  await send();
  expect(await mails()).toHaveLength(1);
  await db.deleteFrom('messages').where('template', '=', 'scheduled_report').execute();
  await send();
  expect(await mails()).toEqual([]);
});

test('after days without a server only the last day is sent', async () => {
  await add(daily);
  goTo('2026-11-25T12:00:00.000Z');
  await send();
  await send();
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Tuesday, November 24, 2026: net sales $0.00, Truro Heights',
  ]);
});

test('a month is mailed after its last business day, and again only after the next', async () => {
  await add({ userId: adminId, locationId: 'all', frequency: 'monthly' });
  goTo('2026-12-01T08:59:00.000Z');
  await send();
  expect(await mails()).toEqual([]);
  for (const at of ['2026-12-01T09:00:00.000Z', '2026-12-31T09:00:00.000Z']) {
    goTo(at);
    await send();
  }
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^November 2026: net sales .*, all locations$/);
  expect(mail?.body_text).toContain('?location=all&from=2026-11-01&to=2026-11-30#report');
});

test('a closed day without orders is not mailed, a closed day with orders is', async () => {
  await db
    .insertInto('location_exceptions')
    .values([
      { location_id: 'truro', date: '2026-11-21', closed: true, open: '00:00', close: '00:00', note: '' },
      { location_id: 'truro', date: '2026-11-22', closed: true, open: '00:00', close: '00:00', note: '' },
    ] as never)
    .execute();
  goTo('2026-11-21T15:00:00.000Z');
  await add(daily);
  goTo('2026-11-22T09:00:00.000Z');
  await send();
  expect(await mails()).toEqual([]);
  const copied = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  await db
    .updateTable('orders')
    .set({ order_time: new Date('2026-11-22T18:00:00.000Z') })
    .where('id', '=', copied.id)
    .execute();
  goTo('2026-11-23T09:00:00.000Z');
  await send();
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Sunday, November 22, 2026: net sales \$(?!0\.00)/),
  ]);
});

test('people who left, or lost the right, get none and are no longer listed', async () => {
  await add(daily);
  await add({ ...daily, userId: adminId });
  await add({ ...daily, userId: adminId, locationId: 'all' });
  await db.updateTable('users').set({ role: 'staff' }).where('id', '=', managerId).execute();
  await db.updateTable('users').set({ is_active: false }).where('id', '=', adminId).execute();
  goTo(NEXT_MORNING);
  await send();
  await db.updateTable('users').set({ role: 'manager' }).where('id', '=', managerId).execute();
  await db.updateTable('users').set({ is_active: true }).where('id', '=', adminId).execute();
  await send();
  expect(await mails()).toEqual([]);
  expect(await db.selectFrom('scheduled_reports').selectAll().execute()).toEqual([]);
});

test('a manager who moved to another location gets no figures of the former one', async () => {
  await add(daily);
  const move = (locationId: string) =>
    db.updateTable('user_locations').set({ location_id: locationId }).where('user_id', '=', managerId).execute();
  await move('new-glasgow');
  goTo(NEXT_MORNING);
  await send();
  await move('truro');
  expect(await mails()).toEqual([]);
  expect(await db.selectFrom('scheduled_reports').selectAll().execute()).toEqual([]);
});

test('the mail is in the language of its reader and names what needs attention to those who may see it', async () => {
  await db.updateTable('users').set({ language: 'fr' }).where('id', '=', adminId).execute();
  await add({ ...daily, userId: adminId });
  await add(daily);
  const failed = {
    id: 'failed-mail',
    channel: 'mail',
    recipient: 'a@b.test',
    template: 'custom',
    body_text: 'x',
    status: 'failed',
  };
  await db
    .insertInto('messages')
    .values({ ...failed, created_at: new Date(START) } as never)
    .execute();
  goTo(NEXT_MORNING);
  await send();
  const [toAdmin, toManager] = await mails();
  expect(toAdmin?.subject).toMatch(/^vendredi 20 novembre 2026/);
  expect(toAdmin?.mail_content?.language).toBe('fr');
  expect(toAdmin?.body_text).toContain('/admin/dashboard#messages');
  expect(toManager?.subject).toMatch(/^Friday/);
  expect(toManager?.body_text).not.toContain('#messages');
  await db.updateTable('users').set({ language: null }).where('id', '=', adminId).execute();
});

test('a report that fails does not delay the others and stays due', async () => {
  const elsewhere = { ...daily, userId: adminId, locationId: 'new-glasgow' };
  await add(elsewhere);
  await add(daily);
  goTo(NEXT_MORNING);
  const setZone = (zone: string) =>
    db.updateTable('locations').set({ time_zone: zone }).where('id', '=', 'new-glasgow').execute();
  await setZone('Nowhere/Land');
  await expect(send()).rejects.toThrow('some scheduled reports could not be sent');
  await setZone('America/Halifax');
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['manager.truro@demo.test']);
  await send();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['admin@demo.test', 'manager.truro@demo.test']);
});

test('a key without the scope for people does not read who gets reports', async () => {
  const listedTo = async (...scopes: KeyScope[]) => {
    const { body } = await server.call('createApiKey', { body: { name: scopes.join(), scopes } }, admin);
    return (await server.call('getScheduledReports', {}, { 'x-api-key': body.key ?? '' })).body.people;
  };
  expect(await listedTo('reports:read')).toEqual([]);
  expect((await listedTo('reports:read', 'people:read')).length).toBeGreaterThan(1);
});
