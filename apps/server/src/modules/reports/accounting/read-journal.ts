import { cents, type Cents, type DateText } from '@tiffin/domain/core';
import {
  compareJournalItems,
  drawerLines,
  journalLines,
  sumJournalLines,
  type DrawerFigures,
  type JournalDay,
  type JournalLine,
} from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { readReport } from '../report/read-report.ts';
import { isWithin, soldLines, type ReportScope } from '../report/report-rows.ts';

/** A day of the journal with the corrections that were dated on it. */
export interface ShownJournalDay extends JournalDay {
  readonly closedAt: Date | null;
  /** The id of the person who closed it. */
  readonly closedBy: string | null;
  /** The closed days that are corrected on this day. */
  readonly corrects: readonly DateText[];
}

/** The lines of one day as they are now, without corrections that were dated on it. */
export async function calculateJournalLines(db: Db | Tx, locationId: string, day: DateText): Promise<JournalLine[]> {
  return (await calculateJournalDay(db, locationId, day)).lines;
}

/** The journal of one day, and the figures of its report from which it is calculated. */
export async function calculateJournalDay(db: Db | Tx, locationId: string, day: DateText) {
  const scope: ReportScope = { locationIds: [locationId], from: day, to: day };
  const { figures } = await readReport(db, scope);
  const { rows } = await sql<{ tax_class: string; gross: number }>`
    select tax_class, sum(gross) as gross from (${soldLines(scope)}) l group by tax_class
  `.execute(db);
  const grossByClass: Record<string, Cents> = Object.fromEntries(
    rows.map(({ tax_class, gross }) => [tax_class, cents(gross)]),
  );
  const {
    chargesByKind: charges,
    sales: { discounts },
  } = figures;
  const sales = journalLines({ ...figures, charges, grossByClass, discounts });
  return { figures, lines: [...sales, ...drawerLines(await readDrawerFigures(db, scope))] };
}

/** What people put into drawers and took out, and how counts differed, on the day it was recorded. */
async function readDrawerFigures(db: Db | Tx, scope: ReportScope): Promise<DrawerFigures> {
  const { rows } = await sql<Record<keyof DrawerFigures, number>>`
    select coalesce(sum(amount) filter (where kind = 'pay-in'), 0)::int as "payIns",
           coalesce(sum(amount) filter (where kind = 'pay-out'), 0)::int as "payOuts",
           coalesce(sum(amount) filter (where kind = 'drop'), 0)::int as "toSafe",
           coalesce(sum(amount) filter (where kind = 'difference'), 0)::int as "overShort"
    from (
      select d.location_id, e.kind, e.amount_cents as amount, e.at
      from drawer_entries e join drawers d on d.id = e.drawer_id where e.kind in ('pay-in', 'pay-out', 'drop')
      union all select location_id, 'difference', opening_difference_cents, opened_at from drawer_shifts
      union all select location_id, 'difference', difference_cents, closed_at from drawer_shifts where state = 'closed'
      union all select location_id, 'drop', counted_cents - left_cents, closed_at from drawer_shifts where state = 'closed'
    ) m join locations l on l.id = m.location_id
    where m.location_id = any(${[...scope.locationIds]}::text[]) and ${isWithin(sql`m.at`, scope)}
  `.execute(db);
  const { payIns = 0, payOuts = 0, toSafe = 0, overShort = 0 } = rows[0] ?? {};
  return { payIns: cents(payIns), payOuts: cents(payOuts), toSafe: cents(toSafe), overShort: cents(overShort) };
}

/** The days of a period, each with the corrections that were dated on it. Closed days are read as they were exported. */
export async function readJournal(db: Db | Tx, locationId: string, days: readonly DateText[]) {
  const [from, to] = [days[0] ?? '', days.at(-1) ?? ''];
  const closed = await db
    .selectFrom('journal_days')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('business_day', '>=', from)
    .where('business_day', '<=', to)
    .execute();
  const corrections = await db
    .selectFrom('journal_corrections')
    .select(['business_day', 'corrected_day', 'lines'])
    .where('location_id', '=', locationId)
    .where('business_day', '>=', from)
    .where('business_day', '<=', to)
    .orderBy('id')
    .execute();
  const shown: ShownJournalDay[] = [];
  for (const day of days) {
    const exported = closed.find(({ business_day }) => business_day === day);
    const dayLines = exported ? exported.lines : await calculateJournalLines(db, locationId, day);
    const datedHere = corrections.filter(({ business_day }) => business_day === day);
    shown.push({
      day,
      lines: sumJournalLines([...dayLines, ...datedHere.flatMap(({ lines }) => lines)]),
      closedAt: exported?.closed_at ?? null,
      closedBy: exported?.closed_by ?? null,
      corrects: [...new Set(datedHere.map(({ corrected_day }) => corrected_day))],
    });
  }
  return shown;
}

/** All lines of a period, summed by item. */
export function journalTotals(days: readonly JournalDay[]): JournalLine[] {
  return sumJournalLines(days.flatMap(({ lines }) => lines)).toSorted((a, b) => compareJournalItems(a.item, b.item));
}
