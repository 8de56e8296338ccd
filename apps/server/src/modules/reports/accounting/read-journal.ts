import { cents, type Cents, type DateText } from '@tiffin/domain/core';
import {
  compareJournalItems,
  journalLines,
  sumJournalLines,
  type JournalDay,
  type JournalLine,
} from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { readReport } from '../report/read-report.ts';
import { soldLines, type ReportScope } from '../report/report-rows.ts';

export interface ShownJournalDay extends JournalDay {
  readonly closedAt: Date | null;
  /** The id of the person who closed it. */
  readonly closedBy: string | null;
  /** The closed days that are corrected on this day. */
  readonly corrects: readonly DateText[];
}

/** The journal of one day, calculated from the figures of its report. */
export async function calculateJournalLines(db: Db | Tx, locationId: string, day: DateText): Promise<JournalLine[]> {
  const scope: ReportScope = { locationIds: [locationId], from: day, to: day };
  const { figures } = await readReport(db, scope);
  const { rows } = await sql<{ tax_class: string; gross: number }>`
    select tax_class, sum(gross) as gross from (${soldLines(scope)}) l group by tax_class
  `.execute(db);
  const grossByClass: Record<string, Cents> = Object.fromEntries(
    rows.map(({ tax_class, gross }) => [tax_class, cents(gross)]),
  );
  return journalLines({ ...figures, grossByClass, discounts: figures.sales.discounts });
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
    const own = exported ? exported.lines : await calculateJournalLines(db, locationId, day);
    const dated = corrections.filter(({ business_day }) => business_day === day);
    shown.push({
      day,
      lines: sumJournalLines([...own, ...dated.flatMap(({ lines }) => lines)]),
      closedAt: exported?.closed_at ?? null,
      closedBy: exported?.closed_by ?? null,
      corrects: [...new Set(dated.map(({ corrected_day }) => corrected_day))],
    });
  }
  return shown;
}

/** All lines of a period, summed by item. */
export function journalTotals(days: readonly JournalDay[]): JournalLine[] {
  return sumJournalLines(days.flatMap(({ lines }) => lines)).toSorted((a, b) => compareJournalItems(a.item, b.item));
}
