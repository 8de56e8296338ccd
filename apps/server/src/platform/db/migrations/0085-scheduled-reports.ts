import { sql, type Kysely } from 'kysely';

/**
 * Who gets which report by mail; `sent_through` is the last day of the period that was sent last. The audit log is
 * filtered by person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scheduled_reports (
      user_id text not null references users on delete cascade,
      location_id text not null,
      frequency text not null check (frequency in ('daily', 'monthly')),
      sent_through date not null,
      chosen_at timestamptz not null,
      primary key (user_id, location_id, frequency)
    );
    create index audit_log_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null
  `.execute(db);
}
