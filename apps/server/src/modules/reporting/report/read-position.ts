import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';

/**
 * Up to where in the event log the snapshot of a transaction goes. A snapshot names exactly the transactions that had
 * been committed: one that began earlier and commits later is not in it.
 */
export async function readPosition(tx: Tx): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select case when pg_is_in_recovery() then ${STANDBY_SNAPSHOT} else pg_current_snapshot()::text end as position
  `.execute(tx);
  return rows[0]?.position ?? '';
}

/**
 * On a standby PostgreSQL leaves out which transactions between the first and the last are still open. Those without a
 * visible event are named instead: they are open or not in the event log.
 */
const STANDBY_SNAPSHOT = sql`(
  select concat_ws(':', first, next, coalesce((
    select string_agg(number::text, ',' order by number) from generate_series(first, next - 1) number
    where not exists (select from events where transaction = number::text::xid8)
  ), ''))
  from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as first,
               pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) bounds
)`;

/** Whether a snapshot certainly contains everything that an earlier one did. Both are positions of one database. */
export async function containsPosition(tx: Tx, position: string, earlier: string): Promise<boolean> {
  const { rows } = await sql<{ contains: boolean }>`
    select pg_snapshot_xmax(${earlier}::pg_snapshot) <= pg_snapshot_xmin(${position}::pg_snapshot) as contains
  `.execute(tx);
  return rows[0]?.contains === true;
}
