import { sql, type Kysely } from 'kysely';

/** Which card providers there are is known by their objects (`adapters/payment/providers.ts`), not by the tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_sessions drop constraint if exists payment_sessions_provider_check;
    alter table payments drop constraint if exists payments_provider_check
  `.execute(db);
}
