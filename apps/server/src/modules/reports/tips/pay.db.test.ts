import { parseCsv } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
server.clock.set('2026-11-18T15:00:00.000Z');
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const idOf = async (who: Caller) => (await server.call('getMe', {}, who)).body.me?.uid ?? '';
const [staffId, managerId] = [await idOf(staff), await idOf(manager)];
const colleagueIds = ['colleague-1', 'colleague-2', 'colleague-3'];
for (const id of colleagueIds) {
  await db
    .insertInto('users')
    .values({ id, name: id, email: `${id}@demo.test`, role: 'staff' })
    .execute();
  await db.insertInto('user_locations').values({ user_id: id, location_id: 'truro' }).execute();
}

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const WEEK = { locationId: 'truro', from: '2026-11-16', to: '2026-11-22' };
const pay = async (query = WEEK, as: Caller = manager) => (await server.call('getPay', { query }, as)).body;

async function tip(amount: number, as: Caller): Promise<void> {
  const items = [{ id: 'open', name: 'Dish', price: 100, quantity: 1, open: {} }];
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, as)).body;
  expect((await server.call('addRound', { body: { billId, items } }, { ...as, ...newKey() })).status).toBe(200);
  const body = { billId, tender: 'terminal' as const, amount: 50, tip: amount };
  expect((await server.call('addPayment', { body }, { ...as, ...newKey() })).status).toBe(200);
}

/** A shift that begins at an hour of Truro, which is four hours behind UTC. */
async function work(userId: string, day: string, hour: number, hours: number): Promise<void> {
  const from = new Date(Date.parse(`${day}T00:00:00.000Z`) + (hour + 4) * 3_600_000);
  const to = new Date(from.getTime() + hours * 3_600_000).toISOString();
  const body = { locationId: 'truro', userId, from: from.toISOString(), to, reason: 'On paper' };
  expect((await server.call('correctHours', { body }, { ...manager, ...newKey() })).status).toBe(200);
}

/** What people worked and took, added up by hand: no tip is shared, and Nova Scotia has overtime after 48 hours. */
async function payBySql() {
  const { rows } = await sql<{ person: string; minutes: number; overtime: number; tips: number }>`
    with worked as (
      select person_id as person, sum(extract(epoch from ends_at - done_at) / 60)::int as minutes from work_entries
      where kind = 'correction' and location_id = 'truro'
        and (done_at at time zone 'America/Halifax' - interval '4 hours')::date between '2026-11-16' and '2026-11-22'
      group by 1
    ), tips as (
      select b.served_by as person, sum(p.tip_cents)::int as tips from payments p join bills b on b.id = p.bill_id
      where b.served_by is not null and p.tip_cents > 0 group by 1
    )
    select person, coalesce(minutes, 0) as minutes, greatest(0, coalesce(minutes, 0) - 48 * 60) as overtime,
      coalesce(tips, 0)::float8 / 100 as tips
    from worked full join tips using (person)`.execute(db);
  return new Map(rows.map(({ person, minutes, overtime, tips }) => [person, [minutes, overtime, tips]]));
}

test('the pay of five people in a week is what a query adds up, with overtime after 48 hours', async () => {
  await tip(83.47, staff);
  await tip(20.05, manager);
  await tip(9.99, staff);
  server.clock.set('2026-11-24T15:00:00.000Z');
  for (const day of ['16', '17', '18', '19', '20']) await work(staffId, `2026-11-${day}`, 12, 10);
  for (const day of ['18', '19', '20']) await work('colleague-1', `2026-11-${day}`, 16, 7.5);
  for (const day of ['16', '17', '18', '19', '20']) await work('colleague-2', `2026-11-${day}`, 10, 9);
  // Past midnight: on Sunday, and on the Sunday before, whose shift belongs to the week before.
  await work('colleague-2', '2026-11-22', 19, 8);
  await work('colleague-2', '2026-11-15', 19, 8);
  await work('colleague-3', '2026-11-22', 23, 2);
  await work('colleague-3', '2026-11-23', 12, 5);
  await work(managerId, '2026-11-21', 9, 9.25);
  const { people, undivided } = await pay();
  const expected = await payBySql();
  expect(expected.size).toBe(5);
  expect(new Map(people.map((each) => [each.userId, [each.minutes, each.overtimeMinutes, each.tips]]))).toEqual(
    expected,
  );
  expect(expected.get('colleague-2')).toEqual([53 * 60, 5 * 60, 0]);
  expect(undivided).toBe(0);
  const own = await pay(WEEK, staff);
  expect(own.people.map(({ userId, overtimeMinutes }) => [userId, overtimeMinutes])).toEqual([[staffId, 120]]);
});

test('the limits and the first day of the week of the location decide what is overtime', async () => {
  const admin = await server.signIn('admin@demo.test');
  const save = async (updates: object) => {
    const { status } = await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);
    expect(status).toBe(200);
  };
  const overtimeOf = async (userId: string) =>
    (await pay()).people.find((each) => each.userId === userId)?.overtimeMinutes;
  await save({ overtimeDailyHours: 8 });
  // 10 hours of daily overtime are 40 other hours, which is less than the 48 of the province.
  expect(await overtimeOf(staffId)).toBe(600);
  await save({
    overtimeDailyHours: null,
    overtimeWeeklyHours: 40,
    payPeriod: 'two-weeks',
    payPeriodFrom: '2026-11-08',
  });
  // The week begins on Sunday, so the shift of Sunday the 15th counts, and that of the 22nd is in the next week.
  expect(await overtimeOf('colleague-2')).toBe(13 * 60);
  const { locations } = (await server.call('getLocations', {}, staff)).body;
  const truro = locations.find(({ id }) => id === 'truro');
  expect([truro?.payPeriod, truro?.payPeriodFrom]).toEqual(['two-weeks', '2026-11-08']);
  const forGuests = (await server.call('getLocations', {})).body.locations[0];
  expect(forGuests?.payPeriod).toBeUndefined();
  await save({ overtimeWeeklyHours: null, payPeriod: 'week', payPeriodFrom: null });
});

test('people declare cash tips when they clock out, and the bookkeeper gets a line for each person', async () => {
  server.clock.set('2026-11-25T15:00:00.000Z');
  const body = { locationId: 'truro' };
  expect((await server.call('clockIn', { body }, { ...staff, ...newKey() })).status).toBe(200);
  server.clock.set('2026-11-25T23:30:00.000Z');
  const tooMuch = { body: { ...body, declaredCash: 6_000 } };
  expect((await server.call('clockOut', tooMuch, { ...staff, ...newKey() })).body.error).toMatch(/at most \$5,000\.00/);
  const out = { body: { ...body, declaredCash: 31.5 } };
  expect((await server.call('clockOut', out, { ...staff, ...newKey() })).status).toBe(200);
  const query = { locationId: 'truro', from: '2026-11-25', to: '2026-11-25' };
  const { name = '' } = (await pay(query)).people[0] ?? {};
  expect((await pay(query)).people).toMatchObject([{ userId: staffId, minutes: 510, tips: 0, declaredCash: 31.5 }]);
  expect((await server.call('getHours', { query }, manager)).body.shifts).toMatchObject([{ declaredCash: 31.5 }]);
  const csv = await server.fetch(`/api/getPayCsv?${new URLSearchParams(query)}`, {}, manager);
  expect(parseCsv(await csv.text())).toEqual([
    ['Person', 'Hours', 'Overtime hours', 'Minutes', 'Overtime minutes', 'Tips', 'Cash tips'],
    [name, '8.50', '0.00', '510', '0', '0.00', '31.50'],
  ]);
  const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'export-list').execute();
  expect(log.map(({ subject_id: file }) => file)).toEqual(['pay-2026-11-25-2026-11-25.csv']);
  expect((await server.fetch(`/api/getPayCsv?${new URLSearchParams(query)}`, {}, staff)).status).toBe(403);
});

test('a manager gives tips without an owner to one of the staff or to all by hours, and the pay follows', async () => {
  server.clock.set('2026-11-26T20:00:00.000Z');
  await tip(12, staff);
  await db.updateTable('payments').set({ taken_by: null }).where('tip_cents', '=', 12_00).execute();
  const [payment] = await db.selectFrom('payments').select('bill_id').where('tip_cents', '=', 12_00).execute();
  await db
    .updateTable('bills')
    .set({ served_by: null })
    .where('id', '=', payment?.bill_id ?? '')
    .execute();
  const date = '2026-11-26';
  const day = { locationId: 'truro', from: date, to: date };
  const give = (body: object, as: Caller = manager) =>
    server.call('giveUndividedTips', { body: { locationId: 'truro', date, receiver: 'person', ...body } }, as);
  expect(await pay(day)).toMatchObject({ people: [], undivided: 12 });
  expect((await give({ userId: 'colleague-1' }, staff)).status).toBe(403);
  expect((await give({ userId: managerId })).body).toMatchObject({ field: 'userId' });
  expect((await give({ userId: 'colleague-1', date: '2026-11-27' })).body).toMatchObject({ field: 'date' });
  expect((await give({ userId: 'colleague-1' })).status).toBe(200);
  expect(await pay(day)).toMatchObject({ people: [{ userId: 'colleague-1', tips: 12 }], undivided: 0 });
  const [shared] = (await server.call('getTipShares', { query: day }, manager)).body.days;
  expect(shared?.undividedTo).toMatchObject({ receiver: 'person', userId: 'colleague-1', name: 'colleague-1' });
  await work('colleague-2', date, 10, 4);
  await work('colleague-3', date, 10, 2);
  expect((await give({ receiver: 'hours' })).status).toBe(200);
  expect((await pay(day)).people.map(({ userId, tips }) => [userId, tips])).toEqual([
    ['colleague-2', 8],
    ['colleague-3', 4],
  ]);
  const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'give-undivided-tips').execute();
  expect(log.map(({ actor_id: by }) => by)).toEqual([managerId, managerId]);
  expect((await give({ receiver: 'nobody' })).status).toBe(200);
  expect(await pay(day)).toMatchObject({ undivided: 12 });
});

test('servers give part of their tips to the kitchen, and a page from before jobs keeps the rule', async () => {
  server.clock.set('2026-11-27T15:00:00.000Z');
  const jobs = [{ jobTitle: 'server' as const, points: 0, givesPercent: 3, givesTo: 'kitchen' as const }];
  const rule = { locationId: 'truro', rule: 'own' as const, decidedBy: 'staff' as const };
  const twice = await server.call('saveTipRule', { body: { ...rule, jobs: [...jobs, ...jobs] } }, manager);
  expect(twice.body.error).toBe('Each job can be there once.');
  expect((await server.call('saveTipRule', { body: { ...rule, jobs } }, manager)).body.rule).toMatchObject({ jobs });
  expect((await server.call('saveTipRule', { body: rule }, manager)).body.rule).toMatchObject({ jobs });
  for (const [userId, jobTitle] of [
    [staffId, 'server'],
    ['colleague-1', 'kitchen'],
  ] as const) {
    const body = { locationId: 'truro', userId, hourlyRate: null, tipPoints: 0 };
    expect((await server.call('savePayTerms', { body: { ...body, jobTitle } }, manager)).status).toBe(200);
    expect((await server.call('savePayTerms', { body }, manager)).status).toBe(200);
  }
  server.clock.set('2026-11-28T20:00:00.000Z');
  await tip(100, staff);
  await work(staffId, '2026-11-28', 10, 4);
  await work('colleague-1', '2026-11-28', 10, 4);
  const day = { locationId: 'truro', from: '2026-11-28', to: '2026-11-28' };
  const [shared] = (await server.call('getTipShares', { query: day }, manager)).body.days;
  expect(new Map(shared?.shares.map((each) => [each.userId, [each.own, each.fromTipOuts, each.gets]]))).toEqual(
    new Map([
      [staffId, [97, 0, 97]],
      ['colleague-1', [0, 3, 3]],
    ]),
  );
});

test('in the United States the file of a year has the tips and the codes of the jobs for the W-2', async () => {
  server.clock.set('2026-11-29T20:00:00.000Z');
  const query = { locationId: 'truro', from: '2026-01-01', to: '2026-12-31' };
  const rowsOf = async () =>
    parseCsv(await (await server.fetch(`/api/getPayCsv?${new URLSearchParams(query)}`, {}, manager)).text()) ?? [];
  const [canadian = []] = await rowsOf();
  expect(canadian.at(-1)).toBe('Cash tips');
  await db.updateTable('locations').set({ country: 'US' }).where('id', '=', 'truro').execute();
  const [heads = [], ...rows] = await rowsOf();
  expect(heads.slice(-2)).toEqual(['Tips, W-2 box 12 code TP', 'Jobs, W-2 box 14b']);
  const { people } = await pay(query);
  const own = people.find(({ userId }) => userId === staffId);
  expect(own?.jobTitles).toEqual(['server']);
  expect(own?.declaredCash).toBe(31.5);
  const row = rows.find(([name]) => name === own?.name) ?? [];
  expect(row.slice(-2)).toEqual([((own?.tips ?? 0) + 31.5).toFixed(2), '102']);
  expect(rows.find(([name]) => name === 'colleague-1')?.at(-1)).toBe('105');
  expect(rows.find(([name]) => name === 'colleague-3')?.at(-1)).toBe('');
  await db.updateTable('locations').set({ country: 'CA' }).where('id', '=', 'truro').execute();
});
