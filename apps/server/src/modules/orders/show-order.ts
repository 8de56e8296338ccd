import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse } from '@tiffin/domain/core';
import { asGuestReads } from '@tiffin/domain/order';
import { authorise, worksAt, type Actor } from '@tiffin/domain/people';
import { fitsLink } from '../../platform/auth/link-keys.ts';
import type { Context } from '../../context.ts';
import { byLink, orderAnswer, withoutPerson } from './order-answer.ts';
import { orderOfCart, type CartAt } from './cart-order.ts';
import { findOrder, readOrders } from './queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { sql } from 'kysely';

/**
 * A guest's own order by its number. An order nobody owns is told without the person's facts, unless
 * its token is shown; anybody else's order is as if it were not there.
 */
export async function showOrder(context: Context, actor: Actor, orderId: string, token?: string): Promise<WireOrder> {
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  if (mayRead(actor, row)) return toReader(actor, row, answer(context, row));
  if (fits(context, row, token)) return byLink(answer(context, row));
  // A key that does not fit is a guess, and told nothing.
  if (row.user_id !== null || token) throw refuse('order-not-found');
  return withoutPerson(answer(context, row));
}

/** Whose order it is, or who holds its token, may be told of it; so may, while nobody owns it, who only has its number. */
export async function mayFollowOrder(
  context: Context,
  actor: Actor,
  orderId: string,
  token?: string,
): Promise<'its own' | 'by number' | null> {
  const row = await findOrder(context.db, orderId);
  if (!row) return null;
  if (fits(context, row, token)) return 'its own';
  if (row.user_id === null) return token ? null : 'by number';
  return mayRead(actor, row) ? 'its own' : null;
}

/** What may be heard of by whoever holds the key of an order's link. */
export async function orderOfLink(
  context: Context,
  orderId: string,
  token: string,
): Promise<{ readonly orderId: string; readonly locationId: string }> {
  const row = await findOrder(context.db, orderId);
  if (!row || !fits(context, row, token)) throw refuse('order-not-found');
  return { orderId, locationId: row.location_id };
}

/** The order a payment session became. Whoever knows the session may follow it; only its owner sees who it is for. */
export async function showOrderOfSession(
  context: Context,
  actor: Actor,
  {
    sessionId,
    cart,
    became,
  }: { readonly sessionId: string; readonly cart: CartAt | null; readonly became?: OrderRow | undefined },
): Promise<WireOrder> {
  const own = became ?? (await readOrders(context.db, sql`o.session_id = ${sessionId}`))[0];
  // Paid a second time, it is the order its cart had become; the money is on its way back.
  const ordered = own || !cart ? null : await orderOfCart(context.db, cart);
  const row = own ?? (ordered && (await findOrder(context.db, ordered.id)));
  if (!row) throw refuse('order-not-found');
  if (row.user_id === null || mayRead(actor, row)) return toReader(actor, row, answer(context, row));
  if (actor.kind === 'person') throw refuse('order-not-found');
  return withoutPerson(answer(context, row));
}

/**
 * The order a receipt's token opens. An unknown number and a wrong token take the same way and the
 * same time: one reading, one comparison.
 */
export async function showOrderOfToken(context: Context, orderId: string, token: string): Promise<WireOrder> {
  if (!(await opens(context, orderId, token))) throw refuse('order-not-found');
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  return byLink(answer(context, row));
}

async function opens(context: Context, orderId: string, token: string): Promise<boolean> {
  const { db } = context;
  const found = await db
    .selectFrom('orders')
    .select(['receipt_token', 'claimed_at'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  const row = { id: orderId, receipt_token: found?.receipt_token ?? '', claimed_at: found?.claimed_at ?? null };
  return fits(context, row, token) && found !== undefined;
}

/** So long after an order was placed it may be taken into an account, and its link works after it was. */
export const GUEST_DAYS = 90;

export function fits(
  { linkKeys, clock }: Pick<Context, 'linkKeys' | 'clock'>,
  row: Pick<OrderRow, 'id' | 'receipt_token' | 'claimed_at'>,
  token: string | undefined,
): boolean {
  if (row.claimed_at && isOver(row.claimed_at, clock.now())) return false;
  return fitsLink(linkKeys, { to: 'receipt', id: row.id, stored: row.receipt_token }, token);
}

export function isOver(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > GUEST_DAYS * 86_400_000;
}

/** Whoever works there reads what the house calls its dishes. */
function toReader(actor: Actor, row: OrderRow, order: WireOrder): WireOrder {
  return worksAt(actor, row.location_id) ? order : asGuestReads(order);
}

function mayRead(actor: Actor, row: OrderRow): boolean {
  return authorise('order.read', actor, { locationId: row.location_id, ownerId: row.user_id }).ok;
}

function answer(context: Context, row: OrderRow): WireOrder {
  return orderAnswer(row, context.clock.now(), context);
}
