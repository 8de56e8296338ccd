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

/** What the provider has to know to find a session again. */
export type AtProvider = Pick<SessionRow, 'id' | 'provider' | 'reader_id' | 'reader_asked'> & {
  readonly provider_session_id: string;
};

/** How a session stands with the provider: its page, or the payment in a reader's hands. */
export async function readAtProvider(
  context: Context,
  session: AtProvider & Pick<SessionRow, 'reader_handing_until'>,
): Promise<ProviderSession> {
  const gateway = gatewayFor(context, session.provider);
  const { reader_id: readerId, provider_session_id: there } = session;
  if (readerId === null) return unlessForgotten(context, session, gateway.readSession(there));
  // While a reader is handed it anew it may still say what it said before: that is of the asking before this one.
  const asked = session.reader_asked - (isBeingHanded(session, context.clock.now()) ? 1 : 0);
  const payment = await inHand(context.db, { ...session, reader_asked: asked }, readerId);
  return unlessForgotten(context, session, readersAt(gateway).read(payment));
}

/** Nobody can pay what the provider does not know: not the part of a bill, and not at its reader. */
async function unlessForgotten(
  context: Context,
  session: AtProvider,
  seen: Promise<ProviderSession>,
): Promise<ProviderSession> {
  try {
    return await seen;
  } catch (error) {
    if (!(error instanceof GatewayForgot)) throw error;
    context.log.warn({ err: error, sessionId: session.id }, 'the provider does not know a payment: it is over');
    const { id: reference, provider_session_id: providerSessionId } = session;
    return { reference, providerSessionId, status: 'cancelled', amount: null, paymentId: null };
  }
}

/** So long at most a reader is being handed a payment; whoever was to do it may have been killed. */
const HANDED_OVER_MS = 30_000;

export function handingUntil({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() + HANDED_OVER_MS);
}

export function isBeingHanded({ reader_handing_until: until }: Pick<SessionRow, 'reader_handing_until'>, now: Date) {
  return until !== null && until > now;
}

/** Nobody is to pay it any more. */
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
    reader_asked: asked,
  }: Pick<AtProvider, 'provider_session_id' | 'reader_asked'>,
  readerId: string,
): Promise<ReaderPayment> {
  const { provider_reader_id: providerReaderId } = await db
    .selectFrom('card_readers')
    .select('provider_reader_id')
    .where('id', '=', readerId)
    .executeTakeFirstOrThrow();
  return { providerSessionId, providerReaderId, asked };
}

export const NO_ANSWER = say`The card provider does not answer. Nothing was taken.`;

/** Why a reader asks no more; not of an asking that another one followed. */
export async function writeWhy(
  context: Context,
  { id, reader_asked: asked }: Pick<SessionRow, 'id' | 'reader_asked'>,
  said: string,
): Promise<void> {
  await context.db
    .updateTable('payment_sessions')
    .set({ reader_said: said })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('reader_asked', '=', asked)
    .execute();
}
