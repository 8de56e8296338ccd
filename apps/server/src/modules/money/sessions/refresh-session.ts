import type { Context } from '../../../context.ts';
import { InFlight } from '../../../platform/concurrency/in-flight.ts';
import { GatewayRefused, GatewayUnavailable } from '../../../adapters/payment/gateway.ts';
import { closeProviderSession, readProviderSession, type ProviderSessionRef } from '../provider/provider-status.ts';
import { waitAtMost } from '../provider/find-gateway.ts';
import { readSession, type SessionWithOrder, type SessionRow } from './sessions.ts';
import { settlementInProgress } from './share-settlement.ts';
import { settleSession } from './settle-session.ts';

/** How long an open page waits for the provider. Its event and the sweep settle the session anyway. */
const PATIENCE_MS = 4_000;

/** Shares one provider request per session among all pages that ask at the same time. */
const refreshes = new InFlight<SessionWithOrder | null>();

/**
 * Reads the session's status from the provider and settles it. Returns the resulting session, or the stored one when
 * the provider does not answer.
 */
export function refreshSession(context: Context, sessionId: string): Promise<SessionWithOrder | null> {
  return refreshes.share(context, sessionId, () => refreshOnce(context, sessionId));
}

/** The minimum interval between two provider requests for one session on behalf of a guest. */
const MIN_INTERVAL_MS = 2_000;

/** When this process last checked a session for a guest, oldest first. */
const lastChecks = new WeakMap<Context, Map<string, number>>();

/**
 * Like `refreshSession`, for guests, who may call this as often as they like. Within the minimum interval the stored session is
 * returned and the provider is not called, so one guest cannot use up the provider's rate limit.
 */
export function refreshSessionThrottled(context: Context, sessionId: string): Promise<SessionWithOrder | null> {
  const checkedAt = lastChecks.get(context) ?? new Map<string, number>();
  lastChecks.set(context, checkedAt);
  const now = context.clock.now().getTime();
  for (const [id, at] of checkedAt) {
    if (now - at < MIN_INTERVAL_MS) break;
    checkedAt.delete(id);
  }
  if (checkedAt.has(sessionId)) return refreshes.get(context, sessionId) ?? readSession(context.db, sessionId);
  checkedAt.set(sessionId, now);
  return refreshSession(context, sessionId);
}

async function refreshOnce(context: Context, sessionId: string): Promise<SessionWithOrder | null> {
  const session = await readSession(context.db, sessionId);
  if (!session || session.status !== 'open') return session;
  // The payment page never opened, so it cannot have been paid.
  const { provider_session_id: providerSessionId } = session;
  if (providerSessionId === null) return session;
  // The provider's event arrived first and already carries the status.
  const settled = await settlementInProgress(context, sessionId)?.catch(() => null);
  if (settled) return settled;
  try {
    const providerSession = await waitAtMost(
      PATIENCE_MS,
      readProviderSession(context, { ...session, provider_session_id: providerSessionId }),
    );
    return providerSession === 'too-late'
      ? session
      : await settleSession(context, providerSession, async () => session);
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
 * Closes the open page of a session, or cancels it at its reader. If it was paid in the meantime, the payment is
 * settled. Returns null where there is no payment page.
 */
export async function closeSession(context: Context, sessionId: string): Promise<SessionRow | null> {
  const session = await readSession(context.db, sessionId);
  if (session?.status !== 'open') return session;
  // Nothing was sent to the reader yet; the sender checks the status again before it sends.
  if (session.provider_session_id === null && session.kind === 'reader')
    return closeUnopenedSession(context, session, 'cancelled');
  return closePage(context, session);
}

/** Like `closeSession`, but ignores our stored status: the payment page may still be open at the provider. */
export async function closePage(
  context: Context,
  session: Omit<ProviderSessionRef, 'provider_session_id'> & Pick<SessionRow, 'provider_session_id'>,
): Promise<SessionRow | null> {
  const { provider_session_id } = session;
  if (provider_session_id === null) return null;
  return settleSession(context, await closeProviderSession(context, { ...session, provider_session_id }));
}

/** Closes a session whose payment page never opened, so it cannot have been paid. */
export function closeUnopenedSession(
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
