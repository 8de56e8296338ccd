import { sql, type Kysely } from 'kysely';

/** From where somebody went to pay, while the page is open: what waits there to be paid is counted. So are texts to strangers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_sessions add column begun_from text;
    create index payment_sessions_begun on payment_sessions (begun_from) where begun_from is not null and status = 'open';
    create index messages_unproven_texts on messages (created_at) where unproven and channel = 'sms'
  `.execute(db);
}
