import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Hours of work, and how tips are shared. Payments and tabs say by an id who served, because two people may have one
 * name. The times of clocking and corrections are never changed; a correction is an entry of its own.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table payments add column taken_by text`.execute(tx);
  await sql`alter table bills add column served_by text`.execute(tx);
  await sql`
    create table work_entries (
      id text primary key,
      person_id text not null,
      location_id text not null references locations,
      kind text not null check (kind in ('in', 'out', 'correction')),
      done_at timestamptz not null,
      ends_at timestamptz check (ends_at >= done_at),
      corrects text references work_entries,
      reason text,
      -- the hourly rate and the points at that time; null for who gets no part of a pool
      rate_cents int check (rate_cents >= 0),
      tip_points int check (tip_points >= 0),
      by_id text,
      at timestamptz not null,
      check ((kind = 'correction') = (ends_at is not null)),
      check ((kind = 'correction') = (reason is not null)),
      check (kind = 'correction' or corrects is null)
    )
  `.execute(tx);
  await sql`create index work_entries_by_location on work_entries (location_id, done_at)`.execute(tx);
  await sql`create index work_entries_by_person on work_entries (person_id, done_at)`.execute(tx);
  await sql`
    create table pay_terms (
      user_id text primary key references users,
      hourly_rate_cents int check (hourly_rate_cents >= 0),
      tip_points int not null default 0 check (tip_points >= 0)
    )
  `.execute(tx);
  await sql`
    create table tip_rules (
      location_id text not null references locations,
      from_day date not null,
      rule text not null check (rule in ('own', 'hours', 'points', 'equal')),
      percent int not null check (percent between 0 and 100),
      decided_by text not null check (decided_by in ('staff', 'house')),
      set_by text,
      set_at timestamptz not null,
      primary key (location_id, from_day)
    )
  `.execute(tx);
}
