import { sql, type RawBuilder } from 'kysely';
import type { Tx, Db } from '../../platform/db/connection.ts';

/** Deletes messages of a person who is erased. */
export async function deleteMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from messages where id = any(${[...ids]}::text[])`.execute(tx);
}

/** Deleted in one run at most. */
const MAX_OLD_MESSAGES = 5_000;

/**
 * Deletes messages from before a time that belong only to an address, if that address is not in use any more. `active`
 * selects the contacts in use.
 */
export async function deleteOldMessages(db: Db, before: Date, active: RawBuilder<unknown>): Promise<void> {
  await sql`
    with active as materialized (${active})
    delete from messages where id in (
      select m.id from messages m
      where m.user_id is null and m.order_id is null and m.reservation_id is null and m.created_at < ${before}
        and m.status in ('sent', 'failed', 'cancelled', 'outbox')
        and not exists (select from active where contact = m.recipient)
      limit ${MAX_OLD_MESSAGES})
  `.execute(db);
}
