import { sql, type Kysely } from 'kysely';

/**
 * The board asks what is still to be handed back each time an order is cancelled: there are few, among all there ever
 * were. And with the last of a payment's cash goes what is left of its coins: the rounding of several parts at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds drop constraint refunds_cash_rounding_cents_check;
    create index refunds_owed_by_hand on refunds (location_id, requested_at)
      where status = 'requested' and method <> 'card'
  `.execute(db);
}
