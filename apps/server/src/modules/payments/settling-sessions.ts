import type { ProviderSession } from '../../adapters/payment/gateway.ts';
import type { Context } from '../../context.ts';
import { InFlight } from '../../platform/concurrency/in-flight.ts';
import type { SeenSession, SessionRow } from './sessions.ts';

/** The payments that this process is settling, by their session. */
const payments = new InFlight<SeenSession>();

/** What becomes of a payment that is being settled right now; null when none of this session is. */
export function settlingNow(context: Context, sessionId: string): Promise<SeenSession> | null {
  return payments.of(context, sessionId);
}

/**
 * The event and the page that waits for its order bring the same payment at the same moment. The second waits for what
 * becomes of the first, not for its row with a connection in hand; should that fail, it tries itself.
 */
export async function paidTogether(
  context: Context,
  seen: ProviderSession,
  settle: () => Promise<SeenSession>,
): Promise<SeenSession> {
  const first = payments.of(context, seen.reference);
  if (!first) return payments.share(context, seen.reference, settle);
  const settled = await first.catch(() => null);
  return settled && isPaidBy(settled, seen) ? settled : settle();
}

function isPaidBy(session: SessionRow, { providerSessionId, paymentId }: ProviderSession): boolean {
  return session.provider_session_id === providerSessionId && session.payment_id === paymentId;
}
