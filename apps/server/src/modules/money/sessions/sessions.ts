import type { ResponseOf } from '@tiffin/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { cartLockCondition, type CartKey } from '../../orders/cart-order.ts';
import { adjustmentAnswer, chargesAnswer } from '../../orders/order-parts.ts';
import { cents, toDollars } from '@tiffin/domain/core';
import { maskedGiftCard } from '@tiffin/domain/payment';
import { taxRows, toWirePricing, toWireTax } from '@tiffin/domain/pricing';

export type SessionRow = Row<'payment_sessions'>;

/** A session after its status was checked. */
export type SessionWithOrder = SessionRow & {
  /** The order that was just created from it, so that callers need not read it again. */
  readonly became?: OrderRow;
};

/** The provider reported a session that we do not know. */
export class UnknownSession extends Error {
  override name = 'UnknownSession';
}

/** The payment session with this id, or null. */
export async function readSession(db: Db | Tx, id: string): Promise<SessionRow | null> {
  return (await db.selectFrom('payment_sessions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Finds a session by its own id, or by the id of its payment: limited API keys do not see the ids of sessions. Only for
 * calls of staff, because whoever has a session's own id may read its order.
 */
export async function findSession(db: Db | Tx, id: string): Promise<SessionRow | null> {
  const payment = await db.selectFrom('payments').select('session_id').where('id', '=', id).executeTakeFirst();
  return readSession(db, payment?.session_id ?? id);
}

/** Locks a session, and its cart if it is given, against concurrent settlements and payments. */
export async function lockSession(tx: Tx, id: string, cart: CartKey | null = null): Promise<SessionRow | null> {
  const session = tx.selectFrom('payment_sessions').selectAll().where('id', '=', id).forUpdate();
  const row = await (cart ? session.where(cartLockCondition(cart)) : session).executeTakeFirst();
  return row ?? null;
}

/** Moves the sessions of an order to another account: the one that paid it, those created for it, and those of its cart. */
export async function moveSessionsOfOrder(
  tx: Tx,
  { id, location_id: location, session_id: session, cart_id: cart }: OrderRow,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<void> {
  await sql`
    update payment_sessions set user_id = ${to} where user_id is not distinct from ${from}
      and (id = ${session} or order_id = ${id} or (location_id = ${location} and cart_id = ${cart}))
  `.execute(tx);
}

/** The welcome offer that a session was priced with. */
export function offerCodeOfSession(session: SessionRow): string | null {
  const code = session.snapshot.metadata?.['welcomeCode'];
  return typeof code === 'string' ? code : null;
}

/** The response to a request that opens a payment. */
export type SessionAnswer = Omit<ResponseOf<'createCustomerPayment'>, 'success'>;

/** The response about an open session: its payment page, and the price that was stored with it. */
export function sessionAnswer(session: SessionRow & { payment_url: string }): SessionAnswer {
  const { price, adjustments = [], charges = [], giftPayment } = session.snapshot;
  return {
    sessionId: session.id,
    paymentUrl: session.payment_url,
    pricing: toWirePricing(price),
    taxes: price.taxes?.map(toWireTax) ?? [
      ...taxRows({ pricing: { ...toWirePricing(price), taxLabel: price.taxLabel } }),
    ],
    adjustments: adjustments.map(adjustmentAnswer),
    charges: chargesAnswer(charges),
    giftCard: giftPayment && {
      pays: toDollars(giftPayment.amount),
      card: maskedGiftCard(giftPayment.card.last4),
    },
    charged: toDollars(cents(session.amount_cents)),
  };
}

/** The response for a payment link, under the three field names of the API. */
export function paymentLinkAnswer(session: SessionRow & { payment_url: string }) {
  return { ...sessionAnswer(session), paymentLink: session.payment_url, qrCodeData: session.payment_url };
}
