import { needsCardForRefund } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { releaseStock } from '../../menu/stock/hold-stock.ts';
import { releaseSlots } from '../../capacity/reserve-slots.ts';
import { releasePoints } from '../../people/spend-points.ts';
import { releasePromotions } from '../../orders/promotions/promotion-uses.ts';
import { releaseGiftCards } from '../gift-cards/gift-card-balance.ts';
import type { PaymentInsert } from '../../ledger/insert-payment.ts';
import type { SessionRow } from './sessions.ts';

/** Releases the stock, the kitchen slots and the promotion of a session that becomes no order. */
export async function releaseStockAndSlots(context: Context, tx: Tx, session: SessionRow): Promise<void> {
  await releaseStock(context, tx, [session.id]);
  if (session.snapshot.promised) await releaseSlots(tx, { sessionIds: [session.id] });
  const { points, promotion, giftPayment } = session.snapshot;
  if (points || promotion || giftPayment) await releaseOffers(context, tx, [session.id]);
}

/** Releases the promotions, the points and what gift cards would pay. */
export async function releaseOffers({ clock }: Context, tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await releasePromotions(tx, { sessionIds });
  await releasePoints(tx, sessionIds, clock.now());
  await releaseGiftCards(tx, sessionIds, clock.now());
}

/** The same for pages that an older copy of the server ended. */
export async function releaseExpiredOffers(context: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_sessions where status not in ('open', 'paid') and id in (
      select session_id from promotion_uses where state = 'held'
      union all select session_id from points_uses where order_id is null and kept > 0
      union all select session_id from gift_entries where session_id is not null group by 1 having sum(amount_cents) <> 0
    ) limit 100
  `.execute(context.db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await transaction(context.db, (tx) => releaseOffers(context, tx, ids));
}

export function paymentOfSession(
  context: Context,
  session: SessionRow,
  providerSession: ProviderSession,
): PaymentInsert {
  const tip = providerSession.tip ?? 0;
  return {
    id: context.ids.uuid(),
    session_id: session.id,
    provider: session.provider,
    method: session.kind === 'till-link' ? 'card' : 'online',
    amount_cents: (providerSession.amount ?? session.amount_cents) - tip,
    tip_cents: tip,
    provider_payment_id: providerSession.paymentId,
    card_brand: providerSession.card?.brand ?? null,
    card_last4: providerSession.card?.last4 ?? null,
  };
}

/** One payment row per session: updates the pending one or inserts a new one. */
export function insertSessionPayment(
  context: Context,
  db: Pick<Tx, 'insertInto'>,
  session: SessionRow,
  providerSession: ProviderSession,
  order: Pick<OrderRow, 'bill_id'> | null,
) {
  const now = context.clock.now();
  const payment = paymentOfSession(context, session, providerSession);
  const { amount_cents: amount, tip_cents: tip, provider_payment_id: paymentId } = payment;
  const booked = {
    bill_id: order?.bill_id ?? null,
    order_id: order?.bill_id ?? null,
    status: 'succeeded' as const,
    provider_payment_id: paymentId,
    captured_at: now,
    ...(providerSession.card && { card_brand: providerSession.card.brand, card_last4: providerSession.card.last4 }),
  };
  // If a refund needs the physical card, staff refund it by hand.
  const byHand = session.kind === 'reader' && needsCardForRefund(providerSession.card?.brand ?? null);
  return db
    .insertInto('payments')
    .values({ ...payment, location_id: session.location_id, created_at: now, ...booked })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .where('session_id', 'is not', null)
        .doUpdateSet({
          ...booked,
          ...(byHand && { method: 'manual' }),
          // The charge includes the extra tip that was agreed before and a tip added at the reader.
          amount_cents: sql<number>`${amount} - payments.tip_cents`,
          tip_cents: sql<number>`payments.tip_cents + ${tip}`,
        }),
    );
}

export async function closeAsPaid(
  context: Context,
  db: Pick<Tx, 'updateTable'>,
  session: SessionRow,
  providerSession: ProviderSession,
  about: Parameters<typeof asPaid>[2],
): Promise<SessionRow> {
  const changes = asPaid(context, providerSession, about);
  await db.updateTable('payment_sessions').set(changes).where('id', '=', session.id).execute();
  await context.reach('settle.session-closed');
  return { ...session, ...changes };
}

export function asPaid(
  context: Context,
  providerSession: ProviderSession,
  { orderId, attention }: { readonly orderId: string | null; readonly attention: string | null },
) {
  const now = context.clock.now();
  return {
    status: 'paid' as const,
    order_id: orderId,
    provider_session_id: providerSession.providerSessionId,
    payment_id: providerSession.paymentId,
    closed_at: now,
    ...(attention !== null && { attention, attention_at: now }),
  };
}
