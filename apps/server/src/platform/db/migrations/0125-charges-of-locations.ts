import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The charges that a location adds to its orders, and what an order stores of its own. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table locations add column charges jsonb not null default '[]'`.execute(tx);
  // In units of 1/100 000 like tax rates; null for a fixed amount.
  await sql`
    alter table order_charges
      add column percent integer,
      add column is_voluntary boolean not null default false,
      add constraint order_charges_percent_check check (percent > 0) not valid
  `.execute(tx);
}
