import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** For which location a message is, so that texts to unconfirmed numbers can be limited for each. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table messages add column location_id text`.execute(tx);
}
