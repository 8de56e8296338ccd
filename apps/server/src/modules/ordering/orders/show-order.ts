import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say, type Refusal } from '@tiffin/domain/core';
import { isOrderLinkOver, translateOrderForGuest } from '@tiffin/domain/order';
import { authorise, worksAt, type Actor } from '@tiffin/domain/people';
import { isLinkTokenValid } from '../../../platform/auth/link-keys.ts';
import type { Context } from '../../../context.ts';
import { orderForLinkHolder, orderAnswer, withoutPersonalData } from './order-answer.ts';
import { findOrderOfCart, type CartKey } from './cart-order.ts';
import { findOrder, readOrders } from './queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { sql } from 'kysely';

/**
 * Shows an order by its number. Its owner, staff and holders of its token see all of it. An order without an account is
 * shown to others without personal data. Other orders appear not to exist.
 */
export async function showOrder(context: Context, actor: Actor, orderId: string, token?: string): Promise<WireOrder> {
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuseMissingOrder(context, orderId, token);
  if (mayRead(actor, row)) return toReader(actor, row, answer(context, row));
  if (isOrderTokenValid(context, row, token)) return orderForLinkHolder(answer(context, row));
  // A wrong token is a guess, so nothing is shown.
  if (row.user_id !== null || token) throw refuse('order-not-found');
  return withoutPersonalData(answer(context, row));
}

/** A missing order to which we once made a link was lost: the database was restored to an earlier moment. */
function refuseMissingOrder(context: Context, orderId: string, token: string | undefined): Refusal {
  const link = { id: orderId, receipt_token: '', claimed_at: null };
  if (!isOrderTokenValid(context, link, token)) return refuse('order-not-found');
  return refuse(
    'order-not-found',
    say`This order was lost when our data was restored from a backup. Please call us before you order again. If you paid by card, we find your payment.`,
    { isLost: true },
  );
}

/**
 * How the actor may follow an order: fully as its owner or with its token, by number alone if it has no account, or not
 * at all.
 */
export async function readFollowAccess(
  context: Context,
  actor: Actor,
  orderId: string,
  token?: string,
): Promise<'its own' | 'by number' | null> {
  const row = await findOrder(context.db, orderId);
  if (!row) return null;
  if (isOrderTokenValid(context, row, token)) return 'its own';
  if (row.user_id === null) return token ? null : 'by number';
  return mayRead(actor, row) ? 'its own' : null;
}

/** Checks the token of an order link and returns the order's number and location. */
export async function requireLinkedOrder(
  context: Context,
  orderId: string,
  token: string,
): Promise<{ readonly orderId: string; readonly locationId: string }> {
  const row = await findOrder(context.db, orderId);
  if (!row || !isOrderTokenValid(context, row, token)) throw refuse('order-not-found');
  return { orderId, locationId: row.location_id };
}

/**
 * The order of a payment session. Anyone who knows the session may follow it; personal data of an account's order is
 * shown only to its owner.
 */
export async function showOrderOfSession(
  context: Context,
  actor: Actor,
  session: { readonly sessionId: string; readonly cart: CartKey | null; readonly became?: OrderRow | undefined },
): Promise<WireOrder> {
  const { sessionId, cart, became } = session;
  const own = became ?? (await readOrders(context.db, sql`o.session_id = ${sessionId}`))[0];
  // A cart that was paid twice shows its first order; the second payment is being refunded.
  const ordered = own || !cart ? null : await findOrderOfCart(context.db, cart);
  const row = own ?? (ordered && (await findOrder(context.db, ordered.id)));
  if (!row) throw refuse('order-not-found');
  if (row.user_id === null || mayRead(actor, row)) return toReader(actor, row, answer(context, row));
  if (actor.kind === 'person') throw refuse('order-not-found');
  return withoutPersonalData(answer(context, row));
}

/** The order for a receipt token. An unknown number and a wrong token take the same time: one query, one comparison. */
export async function showOrderOfToken(context: Context, orderId: string, token: string): Promise<WireOrder> {
  if (!(await opens(context, orderId, token))) throw refuse('order-not-found');
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  return orderForLinkHolder(answer(context, row));
}

async function opens(context: Context, orderId: string, token: string): Promise<boolean> {
  const { db } = context;
  const found = await db
    .selectFrom('orders')
    .select(['receipt_token', 'claimed_at'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  const row = { id: orderId, receipt_token: found?.receipt_token ?? '', claimed_at: found?.claimed_at ?? null };
  return isOrderTokenValid(context, row, token) && found !== undefined;
}

export function isOrderTokenValid(
  { linkKeys, clock }: Pick<Context, 'linkKeys' | 'clock'>,
  row: Pick<OrderRow, 'id' | 'receipt_token' | 'claimed_at'>,
  token: string | undefined,
): boolean {
  if (isOrderLinkOver({ claimedAt: row.claimed_at }, clock.now())) return false;
  return isLinkTokenValid(linkKeys, { to: 'receipt', id: row.id, stored: row.receipt_token }, token);
}

/** Staff see the dishes' names in the restaurant's language, guests in their own. */
function toReader(actor: Actor, row: OrderRow, order: WireOrder): WireOrder {
  return worksAt(actor, row.location_id) ? order : translateOrderForGuest(order);
}

function mayRead(actor: Actor, row: OrderRow): boolean {
  return authorise('order.read', actor, { locationId: row.location_id, ownerId: row.user_id }).ok;
}

function answer(context: Context, row: OrderRow): WireOrder {
  return orderAnswer(row, context.clock.now(), context);
}
