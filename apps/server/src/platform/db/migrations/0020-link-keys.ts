import { sql, type Kysely } from 'kysely';

/** Which orders and reservations still hold the key of their link in clear: a job hashes them, some at a time. So with messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_clear_key on orders (id) where receipt_token not like 'sha256:%';
    create index reservations_clear_key on reservations (id) where manage_token not like 'sha256:%';
    create index messages_unsent_keys on messages (created_at)
      where keeps_keys and status in ('outbox', 'failed', 'cancelled');
  `.execute(db);
}
