import type { Context } from '../../context.ts';
import { GatewayRefused, GatewayUnavailable } from '../../adapters/payment/gateway.ts';
import { gatewayFor, within } from './gateway-of.ts';
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
  if (session.provider_session_id === null) return session;
  try {
    const seen = await within(
      PATIENCE_MS,
      gatewayFor(context, session.provider).readSession(session.provider_session_id),
    );
    return seen === 'too-late' ? session : await settleSession(context, seen);
  } catch (error) {
    if (error instanceof GatewayUnavailable) return session;
    if (error instanceof GatewayRefused) {
      context.log.warn({ err: error, sessionId: session.id }, 'the provider does not know a session');
      return session;
    }
    throw error;
  }
}

/** Closes the open page of a session; null where there is no page. Should it have been paid meanwhile, that is settled. */
export async function closeSession(context: Context, sessionId: string): Promise<SessionRow | null> {
  const session = await readSession(context.db, sessionId);
  return session?.status === 'open' ? closePage(context, session) : session;
}

/** The same whatever is known of the session: its page may still be open at the provider. */
export async function closePage(
  context: Context,
  session: Pick<SessionRow, 'provider' | 'provider_session_id'>,
): Promise<SessionRow | null> {
  const { provider, provider_session_id: page } = session;
  return page === null ? null : settleSession(context, await gatewayFor(context, provider).closeSession(page));
}
