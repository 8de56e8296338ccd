import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** When guests were asked to choose another time, because the location is closed at the one that they booked. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table reservations add column move_offered_at timestamptz`.execute(tx);
}
