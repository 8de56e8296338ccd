import type { ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { Context } from '../../../context.ts';
import { InFlight } from '../../../platform/concurrency/in-flight.ts';
import type { SessionWithOrder, SessionRow } from './sessions.ts';

/** The payments that this process is settling, by session. */
const payments = new InFlight<SessionWithOrder>();

/** The result of the settlement in progress for this session, or null if there is none. */
export function settlementInProgress(context: Context, sessionId: string): Promise<SessionWithOrder> | null {
  return payments.get(context, sessionId);
}

/**
 * The event and the waiting page often report the same payment at the same moment. The second waits for the result of
 * the first without occupying a database connection. If the first fails, the second tries itself.
 */
export async function shareSettlement(
  context: Context,
  providerSession: ProviderSession,
  settle: () => Promise<SessionWithOrder>,
): Promise<SessionWithOrder> {
  const first = payments.get(context, providerSession.reference);
  if (!first) return payments.share(context, providerSession.reference, settle);
  const settled = await first.catch(() => null);
  return settled && isPaidBy(settled, providerSession) ? settled : settle();
}

function isPaidBy(session: SessionRow, { providerSessionId, paymentId }: ProviderSession): boolean {
  return session.provider_session_id === providerSessionId && session.payment_id === paymentId;
}
