import type { DateText } from '@tiffin/domain/core';
import type { FigureName, RowKind } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Cursor } from '../../platform/http/cursor.ts';
import type { BreakdownFilter } from './report/part-source.ts';
import type { ReportScope } from './report/report-rows.ts';
import { rowsOfFigure } from './rows-of-parts.ts';

/** An order, payment, refund or cancellation with what it adds to a figure. */
export interface FigureRow {
  readonly at: Date;
  readonly day: DateText;
  readonly kind: RowKind;
  readonly orderId: string | null;
  readonly amount: number;
  /** Who took the order, received or returned the money, or cancelled; null for guests and programs. */
  readonly by: string | null;
}

export interface FigureRows {
  /** The newest rows after the cursor, and one more if the list continues. */
  readonly rows: readonly FigureRow[];
  readonly count: number;
  /** The sum of all rows: the figure. */
  readonly sum: number;
}

const ROW_ID = sql`(coalesce(order_id, '') || ' ' || kind) collate "C"`;

/** Rows of the same time are listed by this id. `ROW_ID` writes it in SQL. */
export const rowIdOf = ({ orderId, kind }: Pick<FigureRow, 'orderId' | 'kind'>) => `${orderId ?? ''} ${kind}`;

/** Reads one page of the rows of a figure, with the count and the sum of all its rows. */
export async function readFigureRows(
  db: Db | Tx,
  scope: ReportScope,
  name: FigureName,
  page: { filter?: BreakdownFilter | null; cursor?: Cursor<Date> | null; limit: number },
): Promise<FigureRows> {
  const { filter = null, cursor = null, limit } = page;
  const isAfter = cursor === null ? sql`true` : sql`(at, ${ROW_ID}) < (${cursor.value}::timestamptz, ${cursor.id})`;
  const { rows } = await sql<{ count: number; sum: number } & (FigureRow | Record<keyof FigureRow, null>)>`
    with r as materialized (select * from ${await rowsOfFigure(db, scope, name, filter)} f)
    select t.count, t.sum, p.at, p.day, p.kind, p.order_id as "orderId", p.amount, ${whoDid(sql`p`)} as by
    from (select count(*) as count, coalesce(sum(amount), 0)::bigint as sum from r) t
    left join lateral (select * from r where ${isAfter} order by at desc, ${ROW_ID} desc limit ${limit + 1}) p on true
  `.execute(db);
  return {
    rows: rows.flatMap((row) => (row.at === null ? [] : [row])),
    count: rows[0]?.count ?? 0,
    sum: rows[0]?.sum ?? 0,
  };
}

/** Who is behind the row of a table with `kind`, `order_id` and `at`; null for guests and programs. `row` is its alias. */
function whoDid(row: RawBuilder<unknown>): RawBuilder<string | null> {
  const isThen = (at: RawBuilder<unknown>) => sql`${at} >= ${row}.at and ${at} < ${row}.at + interval '1 millisecond'`;
  return sql`case ${row}.kind
    when 'gift-card' then (select string_agg(distinct paid.processed_by, ', ') from payments paid
      where paid.bill_id is null and ${isThen(sql`paid.captured_at`)})
    when 'payment' then (select string_agg(distinct paid.processed_by, ', ') from payments paid
      where paid.bill_id = ${row}.order_id and ${isThen(sql`paid.captured_at`)})
    when 'refund' then (select string_agg(distinct coalesce(person.name, returned.requested_by), ', ')
      from refunds returned left join users person on person.id = returned.requested_by
      where returned.bill_id = ${row}.order_id and ${isThen(sql`returned.settled_at`)})
    when 'cancellation' then (select step.actor_name from order_status_history step
      where step.order_id = ${row}.order_id and step.to_status = 'cancelled' order by step.id desc limit 1)
    when 'sale' then (select person.name from orders taken join users person on person.id = taken.created_by
      where taken.id = ${row}.order_id)
    end`;
}
