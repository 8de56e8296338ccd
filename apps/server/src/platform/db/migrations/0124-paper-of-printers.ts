import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** How wide a printer's paper is, and whether letters that it lacks are drawn. */
export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table printers
      add column paper_mm integer not null default 80 check (paper_mm in (80, 58)),
      add column own_letters boolean not null default false
  `.execute(tx);
}
