import { sql, type Kysely } from 'kysely';

/**
 * What a portion of a dish or an option costs the restaurant, from a business day on. `item_id` is as in `stock`: the id
 * of a dish, or of an option (`optionStockId`). A row without a cost ends the one before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table costs (
      location_id text not null references locations (id),
      item_id text not null,
      valid_from date not null,
      cost_cents integer check (cost_cents >= 0),
      set_at timestamptz not null,
      primary key (location_id, item_id, valid_from)
    )
  `.execute(db);
}
