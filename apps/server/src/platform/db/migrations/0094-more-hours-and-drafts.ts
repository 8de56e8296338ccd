import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** Later hours of a day that differs, and locations that guests do not see yet. Null counts as none, and as published. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table location_exceptions add column more jsonb`.execute(tx);
  await sql`alter table locations add column is_draft boolean`.execute(tx);
}
