import type { DateText } from '@tiffin/domain/core';
import type { ReportFigure } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import { FIGURE_SOURCES } from './figure-sources.ts';
import { readSalesTakenBack } from './read-sales-taken-back.ts';
import type { ReportScope } from './report-rows.ts';

export interface FigureRow {
  readonly at: Date;
  readonly day: DateText;
  readonly kind: 'sale' | 'payment' | 'refund' | 'cancellation' | 'balance';
  readonly orderId: string | null;
  readonly amount: number;
}

export interface FigureRows {
  /** The newest rows. */
  readonly rows: readonly FigureRow[];
  readonly count: number;
  /** The sum of all rows. */
  readonly sum: number;
}

export const MAX_FIGURE_ROWS = 200;

/** Reads the rows of a figure from the same queries of which the report is the sum. */
export async function readFigureRows(
  db: Db,
  scope: ReportScope,
  figure: ReportFigure,
  key: string,
): Promise<FigureRows> {
  const source = FIGURE_SOURCES[figure];
  const queries = source.queries(scope, key);
  const stored = queries.length === 0 ? [] : await readStored(db, queries);
  const { takenBack: partOf } = source;
  const sales = partOf ? await readSalesTakenBack(db, scope) : [];
  const back = sales.flatMap((sale): FigureRow[] => {
    const amount = partOf?.(sale, key) ?? 0;
    const kind = sale.tender === null ? 'cancellation' : 'refund';
    return amount === 0 ? [] : [{ at: sale.at, day: sale.day, kind, orderId: sale.order.id, amount }];
  });
  const rows = [...stored, ...back].toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_FIGURE_ROWS);
  return {
    rows,
    count: (stored[0]?.count ?? 0) + back.length,
    sum: (stored[0]?.sum ?? 0) + back.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The newest rows, each with the count and the sum of all. */
async function readStored(db: Db, queries: readonly ReturnType<typeof sql>[]) {
  const { rows } = await sql<FigureRow & { count: number; sum: number }>`
    select coalesce(at, 'epoch') as at, coalesce(day, '1970-01-01') as day, kind, order_id as "orderId", amount,
           count(*) over () as count, sum(amount) over () as sum
    from (${sql.join(queries, sql` union all `)}) r
    where amount <> 0 order by at desc nulls last, order_id limit ${MAX_FIGURE_ROWS}
  `.execute(db);
  return rows;
}
