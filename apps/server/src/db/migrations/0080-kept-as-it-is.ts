import { sql, type Kysely } from 'kysely';

/**
 * An order's event and its stored answer are some 2.5 kB and go in days: PostgreSQL would press each of them together
 * while the guest waits, and take it apart again for every reader. That was a quarter of what an order cost it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events set (toast_tuple_target = 8160);
    alter table idempotency_keys set (toast_tuple_target = 8160);
  `.execute(db);
}
