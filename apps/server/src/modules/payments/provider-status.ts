import { say } from '@tiffin/domain/core';
import {
  GatewayForgot,
  GatewayRefused,
  type ReaderPayment,
  type ProviderSession,
} from '../../adapters/payment/gateway.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { gatewayFor } from './find-gateway.ts';
import type { SessionRow } from './sessions.ts';

/** The fields needed to find a session at the provider. */
export type AtProvider = Pick<SessionRow, 'id' | 'provider' | 'reader_id' | 'reader_asked'> & {
  readonly provider_session_id: string;
};

/** Reads the status of a session from the provider: of its page, or of the payment at a reader. */
export async function readAtProvider(
  context: Context,
  session: AtProvider & Pick<SessionRow, 'reader_handing_until'>,
): Promise<ProviderSession> {
  const gateway = gatewayFor(context, session.provider);
  const { reader_id: readerId, provider_session_id: there } = session;
  if (readerId === null) return unlessForgotten(context, session, gateway.readSession(there));
  // While a payment is sent to the reader again, the provider may still report the previous attempt.
  const attempts = session.reader_asked - (isBeingHanded(session, context.clock.now()) ? 1 : 0);
  const payment = await inHand(context.db, { ...session, reader_asked: attempts }, readerId);
  return unlessForgotten(context, session, readersAt(gateway).read(payment));
}

/**
 * Treats a payment that the provider does not know as cancelled, because it cannot be paid on a page or at a reader.
 */
async function unlessForgotten(
  context: Context,
  session: AtProvider,
  reading: Promise<ProviderSession>,
): Promise<ProviderSession> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof GatewayForgot)) throw error;
    context.log.warn({ err: error, sessionId: session.id }, 'the provider does not know a payment: it is over');
    const { id: reference, provider_session_id: providerSessionId } = session;
    return { reference, providerSessionId, status: 'cancelled', amount: null, paymentId: null };
  }
}

/** The maximum time to send a payment to a reader. After it, the sending process is assumed dead. */
const HANDED_OVER_MS = 30_000;

export function handingUntil({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() + HANDED_OVER_MS);
}

export function isBeingHanded({ reader_handing_until: until }: Pick<SessionRow, 'reader_handing_until'>, now: Date) {
  return until !== null && until > now;
}

/** Cancels the session at the provider, so that it cannot be paid. */
export async function closeAtProvider(context: Context, session: AtProvider): Promise<ProviderSession> {
  const gateway = gatewayFor(context, session.provider);
  const { reader_id: readerId, provider_session_id: there } = session;
  if (readerId === null) return unlessForgotten(context, session, gateway.closeSession(there));
  return unlessForgotten(context, session, readersAt(gateway).stop(await inHand(context.db, session, readerId)));
}

export function readersAt({ name, readers }: ReturnType<typeof gatewayFor>) {
  if (!readers) throw new GatewayRefused(`${name} has no card readers`);
  return readers;
}

export async function inHand(
  db: Db | Tx,
  {
    provider_session_id: providerSessionId,
    reader_asked: attempts,
  }: Pick<AtProvider, 'provider_session_id' | 'reader_asked'>,
  readerId: string,
): Promise<ReaderPayment> {
  const { provider_reader_id: providerReaderId } = await db
    .selectFrom('card_readers')
    .select('provider_reader_id')
    .where('id', '=', readerId)
    .executeTakeFirstOrThrow();
  return { providerSessionId, providerReaderId, sentRequest: attempts };
}

export const NO_ANSWER = say`The card provider does not answer. No payment was taken.`;

/** Stores why the reader stopped asking, unless a newer attempt has started. */
export async function writeWhy(
  context: Context,
  { id, reader_asked: attempts }: Pick<SessionRow, 'id' | 'reader_asked'>,
  message: string,
): Promise<void> {
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_said: message })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('reader_asked', '=', attempts)
    .execute();
}
