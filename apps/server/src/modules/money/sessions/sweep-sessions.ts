import type { Context } from '../../../context.ts';
import { GatewayUnavailable } from '../../../adapters/payment/gateway.ts';
import { gatewayFor } from '../provider/find-gateway.ts';
import { openProviderPage } from './open-session.ts';
import { retryEvent } from '../provider/receive-event.ts';
import { closeSession, closeUnopenedSession, refreshSession } from './refresh-session.ts';
import { sendRefund } from '../refunds/send-refund.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { chargeKeptCard } from '../deposits/charge-no-show.ts';
import { sweepDeposits } from '../deposits/sweep-deposits.ts';
import { releaseExpiredOffers, releaseLongHolds } from './end-session.ts';
import { releaseExpiredSlots } from '../../capacity/reserve-slots.ts';
import { releaseExpiredStock } from '../../menu/stock/hold-stock.ts';

const BATCH_SIZE = 50;
const MINUTE_MS = 60_000;
/** Between two checks of a session. */
const MAX_GAP_MS = 15 * MINUTE_MS;

/**
 * Checks everything that is open at the provider: sessions without an event, pending refunds and failed events. This
 * recovers from lost events and killed processes.
 */
export async function sweepPayments(context: Context): Promise<void> {
  if (!context.payments) return;
  await sweepSessions(context);
  await sweepDeposits(context);
  await releaseExpiredStock(context);
  await releaseExpiredSlots(context);
  await releaseExpiredOffers(context);
  await releaseLongHolds(context);
  await sweepRefunds(context);
  await sweepEvents(context);
}

/** Checks new sessions every minute and older ones less often. Each is claimed, so that processes share the work. */
async function sweepSessions(context: Context): Promise<void> {
  for (;;) {
    const now = context.clock.now();
    const due = await context.db
      .updateTable('payment_sessions')
      .set({ next_check_at: new Date(now.getTime() + MINUTE_MS) })
      .where('id', 'in', (from) =>
        from
          .selectFrom('payment_sessions')
          .select('id')
          .where('status', '=', 'open')
          .where('next_check_at', '<=', now)
          .orderBy('next_check_at')
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
    for (const session of due) {
      try {
        // A payment page expires at the provider; a reader must be cancelled. Of the pages that the provider never
        // opened, that of an order on account is opened now, and others are closed when they expire.
        if (session.snapshot.deposit?.card) await chargeKeptCard(context, session);
        else if (session.kind === 'reader' && session.expires_at <= now) await closeSession(context, session.id);
        else if (session.provider_session_id !== null) await refreshSession(context, session.id);
        else if (session.expires_at > now && session.kind === 'account') await openProviderPage(context, session.id);
        else if (session.expires_at <= now) await closeUnopenedSession(context, session, 'expired');
      } catch (error) {
        if (error instanceof GatewayUnavailable) context.metrics.countProviderFailure();
        context.log.warn({ err: error, sessionId: session.id }, 'a payment session could not be looked at');
      }
      const age = now.getTime() - session.created_at.getTime();
      const gap = Math.min(Math.max(MINUTE_MS, age / 8), MAX_GAP_MS);
      await context.db
        .updateTable('payment_sessions')
        .set({ next_check_at: new Date(now.getTime() + gap) })
        .where('id', '=', session.id)
        .where('status', '=', 'open')
        .execute();
    }
    if (due.length < BATCH_SIZE) return;
  }
}

async function sweepRefunds(context: Context): Promise<void> {
  const now = context.clock.now();
  const due = await context.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'r.provider_refund_id', 'r.attempts', 'p.provider'])
    .where('r.status', '=', 'requested')
    .where('r.next_try_at', '<=', now)
    .orderBy('r.next_try_at')
    .limit(BATCH_SIZE)
    .execute();
  for (const refund of due) {
    try {
      if (refund.provider_refund_id === null) await sendRefund(context, refund.id);
      else {
        const gateway = gatewayFor(context, refund.provider);
        const providerRefund = await gateway.readRefund(refund.provider_refund_id);
        await settleRefund(context, gateway, { ...providerRefund, reference: refund.id });
      }
    } catch (error) {
      if (error instanceof GatewayUnavailable) return context.metrics.countProviderFailure();
      context.log.warn({ err: error, refundId: refund.id }, 'a refund could not be looked at');
    }
  }
}

async function sweepEvents(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('failed_webhooks')
    .select('id')
    .where('resolved_at', 'is', null)
    .where('next_try_at', '<=', context.clock.now())
    .orderBy('next_try_at')
    .limit(BATCH_SIZE)
    .execute();
  for (const { id } of due) if (context.payments) await retryEvent(context, context.payments, id);
}
