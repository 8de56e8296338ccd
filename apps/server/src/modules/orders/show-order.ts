import type { ResponseOf } from '@tiffin/contract';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, refuse, say, toDollars, type Refusal } from '@tiffin/domain/core';
import { isOrderLinkOver, translateOrderForGuest } from '@tiffin/domain/order';
import { paysBill } from '@tiffin/domain/payment';
import { authorise, worksAt, type Actor } from '@tiffin/domain/people';
import { isLinkTokenValid } from '../../platform/auth/link-keys.ts';
import type { Context, Db } from '../../context.ts';
import { currentOrder, orderForLinkHolder, withoutPersonalData } from './order-answer.ts';
import { cartOfSession, findOrderOfCart } from './cart-order.ts';
import { findOrder, readOrders } from './queries.ts';
import { findBillOrder } from './rounds.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { Row } from '../../platform/db/schema.ts';
import { sql } from 'kysely';

/**
 * Shows an order by its number. Its owner, staff and holders of its token see all of it. An order without an account is
 * shown to others without personal data. Other orders appear not to exist.
 */
export async function showOrder(context: Context, actor: Actor, orderId: string, token?: string): Promise<WireOrder> {
  const row = await findOrder(context.db, orderId);
  if (!row) throw missingOrderRefusal(context, orderId, token);
  if (mayRead(actor, row)) return toReader(actor, row, currentOrder(context, row));
  if (isOrderTokenValid(context, row, token)) return orderForLinkHolder(currentOrder(context, row));
  // A wrong token is a guess, so nothing is shown.
  if (row.user_id !== null || token) throw refuse('order-not-found');
  return withoutPersonalData(currentOrder(context, row));
}

/** If we made the token, the order existed, and was lost when the database was restored to an earlier moment. */
function missingOrderRefusal(context: Context, orderId: string, token: string | undefined): Refusal {
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

/** A paid session, with the order that was just made of it. */
type PaidSession = Pick<Row<'payment_sessions'>, 'id' | 'kind' | 'location_id' | 'cart_id' | 'order_id'> & {
  readonly became?: OrderRow | undefined;
};

/**
 * The order of a payment session. Personal data and the order's link are shown to its reader, and to the guest who paid
 * an order without an account: with the token of the return address, or with the session of a cart, which only the
 * guest's browser knows. Staff and programs know the sessions of payment links, and a friend may have paid a part.
 */
export async function showOrderOfSession(
  context: Context,
  actor: Actor,
  session: PaidSession,
  visitor: 'link' | 'guest',
): Promise<Pick<ResponseOf<'getOrderBySessionId'>, 'order' | 'payment'>> {
  const row = session.became ?? (await findOrderOfSession(context.db, session));
  if (!row) throw unplacedOrderRefusal(session);
  const isReader = mayRead(actor, row);
  const isOfAccount = row.user_id !== null;
  if (!isReader && isOfAccount && visitor === 'guest' && actor.kind === 'person') throw refuse('order-not-found');
  const payment = isReader ? null : await partialPaymentOf(context.db, session, row);
  const isPayer = !isOfAccount && !payment && (visitor === 'link' || session.kind === 'customer');
  const order = currentOrder(context, row);
  return {
    order: isReader ? toReader(actor, row, order) : isPayer ? orderForLinkHolder(order) : withoutPersonalData(order),
    payment: payment ? { ...payment, left: order.due } : undefined,
  };
}

function unplacedOrderRefusal({ kind }: PaidSession): Refusal {
  if (kind === 'gift-card') return refuse('order-not-found');
  const text = say`When your payment arrived, we could no longer take this order.`;
  return refuse('order-not-found', text, { reason: text, sessionStatus: 'paid' });
}

async function findOrderOfSession(db: Db, session: PaidSession): Promise<OrderRow | null> {
  const [own] = await readOrders(db, sql`o.session_id = ${session.id}`);
  // An order names only the last of its payment pages, but each page of a bill names its order.
  if (own || session.order_id !== null) return own ?? findBillOrder(db, session.order_id ?? '');
  // A cart that was paid twice shows its first order; the second payment is being refunded.
  const cart = cartOfSession(session);
  const ordered = cart && (await findOrderOfCart(db, cart));
  return ordered && findOrder(db, ordered.id);
}

/** What a payment page of an existing bill paid; null if it paid the whole order. */
async function partialPaymentOf(db: Db, { id, kind }: PaidSession, row: OrderRow) {
  if (!paysBill(kind)) return null;
  const payment = await db.selectFrom('payments').selectAll().where('session_id', '=', id).executeTakeFirst();
  if (!payment) throw refuse('order-not-found', undefined, { sessionStatus: 'paid' });
  const isReturned = payment.bill_id === null;
  if (!isReturned && !row.tab && payment.amount_cents >= row.total_cents) return null;
  return { amount: toDollars(cents(payment.amount_cents + payment.tip_cents)), isReturned };
}

/** The order for a receipt token. An unknown number and a wrong token take the same time: one query, one comparison. */
export async function showOrderOfToken(context: Context, orderId: string, token: string): Promise<WireOrder> {
  if (!(await isTokenOfOrder(context, orderId, token))) throw refuse('order-not-found');
  const row = await findOrder(context.db, orderId);
  if (!row) throw refuse('order-not-found');
  return orderForLinkHolder(currentOrder(context, row));
}

async function isTokenOfOrder(context: Context, orderId: string, token: string): Promise<boolean> {
  const { db } = context;
  const found = await db
    .selectFrom('orders')
    .select(['receipt_token', 'claimed_at'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  const row = { id: orderId, receipt_token: found?.receipt_token ?? '', claimed_at: found?.claimed_at ?? null };
  return isOrderTokenValid(context, row, token) && found !== undefined;
}

/** True if the token is that of the order's link, and the link is not over. */
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
