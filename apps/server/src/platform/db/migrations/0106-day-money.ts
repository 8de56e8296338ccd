import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Cash drawers and the closings of days. An entry without a shift came after its drawer was closed and waits for the
 * next shift. A closing is stored as text, because its hash is calculated of every byte.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    create table drawers (
      id text primary key,
      location_id text not null references locations,
      name text not null,
      kind text not null check (kind in ('till', 'bag')),
      -- the driver of a bag
      person_id text,
      removed_at timestamptz,
      check ((kind = 'bag') = (person_id is not null))
    )
  `.execute(tx);
  await sql`
    create unique index drawers_name on drawers (location_id, lower(name)) where removed_at is null
  `.execute(tx);
  await sql`
    create table drawer_shifts (
      id text primary key,
      drawer_id text not null references drawers,
      location_id text not null references locations,
      number int not null check (number > 0),
      state text not null default 'open' check (state in ('open', 'closed')),
      opened_at timestamptz not null,
      opened_by text,
      float_cents int not null check (float_cents >= 0),
      opening_difference_cents int not null default 0,
      -- counts that were sent before the one that closed it
      counts jsonb not null default '[]',
      closed_at timestamptz,
      closed_by text,
      counted jsonb,
      counted_cents int check (counted_cents >= 0),
      expected_cents int,
      difference_cents int,
      left_cents int check (left_cents between 0 and counted_cents),
      reason text,
      approved_by text,
      closing int,
      unique (location_id, number),
      check ((state = 'closed') = (closed_at is not null)),
      check ((state = 'closed') = (difference_cents is not null)),
      check (difference_cents = counted_cents - expected_cents)
    )
  `.execute(tx);
  await sql`create unique index drawer_shifts_open on drawer_shifts (drawer_id) where state = 'open'`.execute(tx);
  await sql`create index drawer_shifts_by_drawer on drawer_shifts (drawer_id, closed_at)`.execute(tx);
  await sql`
    create index drawer_shifts_to_close on drawer_shifts (location_id) where state = 'closed' and closing is null
  `.execute(tx);
  await sql`
    create table drawer_entries (
      id text primary key,
      drawer_id text not null references drawers,
      shift_id text references drawer_shifts,
      kind text not null
        check (kind in ('sale', 'refund', 'pay-in', 'pay-out', 'drop', 'no-sale', 'hand-in', 'hand-over')),
      amount_cents int not null check (amount_cents >= 0),
      payment_id text unique,
      refund_id text unique,
      reason text,
      by_id text,
      done_at timestamptz not null,
      at timestamptz not null,
      -- the shift that was closed before this arrived
      late_for text references drawer_shifts,
      check ((kind = 'sale') = (payment_id is not null)),
      check ((kind = 'refund') = (refund_id is not null)),
      check (shift_id is not null or late_for is not null)
    )
  `.execute(tx);
  await sql`create index drawer_entries_by_shift on drawer_entries (shift_id)`.execute(tx);
  await sql`create index drawer_entries_waiting on drawer_entries (drawer_id) where shift_id is null`.execute(tx);
  await sql`create index drawer_entries_late on drawer_entries (late_for) where late_for is not null`.execute(tx);
  await sql`
    create table closings (
      location_id text not null references locations,
      number int not null check (number > 0),
      business_day date not null,
      at timestamptz not null,
      content text not null,
      previous_hash text not null,
      hash text not null,
      primary key (location_id, number),
      unique (location_id, business_day)
    )
  `.execute(tx);
}
