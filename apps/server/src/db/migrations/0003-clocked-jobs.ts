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

    -- A copy of the server from before may be at work on them: whoever gets in its way lets it pass, and tries again.
    do $$
    begin
      for attempt in 1..5 loop
        begin
          drop schema if exists jobs cascade;
          exit;
        exception when deadlock_detected then
          perform pg_sleep(0.2);
        end;
      end loop;
    end $$;
  `.execute(db);
}
