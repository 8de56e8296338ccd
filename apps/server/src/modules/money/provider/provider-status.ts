import { say } from '@tiffin/domain/core';
import {
  GatewaySessionUnknown,
  GatewayRefused,
  type ReaderPayment,
  type ProviderSession,
} from '../../../adapters/payment/gateway.ts';
import type { Context, Db, Tx } from '../../../context.ts';
import { gatewayFor } from './find-gateway.ts';
import type { SessionRow } from '../sessions/sessions.ts';

/** The fields needed to find a session at the provider. */
export type ProviderSessionRef = Pick<SessionRow, 'id' | 'provider' | 'reader_id' | 'reader_asked'> & {
  readonly provider_session_id: string;
};

/** Reads the status of a session from the provider: of its payment page, or of the payment at a reader. */
export async function readProviderSession(
  context: Context,
  session: ProviderSessionRef & Pick<SessionRow, 'reader_handing_until'>,
): Promise<ProviderSession> {
  const gateway = gatewayFor(context, session.provider);
  const { reader_id: readerId, provider_session_id: providerSessionId } = session;
  if (readerId === null) return unlessForgotten(context, session, gateway.readSession(providerSessionId));
  // While a payment is sent to the reader again, the provider may still report the previous attempt.
  const attempt = session.reader_asked - (isBeingSentToReader(session, context.clock.now()) ? 1 : 0);
  const payment = await findReaderPayment(context.db, { ...session, reader_asked: attempt }, readerId);
  return unlessForgotten(context, session, requireReadersOfGateway(gateway).read(payment));
}

/**
 * Treats a payment that the provider does not know as cancelled, because it cannot be paid on a page or at a reader.
 */
async function unlessForgotten(
  context: Context,
  session: ProviderSessionRef,
  reading: Promise<ProviderSession>,
): Promise<ProviderSession> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof GatewaySessionUnknown)) throw error;
    context.log.warn({ err: error, sessionId: session.id }, 'the provider does not know a payment: it is over');
    const { id: reference, provider_session_id: providerSessionId } = session;
    return { reference, providerSessionId, status: 'cancelled', amount: null, paymentId: null };
  }
}

/** The maximum time to send a payment to a reader. After it, the sending process is assumed dead. */
const READER_HANDOVER_MS = 30_000;

/** Until when a payment counts as being sent to its reader. */
export function readerHandoverDeadline({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() + READER_HANDOVER_MS);
}

/** True while a process sends the payment to its reader. */
export function isBeingSentToReader(
  { reader_handing_until: until }: Pick<SessionRow, 'reader_handing_until'>,
  now: Date,
) {
  return until !== null && until > now;
}

/** Cancels the session at the provider, so that it cannot be paid. */
export async function closeProviderSession(context: Context, session: ProviderSessionRef): Promise<ProviderSession> {
  const gateway = gatewayFor(context, session.provider);
  const { reader_id: readerId, provider_session_id: providerSessionId } = session;
  if (readerId === null) return unlessForgotten(context, session, gateway.closeSession(providerSessionId));
  const payment = await findReaderPayment(context.db, session, readerId);
  return unlessForgotten(context, session, requireReadersOfGateway(gateway).stop(payment));
}

/** The card readers of a provider, or a refusal if it has none. */
export function requireReadersOfGateway({ name, readers }: ReturnType<typeof gatewayFor>) {
  if (!readers) throw new GatewayRefused(`${name} has no card readers`);
  return readers;
}

/** The payment at a reader, as the provider identifies it. */
export async function findReaderPayment(
  db: Db | Tx,
  session: Pick<ProviderSessionRef, 'provider_session_id' | 'reader_asked'>,
  readerId: string,
): Promise<ReaderPayment> {
  const { provider_reader_id: providerReaderId } = await db
    .selectFrom('card_readers')
    .select('provider_reader_id')
    .where('id', '=', readerId)
    .executeTakeFirstOrThrow();
  const { provider_session_id: providerSessionId, reader_asked: attempt } = session;
  return { providerSessionId, providerReaderId, attempt };
}

/** Shown with a payment that could not be sent to its reader. */
export const PROVIDER_NOT_ANSWERING = say`The card provider does not answer. No payment was taken.`;

/** Stores why the reader stopped asking, unless a newer attempt has started. */
export async function writeReaderMessage(
  context: Context,
  { id, reader_asked: attempt }: Pick<SessionRow, 'id' | 'reader_asked'>,
  message: string,
): Promise<void> {
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_said: message })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('reader_asked', '=', attempt)
    .execute();
}
