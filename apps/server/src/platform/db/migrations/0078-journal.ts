import { sql, type Kysely } from 'kysely';

/** The journal for the accountant: accounts, exported days and corrections of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journal_accounts (
      item text primary key,
      name text not null,
      code text not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table journal_days (
      location_id text not null references locations (id),
      business_day date not null,
      lines jsonb not null,
      closed_at timestamptz not null,
      closed_by text,
      primary key (location_id, business_day)
    )`.execute(db);
  await sql`
    create table journal_corrections (
      id bigint generated always as identity primary key,
      location_id text not null,
      business_day date not null,
      corrected_day date not null,
      lines jsonb not null,
      at timestamptz not null,
      foreign key (location_id, corrected_day) references journal_days (location_id, business_day)
    )`.execute(db);
  await sql`create index journal_corrections_day on journal_corrections (location_id, business_day)`.execute(db);
  await sql`create index journal_corrections_of on journal_corrections (location_id, corrected_day)`.execute(db);
}
