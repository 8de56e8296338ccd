import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The closing that lists a shift of a later day by mistake, and when the shift was moved out of it. */
export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table drawer_shifts add column misplaced_in integer, add column corrected_at timestamptz
  `.execute(tx);
}
