import { sql, type Kysely } from 'kysely';

/** Who gets which report by mail. `sent_through` is the last day of the period that was sent last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scheduled_reports (
      user_id text not null references users on delete cascade,
      location_id text not null,
      frequency text not null check (frequency in ('daily', 'monthly')),
      sent_through date not null,
      chosen_at timestamptz not null,
      primary key (user_id, location_id, frequency)
    )
  `.execute(db);
}
