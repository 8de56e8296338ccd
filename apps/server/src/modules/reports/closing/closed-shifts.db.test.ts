import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chainedText, closingText, type ClosingContent } from '@tiffin/domain/day';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../../operations/export/write-export.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { testServer } from '../../../testing/server.ts';
import { newRandom, type Random } from '../../../testing/random.ts';
import { correctClosings } from './correct-closings.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const names = [{ name: 'Till 1' }, { name: 'Bar' }];
const { body: saved } = await server.call('saveDrawers', { body: { locationId: 'truro', drawers: names } }, manager);
const drawerIds = saved.drawers.map(({ drawerId }) => drawerId);
const idOf = (drawer: string) => saved.drawers.find(({ name }) => name === drawer)?.drawerId ?? '';
const [till, bar] = [idOf('Till 1'), idOf('Bar')];

beforeEach(async () => {
  await sql`truncate closings, drawer_entries, drawer_shifts`.execute(db);
});

const openDrawer = (drawerId: string) => server.call('openDrawer', { body: { drawerId, counted: 100 } }, manager);
const count = (drawerId: string) => server.call('closeDrawer', { body: { drawerId, counted: { 20: 5 } } }, manager);
const closeDay = (date: string) =>
  server.call(
    'closeDay',
    { body: { locationId: 'truro', date, reason: 'Still open' } },
    { ...manager, 'idempotency-key': crypto.randomUUID() },
  );
const closingOf = async (date: string) =>
  (await server.call('getClosing', { query: { locationId: 'truro', date } }, manager)).body;
const numbersOf = async (date: string) => (await closingOf(date)).shifts.map(({ number }) => number);
const closings = async () =>
  (await db.selectFrom('closings').selectAll().orderBy('number').execute()).map((row) => ({
    ...row,
    shifts: (JSON.parse(row.content) as ClosingContent).shifts,
  }));

/** The business day of Truro, which ends at four in Halifax. Independent of our SQL. */
const dayOf = (at: Date, less = 0) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('America/Halifax')
    .toPlainDateTime()
    .subtract({ hours: 4, days: less })
    .toPlainDate()
    .toString();

/** Opens, counts and closes at random for about ten days, then closes what is left. */
async function playDays(random: Random): Promise<void> {
  server.clock.set('2026-11-20T18:00:00.000Z');
  for (let step = 0; step < 45; step++) {
    server.clock.forward(random.int(1, 10 * 60) * 60_000);
    if (random.chance(35)) await closeDay(dayOf(server.clock.now(), random.int(0, 3)));
    else {
      const drawerId = random.pick(drawerIds);
      if ((await openDrawer(drawerId)).status !== 200) await count(drawerId);
    }
  }
  for (const drawerId of drawerIds) await count(drawerId);
  server.clock.forward(24 * 60 * 60_000);
  expect((await closeDay(dayOf(server.clock.now()))).status).toBe(200);
}

test.each([1, 2, 3, 4])(
  'each counted drawer is in one closing: the first of its day or later that was made after the count (run %i)',
  async (seed) => {
    await playDays(newRandom(seed));
    const all = await closings();
    const shifts = await db.selectFrom('drawer_shifts').selectAll().orderBy('number').execute();
    expect(shifts.length).toBeGreaterThan(8);
    for (const shift of shifts) {
      const day = dayOf(shift.opened_at);
      const right = all.find(({ at, business_day: date }) => at >= (shift.closed_at ?? at) && date >= day);
      const listed = all.filter((each) => each.shifts.some(({ number }) => number === shift.number));
      expect([shift.number, listed.map(({ number }) => number)]).toEqual([shift.number, [right?.number]]);
      expect([shift.number, shift.closing]).toEqual([shift.number, right?.number]);
    }
    expect((await auditData(server.context)).broken).toEqual([]);
  },
  60_000,
);

test('a day that is closed later leaves the drawers of later days alone, and takes a late one of an earlier day along', async () => {
  server.clock.set('2026-11-28T22:00:00.000Z');
  await openDrawer(till);
  server.clock.set('2026-11-29T04:30:00.000Z'); // half past midnight: still the evening of the 28th
  await openDrawer(bar);
  await count(bar);
  server.clock.set('2026-11-30T21:48:00.000Z');
  await openDrawer(bar);
  await count(bar);
  expect([await numbersOf('2026-11-28'), await numbersOf('2026-11-29'), await numbersOf('2026-11-30')]).toEqual([
    [2],
    [2],
    [2, 3],
  ]);
  expect((await closeDay('2026-11-28')).status).toBe(200);
  await count(till);
  expect((await closeDay('2026-11-30')).status).toBe(200);
  expect(await numbersOf('2026-11-28')).toEqual([2]);
  expect((await closingOf('2026-11-30')).shifts).toMatchObject([
    { number: 1, day: '2026-11-28', note: 'Opened on Saturday, November 28, 2026.' },
    { number: 3, day: '2026-11-30', note: null },
  ]);
});

/** Adds a shift to the last closing, as earlier versions froze it. */
async function freezeInLastClosing(number: number): Promise<void> {
  const last = (await closings()).at(-1);
  const content = JSON.parse(last?.content ?? '') as ClosingContent;
  const { day: _day, ...shift } = (await closingOf('2026-11-30')).shifts.find((each) => each.number === number) ?? {};
  const text = closingText({ ...content, shifts: [...content.shifts, shift] });
  const row = { content: text, hash: hash('sha256', chainedText(last?.previous_hash ?? '', text)) };
  await db
    .updateTable('closings')
    .set(row)
    .where('number', '=', last?.number ?? 0)
    .execute();
  await db
    .updateTable('drawer_shifts')
    .set({ closing: last?.number ?? 0 })
    .where('number', '=', number)
    .execute();
}

async function pdfOf(date: string): Promise<string> {
  const query = new URLSearchParams({ locationId: 'truro', date });
  const pdf = await server.fetch(`/api/getClosingPdf?${query}`, {}, manager);
  return (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).texts.join(' ');
}

/** Freezes Monday's drawer in Saturday's closing, as earlier versions did. */
async function freezeLaterDrawer() {
  server.clock.set('2026-11-28T22:00:00.000Z');
  expect((await closeDay('2026-11-28')).status).toBe(200);
  server.clock.set('2026-11-30T21:48:00.000Z');
  await openDrawer(bar);
  await count(bar);
  await freezeInLastClosing(1);
}

test('the audit names a drawer that was frozen in the closing of an earlier day, and its correction moves it', async () => {
  await freezeLaterDrawer();
  const frozen = await closings();
  expect(await numbersOf('2026-11-30')).toEqual([]);
  expect((await auditData(server.context)).broken).toMatchObject([
    { findings: [{ subject: 'truro No. 1', detail: 'Bar, No. 1 belongs to 2026-11-30' }] },
  ]);

  expect(await correctClosings(server.context)).toEqual([
    expect.stringContaining('truro No. 1: Bar, No. 1 belongs to 2026-11-30'),
  ]);
  expect(await correctClosings(server.context)).toEqual([]);
  expect(await closings()).toEqual(frozen);
  const belongs = 'Corrected on Monday, November 30, 2026: this drawer belongs to Monday, November 30, 2026 and';
  const note = `${belongs} will be in a later closing.`;
  expect((await closingOf('2026-11-28')).shifts).toMatchObject([{ number: 1, day: '2026-11-30', note }]);
  expect(await pdfOf('2026-11-28')).toContain(`${belongs} will be in a later`);
  expect(await numbersOf('2026-11-30')).toEqual([1]);

  expect((await closeDay('2026-11-30')).body.number).toBe(2);
  expect((await closingOf('2026-11-30')).shifts).toMatchObject([{ number: 1, note: null }]);
  expect((await closingOf('2026-11-28')).shifts).toMatchObject([{ note: `${belongs} is in closing No. 2.` }]);
  expect(await pdfOf('2026-11-28')).toContain(`${belongs} is in closing No. 2.`);
  expect((await auditData(server.context)).broken).toEqual([]);
  const { body: log } = await server.call('getAuditLog', { query: { search: 'correct-closing' } }, admin);
  expect(log.entries).toMatchObject([{ actorName: 'Tiffin', after: { drawer: 'Bar', number: 1, day: '2026-11-30' } }]);

  const folder = mkdtempSync(path.join(tmpdir(), 'closed-shifts-'));
  const check = () =>
    spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' }).stdout;
  await writeExport(server.context.database.pool, folder, server.clock.now());
  expect(check()).not.toMatch(/^no: (closings|drawer)/m);
  await db.updateTable('drawer_shifts').set({ closing: 1 }).execute();
  await writeExport(server.context.database.pool, folder, server.clock.now());
  expect(check()).toMatch(/^no: closings: truro No\. 2: lists drawer No\. 1, which is in another closing/m);
  rmSync(folder, { recursive: true });
});

test.each([
  ['is not JSON', () => 'not json'],
  ['lists no drawers', (content: string) => content.replace(/"shifts":\[.*?\]/, '"shifts":5')],
  ['has one space more', (content: string) => `${content} `],
])(
  'a drawer stays in a closing whose content was changed and %s, and the audit names the closing',
  async (_, tamper) => {
    await freezeLaterDrawer();
    const { content } = await db.selectFrom('closings').select('content').executeTakeFirstOrThrow();
    expect(tamper(content)).not.toBe(content);
    await db
      .updateTable('closings')
      .set({ content: tamper(content) })
      .execute();
    expect(await correctClosings(server.context)).toEqual([]);
    expect((await auditData(server.context)).broken).toMatchObject([
      { findings: [{ subject: 'truro No. 1', detail: 'its content does not have its hash' }] },
    ]);
  },
);
