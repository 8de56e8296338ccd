import { refuse, say, type Refusal } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** A cart of a guest's browser. Its id is random; whoever invents one reaches no cart of another location. */
export interface CartAt {
  readonly locationId: string;
  readonly cartId: string;
}

/** The guest's cart that a payment session pays for; null at the till. */
export function cartOf(session: { readonly location_id: string; readonly cart_id: string | null }): CartAt | null {
  const { location_id: locationId, cart_id: cartId } = session;
  return cartId === null ? null : { locationId, cartId };
}

/** Whoever else wants to pay for the cart waits until the transaction ends. */
export async function lockCart(tx: Tx, cart: CartAt): Promise<void> {
  await sql`select ${cartLock(cart)}`.execute(tx);
}

/** The same as the condition of a statement that locks a row: the cart first, then the row as it is by then. */
export function cartLocked(cart: CartAt): RawBuilder<boolean> {
  return sql`(select ${cartLock(cart)}) is not null`;
}

function cartLock({ locationId, cartId }: CartAt): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended(${`cart:${locationId}:${cartId}`}, 0))`;
}

/** What a cart became; an order that was cancelled gave its cart free. */
export async function orderOfCart(db: Db | Tx, { locationId, cartId }: CartAt) {
  const found = await db
    .selectFrom('orders as o')
    .innerJoin('locations as l', 'l.id', 'o.location_id')
    .select(['o.id', 'o.order_time', 'l.time_zone'])
    .where('o.location_id', '=', locationId)
    .where('o.cart_id', '=', cartId)
    .where('o.status', '<>', 'cancelled')
    .executeTakeFirst();
  return found ?? null;
}

/** Whether it is an order, told by a statement that does something else besides. */
export function isOrdered(cart: CartAt | null): RawBuilder<boolean> {
  return cart === null
    ? sql`false`
    : sql`exists (select from orders where location_id = ${cart.locationId} and cart_id = ${cart.cartId} and status <> 'cancelled')`;
}

export type OrderOfCart = NonNullable<Awaited<ReturnType<typeof orderOfCart>>>;

/** Says which order to look at. */
export function cartOrdered({ id, order_time: at, time_zone: zone }: OrderOfCart): Refusal {
  return refuse('cart-ordered', say`You ordered this at ${clockText(at, zone)} It is order ${id}.`, {
    orderId: id,
    orderedAt: at.toISOString(),
  });
}
