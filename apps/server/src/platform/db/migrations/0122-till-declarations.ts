import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** Why a location needs no certified till, as an administrator declared. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table locations add column till_declaration text`.execute(tx);
}
