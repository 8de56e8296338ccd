import { cents, valueOrThrow, refuse, say } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { GatewayRefused, GatewayUnavailable } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import {
  PROVIDER_NOT_ANSWERING,
  readerHandoverDeadline,
  findReaderPayment,
  requireReadersOfGateway,
  writeReaderMessage,
} from '../provider/provider-status.ts';
import { gatewayFor, waitAtMost } from '../provider/find-gateway.ts';
import { descriptionOf, notesOfSession } from '../sessions/open-session.ts';
import { closePage, refreshSession } from '../sessions/refresh-session.ts';
import { requireMaySettle, requireMayTakeTip } from '../../locations/money-permission.ts';
import { findOrder } from '../../orders/queries.ts';
import { findSession, lockSession, readSession, type SessionRow } from '../sessions/sessions.ts';
import { retryWhenReaderFree, requireFreeReader } from './reserve-reader.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { updateRow } from '../../../platform/db/write-row.ts';

/** How long a request waits for the provider while a guest stands at the counter with a card. */
const PATIENCE_MS = 12_000;

/**
 * Sends a payment to its reader. Our session id and the attempt number make repeated calls idempotent at the provider.
 * A refusal is stored with the payment. If the provider does not answer, the reader may still be asking; the next
 * status check finds out.
 */
export async function sendPaymentToReader(context: Context, sessionId: string): Promise<void> {
  const session = await readSession(context.db, sessionId);
  if (session?.status !== 'open' || session.reader_id === null || !isReaderAsking(session)) return;
  try {
    const provider_session_id = session.provider_session_id ?? (await prepareAtProvider(context, session));
    const payment = await findReaderPayment(context.db, { ...session, provider_session_id }, session.reader_id);
    // The amount on which the reader suggests tips; null if it asks for none.
    const tipOn = session.reader_tip_on_cents === null ? null : cents(session.reader_tip_on_cents);
    if ((await readSession(context.db, sessionId))?.status === 'open') {
      const response = await waitAtMost(PATIENCE_MS, readersOf(context, session).ask({ ...payment, tipOn }));
      await context.reachTestPoint('reader.asked');
      if (response !== 'too-late') await endHandover(context, session);
    }
    // The payment was cancelled while it was being sent, so it must not be paid at the reader.
    const current = await readSession(context.db, sessionId);
    if (current && current.status !== 'open' && current.status !== 'paid') await closePage(context, current);
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewayUnavailable)) throw error;
    await endHandover(context, session);
    if (error instanceof GatewayRefused) await writeReaderMessage(context, session, error.message);
    else context.log.warn({ err: error, sessionId }, 'a card reader could not be asked');
  }
}

/** True while the reader waits for the card. Afterwards `reader_said` is why it stopped, such as a declined card. */
function isReaderAsking({ reader_said: stopReason }: SessionRow): boolean {
  return stopReason === null;
}

/**
 * Records that the attempt was sent. While it is being sent, the provider may still report the attempt before it, and
 * its reports are understood that way.
 */
async function endHandover(context: Context, { id, reader_asked: attempt }: SessionRow): Promise<void> {
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_handing_until: null })
    .where('id', '=', id)
    .where('reader_asked', '=', attempt)
    .execute();
}

function readersOf(context: Context, { provider }: Pick<SessionRow, 'provider'>) {
  return requireReadersOfGateway(gatewayFor(context, provider));
}

async function prepareAtProvider(context: Context, session: SessionRow): Promise<string> {
  const providerSessionId = await waitAtMost(
    PATIENCE_MS,
    readersOf(context, session).prepare({
      reference: session.id,
      attempt: session.reader_asked,
      amount: cents(session.amount_cents),
      currency: (await readSite(context.db)).currency,
      description: inLanguageOf(session.snapshot, () => descriptionOf(session)),
      notes: await notesOfSession(context.db, session),
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return 'too-late' as const;
  });
  // No reader asks for the card yet, so nothing can be charged: the attempt ends like a refused one.
  if (providerSessionId === 'too-late') throw new GatewayRefused(PROVIDER_NOT_ANSWERING);
  await context.reachTestPoint('reader.prepared');
  await updateRow(context.db, 'payment_sessions', session.id, { provider_session_id: providerSessionId });
  await context.reachTestPoint('reader.payment-written');
  return providerSessionId;
}

/** Sends a payment that was declined, cancelled or never delivered to the same reader again, or to another one. */
export async function resendPaymentToReader(
  context: Context,
  actor: Actor,
  request: { readonly sessionId: string; readonly readerId?: string | undefined },
): Promise<SessionRow> {
  const stored = await findSession(context.db, request.sessionId);
  if (!stored || stored.reader_id === null) throw refuse('not-found', say`Payment session not found`);
  valueOrThrow(authorise('order.take-payment', actor, { locationId: stored.location_id }));
  // The request may contain the id of the payment instead.
  const sessionId = stored.id;
  // The card may have been charged in the meantime.
  await refreshSession(context, sessionId);
  const order = stored.order_id === null ? null : await findOrder(context.db, stored.order_id);
  if (order) requireMaySettle(context, order);
  if (order && stored.reader_tip_on_cents !== null) requireMayTakeTip(context, order);
  const readerId = request.readerId ?? stored.reader_id;
  const startAttempt = async (tx: Tx) => {
    const session = await lockSession(tx, sessionId);
    if (session?.status !== 'open') throw refuse('failed-precondition', say`This payment is over.`);
    // The button was pressed twice, or at two tills: the reader is already asking.
    if (isReaderAsking(session)) return false;
    await requireFreeReader(tx, readerId, session.location_id);
    await tx
      .updateTable('payment_sessions')
      .set((set) => ({
        reader_id: readerId,
        reader_said: null,
        reader_asked: set('reader_asked', '+', 1),
        reader_handing_until: readerHandoverDeadline(context),
      }))
      .where('id', '=', sessionId)
      .execute();
    return true;
  };
  const isStarted = await retryWhenReaderFree(context, readerId, () => transaction(context.db, startAttempt));
  if (isStarted) await sendPaymentToReader(context, sessionId);
  return (await readSession(context.db, sessionId)) ?? stored;
}
