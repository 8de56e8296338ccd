import type { Context } from '../../context.ts';
import { InFlight } from '../../platform/concurrency/in-flight.ts';
import { GatewayRefused, GatewayUnavailable } from '../../adapters/payment/gateway.ts';
import { closeAtProvider, readAtProvider, type AtProvider } from './provider-status.ts';
import { within } from './find-gateway.ts';
import { readSession, type SeenSession, type SessionRow } from './sessions.ts';
import { settlingNow } from './settling-sessions.ts';
import { settleSession } from './settle-session.ts';

/** A page that asks wants to know soon; the provider's event and the sweep come anyway. */
const PATIENCE_MS = 4_000;

/** This process's askings: twenty pages that ask about a session make one question. */
const askings = new InFlight<SeenSession | null>();

/**
 * Asks the provider how a session stands, and does what follows. Answers the session as it is then;
 * when the provider does not answer, as it is known.
 */
export function seeSession(context: Context, sessionId: string): Promise<SeenSession | null> {
  return askings.share(context, sessionId, () => see(context, sessionId));
}

/** No page that waits for its order asks sooner again. */
const LOOKED_FOR_MS = 2_000;

/** When this process last looked at a session for a guest, oldest first. */
const looked = new WeakMap<Context, Map<string, number>>();

/**
 * The same for whoever may ask as often as they like. Within two seconds they hear what we know by then, and the
 * provider is not asked: what it takes from all of us together is not one guest's to use up.
 */
export function seeSessionAtTimes(context: Context, sessionId: string): Promise<SeenSession | null> {
  const mine = looked.get(context) ?? new Map<string, number>();
  looked.set(context, mine);
  const now = context.clock.now().getTime();
  for (const [id, at] of mine) {
    if (now - at < LOOKED_FOR_MS) break;
    mine.delete(id);
  }
  if (mine.has(sessionId)) return askings.of(context, sessionId) ?? readSession(context.db, sessionId);
  mine.set(sessionId, now);
  return seeSession(context, sessionId);
}

async function see(context: Context, sessionId: string): Promise<SeenSession | null> {
  const session = await readSession(context.db, sessionId);
  if (!session || session.status !== 'open') return session;
  // Nobody was ever sent to a page that was never opened.
  const { provider_session_id: there } = session;
  if (there === null) return session;
  // The provider's event came first, and tells what it would say.
  const settled = await settlingNow(context, sessionId)?.catch(() => null);
  if (settled) return settled;
  try {
    const seen = await within(PATIENCE_MS, readAtProvider(context, { ...session, provider_session_id: there }));
    return seen === 'too-late' ? session : await settleSession(context, seen, async () => session);
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

/** The provider opened no page, so nobody was sent there to pay. */
export function closeUnopened(
  context: Context,
  session: Pick<SessionRow, 'id'>,
  status: 'cancelled' | 'expired' | 'failed',
): Promise<SessionRow> {
  return settleSession(context, {
    reference: session.id,
    providerSessionId: '',
    status,
    amount: null,
    paymentId: null,
  });
}
