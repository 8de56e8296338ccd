import { sql, type Kysely } from 'kysely';

/**
 * The line that a discount on a paid bill was refunded for, 0 for the whole bill. Without it, a dish given on the house
 * twice is refunded twice. Null for all other refunds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column discounted_line integer`.execute(db);
}
