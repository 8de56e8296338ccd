import { sql, type Kysely } from 'kysely';

/** Which messages may still keep a key: they are emptied behind everybody's back, some at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages add column keeps_keys boolean not null default true;
    create index messages_keys on messages (sent_at) where keeps_keys and sent_at is not null;

    -- a job's name until then
    delete from clocked_jobs where name = 'empty-account-mails'
  `.execute(db);
}
