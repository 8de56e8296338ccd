import { sql, type Kysely } from 'kysely';

/** A guest's cart is settled once: what it became is found by its id. Orders and payments of before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column cart_id text;
    -- two tabs at once: one order of a cart. One that was cancelled gives its cart free.
    create unique index orders_cart on orders (location_id, cart_id) where cart_id is not null and status <> 'cancelled';

    alter table payment_sessions add column cart_id text;
    -- the payments somebody began with it, which are over once another is begun or the cart is ordered
    create index payment_sessions_cart on payment_sessions (location_id, cart_id) where cart_id is not null
  `.execute(db);
}
