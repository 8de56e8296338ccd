import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The origins of pages that may call the API with a customer key. Null: pages of this site only. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table api_keys add column origins text[]`.execute(tx);
}
