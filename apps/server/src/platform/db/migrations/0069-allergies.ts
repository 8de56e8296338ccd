import { sql, type Kysely } from 'kysely';

/**
 * Allergies of orders and their lines. `orders.allergies` is null for orders from before, whose dishes need no
 * confirmation. `order_items.allergens` is null if nothing is known about the dish. A location without a value requires
 * confirmations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column allergies jsonb, add column allergy_note text;
    alter table order_items add column allergies jsonb, add column allergens text[], add column allergy_check jsonb;
    alter table locations add column confirms_allergies boolean
  `.execute(db);
}
