import type { Context } from '../../context.ts';
import { GatewayRefused, GatewayUnavailable } from '../../adapters/payment/gateway.ts';
import { closeAtProvider, readAtProvider, type AtProvider } from './at-provider.ts';
import { within } from './gateway-of.ts';
import { readSession, type SessionRow } from './sessions.ts';
import { settleSession } from './settle-session.ts';

/** A page that asks wants to know soon; the provider's event and the sweep come anyway. */
const PATIENCE_MS = 4_000;

/** This process's askings: twenty pages that ask about a session make one question. */
const running = new WeakMap<Context, Map<string, Promise<SessionRow | null>>>();

/**
 * Asks the provider how a session stands, and does what follows. Answers the session as it is then;
 * when the provider does not answer, as it is known.
 */
export function seeSession(context: Context, sessionId: string): Promise<SessionRow | null> {
  const mine = running.get(context) ?? new Map<string, Promise<SessionRow | null>>();
  running.set(context, mine);
  const already = mine.get(sessionId);
  if (already) return already;
  const seeing = see(context, sessionId).finally(() => mine.delete(sessionId));
  mine.set(sessionId, seeing);
  return seeing;
}

async function see(context: Context, sessionId: string): Promise<SessionRow | null> {
  const session = await readSession(context.db, sessionId);
  if (!session || session.status !== 'open') return session;
  // Nobody was ever sent to a page that was never opened.
  const { provider_session_id: there } = session;
  if (there === null) return session;
  try {
    const seen = await within(PATIENCE_MS, readAtProvider(context, { ...session, provider_session_id: there }));
    return seen === 'too-late' ? session : await settleSession(context, seen);
  } catch (error) {
    if (error instanceof GatewayUnavailable) return session;
    if (error instanceof GatewayRefused) {
      context.log.warn({ err: error, sessionId: session.id }, 'the provider refused to say how a session stands');
      return session;
    }
    throw error;
  }
}

/**
 * Closes the open page of a session, or takes it from its reader; null where there is no page. Should it have been paid
 * meanwhile, that is settled.
 */
export async function closeSession(context: Context, sessionId: string): Promise<SessionRow | null> {
  const session = await readSession(context.db, sessionId);
  if (session?.status !== 'open') return session;
  // No reader was handed anything yet; whoever is about to looks once more.
  if (session.provider_session_id === null && session.kind === 'reader')
    return closeUnopened(context, session, 'cancelled');
  return closePage(context, session);
}

/** The same whatever is known of the session: its page may still be open at the provider. */
export async function closePage(
  context: Context,
  session: Omit<AtProvider, 'provider_session_id'> & Pick<SessionRow, 'provider_session_id'>,
): Promise<SessionRow | null> {
  const { provider_session_id: there } = session;
  if (there === null) return null;
  return settleSession(context, await closeAtProvider(context, { ...session, provider_session_id: there }));
}

/** The provider never answered, so nobody was sent there to pay. */
export function closeUnopened(
  context: Context,
  session: Pick<SessionRow, 'id'>,
  status: 'cancelled' | 'expired',
): Promise<SessionRow> {
  return settleSession(context, {
    reference: session.id,
    providerSessionId: '',
    status,
    amount: null,
    paymentId: null,
  });
}
