import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Ordering and paying at the table by phone: the phones of a party, the rounds that they sent, for what they call a
 * waiter, and what each of their payments pays. The code of a party needs no column: it follows from the id of its
 * sitting and the server's secret.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table locations add column table_ordering jsonb`.execute(tx);
  await sql`alter table sittings add column calls jsonb`.execute(tx);
  await sql`alter table payments add column at_table jsonb`.execute(tx);
  await sql`
    create table table_guests (
      id text primary key,
      sitting_id text not null references sittings on delete cascade,
      -- emptied when the party leaves
      name text not null,
      joined_at timestamptz not null
    )
  `.execute(tx);
  await sql`create index table_guests_by_sitting on table_guests (sitting_id)`.execute(tx);
  // Names are emptied whenever a party leaves. They are few among the rows of years.
  await sql`create index table_guests_named on table_guests (sitting_id) where name <> ''`.execute(tx);
  await sql`
    create table table_rounds (
      id text primary key,
      sitting_id text not null references sittings on delete cascade,
      guest_id text not null references table_guests on delete cascade,
      at timestamptz not null,
      state text not null check (state in ('waiting', 'sent', 'refused')),
      -- while it waits for staff
      request jsonb,
      order_ids text[] not null default '{}',
      why text,
      answered_at timestamptz,
      answered_by text
    )
  `.execute(tx);
  await sql`create index table_rounds_by_sitting on table_rounds (sitting_id)`.execute(tx);
  await sql`create index table_rounds_waiting on table_rounds (sitting_id) where state = 'waiting'`.execute(tx);
}
