import { partsOf, type FigureName, type FigurePart, type PartAmount } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { DASHBOARD_PARTS, placedOrders } from './dashboard-parts.ts';
import type { BreakdownFilter, PartSource } from './report/part-source.ts';
import { readSalesTakenBack, type SaleTakenBack } from './report/read-sales-taken-back.ts';
import { REPORT_PARTS } from './report/report-parts.ts';
import { sharedRows, type ReportScope } from './report/report-rows.ts';

/** Every part of a figure has its rows. A new part without them does not compile. */
const SOURCES: Readonly<Record<FigurePart, PartSource>> = { ...REPORT_PARTS, ...DASHBOARD_PARTS };

const NO_FILTER = null;

/** The tables from which the queries of all parts read. */
const withTables = (scope: ReportScope) => sql`with ${sharedRows(scope)}, placed as (${placedOrders(scope)})`;

function readSalesOfParts(db: Db | Tx, scope: ReportScope, parts: readonly FigurePart[]) {
  const isNeeded = parts.some((part) => SOURCES[part].takenBack !== undefined);
  return isNeeded ? readSalesTakenBack(db, scope) : [];
}

function takenBackRows(part: FigurePart, sales: readonly SaleTakenBack[], filter: BreakdownFilter | null) {
  const rows = sales.flatMap((sale) =>
    (SOURCES[part].takenBack?.(sale, filter) ?? []).map(({ key, amount }) => ({
      at: sale.at,
      day: sale.day,
      // Only a refund has a tender.
      kind: sale.tender === null ? 'cancellation' : 'refund',
      order_id: sale.order.id,
      key,
      amount,
    })),
  );
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as t (at timestamptz, day date, kind text, order_id text, key text, amount bigint)`;
}

/**
 * The rows of one figure with their signs, one for each time of an order. An empty key means all rows. Times are in
 * whole milliseconds, as in the browser. A row without a time or day gets 1970, so that it can be sorted.
 */
export async function rowsOfFigure(
  db: Db | Tx,
  scope: ReportScope,
  { figure, key }: FigureName,
  filter: BreakdownFilter | null = NO_FILTER,
): Promise<RawBuilder<unknown>> {
  const parts = partsOf(figure);
  const sales = await readSalesOfParts(
    db,
    scope,
    parts.map(([part]) => part),
  );
  const selects = parts.flatMap(([part, sign]) =>
    [...SOURCES[part].queries(scope, filter), takenBackRows(part, sales, filter)].map(
      (query) => sql`
        select key::text, at::timestamptz, day::date, kind::text, order_id::text, ${sql.lit(sign)} * amount::bigint as amount
        from (${query}) q`,
    ),
  );
  return sql`(
    ${withTables(scope)}
    select date_trunc('milliseconds', coalesce(at, 'epoch')) as at, coalesce(day, '1970-01-01') as day, kind, order_id,
           sum(amount)::bigint as amount
    from (${sql.join(selects, sql` union all `)}) r where ${key} = '' or key = ${key}
    group by 1, 2, 3, 4 having sum(amount) <> 0
  )`;
}

/** The sums of parts by their keys. `amountIn` adds up figures from these as from rows, so that both are equal. */
export async function sumParts(
  db: Db | Tx,
  scope: ReportScope,
  parts: readonly FigurePart[],
  takenBack?: readonly SaleTakenBack[],
): Promise<PartAmount[]> {
  const sales = takenBack ?? (await readSalesOfParts(db, scope, parts));
  const sums = parts.flatMap((part) =>
    [...SOURCES[part].queries(scope, NO_FILTER), takenBackRows(part, sales, NO_FILTER)].map(
      (query) => sql`
        select ${sql.lit(part)} as part, key::text, sum(amount)::bigint as amount from (${query}) q group by key`,
    ),
  );
  const { rows } = await sql<PartAmount>`
    ${withTables(scope)}
    select part, key, sum(amount)::bigint as amount from (${sql.join(sums, sql` union all `)}) s group by part, key
  `.execute(db);
  return rows;
}
