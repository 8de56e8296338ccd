import { CODE_HOLD_MINUTES } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { releaseStock } from '../../menu/stock/hold-stock.ts';
import { releaseSlots } from '../../capacity/reserve-slots.ts';
import { releasePoints } from '../../people/spend-points.ts';
import { findLongHolds, giveBackHeldUses, releasePromotions } from '../../orders/promotions/promotion-uses.ts';
import { releaseGiftCards } from '../gift-cards/gift-card-balance.ts';
import type { SessionRow } from './sessions.ts';

/** Releases the stock, the kitchen slots and the offers of a session that becomes no order. */
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

/** Releases the offers of payment pages that ended without releasing them, as an older copy of the server does. */
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

/** Gives the uses of limited codes, which unpaid pages hold for too long, back to other guests. */
export async function releaseLongHolds({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - CODE_HOLD_MINUTES * 60_000);
  const sessionIds = await findLongHolds(db, before);
  if (sessionIds.length > 0) await transaction(db, (tx) => giveBackHeldUses(tx, sessionIds));
}

/** Closes a session as paid. Staff see its `attention` text until somebody resolves it. */
export async function closeAsPaid(
  context: Context,
  db: Pick<Tx, 'updateTable'>,
  session: SessionRow,
  providerSession: ProviderSession,
  result: Parameters<typeof asPaid>[2],
): Promise<SessionRow> {
  const changes = asPaid(context, providerSession, result);
  await db.updateTable('payment_sessions').set(changes).where('id', '=', session.id).execute();
  await context.reachTestPoint('settle.session-closed');
  return { ...session, ...changes };
}

/** The columns of a session that was paid. */
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
