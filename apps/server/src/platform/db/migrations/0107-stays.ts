import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * How long parties sit, and at which tables they are expected. The present locations keep counting seats per time. The
 * exclusion constraint keeps two bookings from one table; a booking over joined tables has a row for each.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table locations
      add column counts_stays boolean not null default false,
      add column stay_minutes jsonb,
      add column pacing_guests int check (pacing_guests > 0),
      add column table_joins jsonb
  `.execute(tx);
  await sql`alter table reservations add column stay_minutes int`.execute(tx);
  await sql`
    create table table_plans (
      reservation_id text not null,
      table_id text not null references floor_tables,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      primary key (reservation_id, table_id),
      constraint table_plans_one_at_a_time exclude using gist (table_id with =, tstzrange(starts_at, ends_at) with &&)
    )
  `.execute(tx);
}
