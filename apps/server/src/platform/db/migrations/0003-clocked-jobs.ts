import { sql, type Kysely } from 'kysely';

/** When each clocked job is due next, by the clock of the database. The engine that knew it before goes, with its tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clocked_jobs (
      name text primary key,
      due_at timestamptz not null,
      -- the last time it did not come to its end
      failed boolean not null default false
    );

    drop schema if exists jobs cascade;
  `.execute(db);
}
