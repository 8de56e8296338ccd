import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Tips are shared by what people work as, too, and a manager gives tips that belong to nobody to somebody. People declare
 * their cash tips when they clock out.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table pay_terms add column job_title text`.execute(tx);
  await sql`alter table work_entries add column job_title text, add column declared_cash_cents int`.execute(tx);
  await sql`alter table tip_rules add column jobs jsonb`.execute(tx);
  await sql`
    create table undivided_tips (
      location_id text not null references locations,
      day date not null,
      receiver text not null check (receiver in ('nobody', 'hours', 'person')),
      user_id text,
      set_by text,
      set_at timestamptz not null,
      primary key (location_id, day),
      check ((receiver = 'person') = (user_id is not null))
    )
  `.execute(tx);
}
