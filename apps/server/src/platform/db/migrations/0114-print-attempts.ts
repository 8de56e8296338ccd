import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** How often a printer got a ticket that it did not confirm. Such tickets are offered again. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table print_jobs add column attempts integer`.execute(tx);
  await sql`create index print_jobs_unprinted on print_jobs (printer_id, created_at) where printed_at is null`.execute(
    tx,
  );
}
