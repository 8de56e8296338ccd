import { cents, orRefuse, refuse, say } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import { inLanguageOf } from '../../platform/i18n/interpreter.ts';
import { GatewayRefused, GatewayUnavailable } from '../../adapters/payment/gateway.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { NO_ANSWER, handingUntil, inHand, readersAt, writeWhy } from './provider-status.ts';
import { gatewayFor, within } from './find-gateway.ts';
import { descriptionOf } from './open-session.ts';
import { closePage, seeSession } from './check-session.ts';
import { lockSession, readSession, type SessionRow } from './sessions.ts';
import { onceFree, requireReader } from './reserve-reader.ts';
import { readSite } from '../settings/site.ts';

/** Somebody stands at the counter with a card in hand. */
const PATIENCE_MS = 12_000;

/**
 * Hands a payment to its reader. Our session's id makes it one payment at the provider, and the number of the asking
 * makes it one asking, however often this is done. What a reader will not do stands with the payment in words; where no
 * answer came, it may well ask: whoever looks next is told.
 */
export async function askForCard(context: Context, sessionId: string): Promise<void> {
  const session = await readSession(context.db, sessionId);
  if (session?.status !== 'open' || session.reader_id === null || session.reader_said !== null) return;
  try {
    const there = session.provider_session_id ?? (await prepare(context, session));
    const payment = await inHand(context.db, { ...session, provider_session_id: there }, session.reader_id);
    const tipOn = session.reader_tip_on_cents === null ? null : cents(session.reader_tip_on_cents);
    if ((await readSession(context.db, sessionId))?.status === 'open') {
      const asked = await within(PATIENCE_MS, readersOf(context, session).ask({ ...payment, tipOn }));
      await context.reach('reader.asked');
      if (asked !== 'too-late') await handedOver(context, session);
    }
    // Let go while it was handed over: nobody is to pay it there.
    const now = await readSession(context.db, sessionId);
    if (now && now.status !== 'open' && now.status !== 'paid') await closePage(context, now);
  } catch (error) {
    if (!(error instanceof GatewayRefused || error instanceof GatewayUnavailable)) throw error;
    await handedOver(context, session);
    if (error instanceof GatewayRefused) await writeWhy(context, session, error.message);
    else context.log.warn({ err: error, sessionId }, 'a card reader could not be asked');
  }
}

/** From now on what the reader says is of this asking. */
async function handedOver(context: Context, { id, reader_asked: asked }: SessionRow): Promise<void> {
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_handing_until: null })
    .where('id', '=', id)
    .where('reader_asked', '=', asked)
    .execute();
}

function readersOf(context: Context, { provider }: Pick<SessionRow, 'provider'>) {
  return readersAt(gatewayFor(context, provider));
}

async function prepare(context: Context, session: SessionRow): Promise<string> {
  const made = await within(
    PATIENCE_MS,
    readersOf(context, session).prepare({
      reference: session.id,
      asked: session.reader_asked,
      amount: cents(session.amount_cents),
      currency: (await readSite(context.db)).currency,
      description: inLanguageOf(session.snapshot, () => descriptionOf(session)),
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return 'too-late' as const;
  });
  // No reader was handed anything.
  if (made === 'too-late') throw new GatewayRefused(NO_ANSWER);
  await context.reach('reader.prepared');
  await context.db
    .updateTable('payment_sessions')
    .set({ provider_session_id: made })
    .where('id', '=', session.id)
    .execute();
  await context.reach('reader.payment-written');
  return made;
}

/** Declined, given up or never reached: the same payment is asked for once more, at this reader or another. */
export async function askAgain(
  context: Context,
  actor: Actor,
  { sessionId, readerId: other }: { readonly sessionId: string; readonly readerId?: string | undefined },
): Promise<SessionRow> {
  const known = await readSession(context.db, sessionId);
  if (!known || known.reader_id === null) throw refuse('not-found', say`Payment session not found`);
  orRefuse(authorise('order.take-payment', actor, { locationId: known.location_id }));
  // The card may have been taken since.
  await seeSession(context, sessionId);
  const readerId = other ?? known.reader_id;
  const take = async (tx: Tx) => {
    const session = await lockSession(tx, sessionId, null);
    if (session?.status !== 'open') throw refuse('failed-precondition', say`This payment is over.`);
    // Pressed twice, or at two tills: it asks already.
    if (session.reader_said === null) return false;
    await requireReader(tx, readerId, session.location_id);
    await tx
      .updateTable('payment_sessions')
      .set((set) => ({
        reader_id: readerId,
        reader_said: null,
        reader_asked: set('reader_asked', '+', 1),
        reader_handing_until: handingUntil(context),
      }))
      .where('id', '=', sessionId)
      .execute();
    return true;
  };
  const asks = await onceFree(context, readerId, () => transaction(context.db, take));
  if (asks) await askForCard(context, sessionId);
  return (await readSession(context.db, sessionId)) ?? known;
}
