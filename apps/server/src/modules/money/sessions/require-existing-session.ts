import { failure, refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { refundableOfPayment } from '../../ledger/ledger.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { PossibleGuess } from '../../../platform/http/rate-limiter.ts';
import type { SessionRow } from './sessions.ts';

/**
 * Returns the session, or tells the guest what happened if their order is not here because the database was restored to
 * an earlier moment. The ids of sessions cannot be guessed, so an unknown one was lost.
 */
export async function requireExistingSession(context: Context, session: SessionRow | null): Promise<SessionRow> {
  if (session === null) {
    throw new PossibleGuess(
      failure(
        'order-not-found',
        say`We have no record of this payment. Our data may have been restored from a backup. If you paid, please call us before you pay again: we can find your payment.`,
        { isLost: true },
      ),
    );
  }
  // Only the session of a lost order has no dishes.
  if (session.status !== 'paid' || session.snapshot.items.length > 0) return session;
  const hasMoneyLeft = await transaction(context.db, async (tx) => {
    const payment = await tx.selectFrom('payments').selectAll().where('session_id', '=', session.id).executeTakeFirst();
    return payment !== undefined && (await refundableOfPayment(tx, payment)).some((rest) => rest > 0);
  });
  throw refuse(
    'order-not-found',
    hasMoneyLeft
      ? say`Your payment reached us, but your order was lost when our data was restored. Please call us: we make your order, or return your money.`
      : say`Your order was lost when our data was restored. Your money is on its way back to your card.`,
    { isLost: true },
  );
}
