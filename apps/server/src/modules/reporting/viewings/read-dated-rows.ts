import { rememberedParts, type DatedRow, type FigurePage } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import type { ReportScope } from '../report/report-rows.ts';
import { rowsOfParts } from '../rows-of-parts.ts';

/** All rows of the figures of a page. */
export async function readDatedRows(tx: Tx, page: FigurePage, scope: ReportScope): Promise<DatedRow[]> {
  const { rows } = await sql<Omit<DatedRow, 'at'> & { at: Date }>`
    select at, day, kind, order_id as "orderId",
           jsonb_agg(jsonb_build_object('part', part, 'key', key, 'amount', amount) order by part, key) as parts
    from (
      select part, key, at, day, kind, order_id, sum(amount)::bigint as amount
      from ${await rowsOfParts(tx, scope, rememberedParts(page))} r group by 1, 2, 3, 4, 5, 6 having sum(amount) <> 0
    ) r group by at, day, kind, order_id
  `.execute(tx);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
