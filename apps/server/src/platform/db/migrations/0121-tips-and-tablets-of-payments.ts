import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The percentages of tips that a location offers; null for the usual ones. And the shared tablet that took a payment. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table locations add column guest_tip_percents integer[], add column till_tip_percents integer[]`.execute(
    tx,
  );
  await sql`alter table payments add column taken_on text`.execute(tx);
}
