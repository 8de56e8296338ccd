import { refuse, Refusal, say } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** A cart in a guest's browser. Its id is random and only valid together with its location. */
export interface CartKey {
  readonly locationId: string;
  readonly cartId: string;
}

/** The guest's cart that a payment session pays for; null for sessions of the till. */
export function cartOfSession(session: {
  readonly location_id: string;
  readonly cart_id: string | null;
}): CartKey | null {
  const { location_id: locationId, cart_id: cartId } = session;
  return cartId === null ? null : { locationId, cartId };
}

/** Locks the cart until the transaction ends, so that only one payment or order uses it at a time. */
export async function lockCart(tx: Tx, cart: CartKey): Promise<void> {
  await sql`select ${cartLock(cart)}`.execute(tx);
}

/** The same lock as a condition of a statement that locks a row: takes the cart lock first, then reads the row. */
export function cartLockCondition(cart: CartKey): RawBuilder<boolean> {
  return sql`(select ${cartLock(cart)}) is not null`;
}

function cartLock({ locationId, cartId }: CartKey): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended(${`cart:${locationId}:${cartId}`}, 0))`;
}

/** The order that the cart became. A cancelled order frees its cart. */
export async function findOrderOfCart(db: Db | Tx, { locationId, cartId }: CartKey) {
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('locations as l', 'l.id', 'o.location_id')
    .select(['o.id', 'o.order_time', 'l.time_zone'])
    .where('o.location_id', '=', locationId)
    .where('o.cart_id', '=', cartId)
    .where('o.status', '<>', 'cancelled')
    .executeTakeFirst();
  return order ?? null;
}

/** True if the cart became an order that is not cancelled. */
export function cartOrderedCondition(cart: CartKey | null): RawBuilder<boolean> {
  return cart === null
    ? sql`false`
    : sql`exists (select from orders where location_id = ${cart.locationId} and cart_id = ${cart.cartId} and status <> 'cancelled')`;
}

export type OrderOfCart = NonNullable<Awaited<ReturnType<typeof findOrderOfCart>>>;

/** A refusal that names the existing order. */
export function cartOrderedRefusal({ id, order_time: at, time_zone: zone }: OrderOfCart): Refusal {
  return refuse('cart-ordered', say`You ordered this at ${clockText(at, zone)} It is order ${id}.`, {
    orderId: id,
    orderedAt: at.toISOString(),
  });
}

/**
 * Names the order that a cart became, instead of another reason to refuse it: because of that order, its dishes may be sold
 * out and its offer used.
 */
export const nameOrderOfCart =
  (db: Db | Tx, cart: CartKey | null) =>
  async (error: unknown): Promise<never> => {
    const order = error instanceof Refusal && cart ? await findOrderOfCart(db, cart) : null;
    if (order) throw cartOrderedRefusal(order);
    throw error;
  };
