import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** What guests answer to the reminder of their reservation, and the locations that ask for an answer. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table locations add column asks_confirmation boolean not null default false`.execute(tx);
  await sql`alter table reservations add column guest_confirmation text`.execute(tx);
}
