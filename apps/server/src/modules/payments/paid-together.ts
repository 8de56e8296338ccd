import type { SessionSeen } from '../../adapters/payment/gateway.ts';
import type { Context } from '../../context.ts';
import type { SessionRow } from './sessions.ts';

interface Paid {
  readonly seen: SessionSeen;
  readonly settled: Promise<SessionRow>;
}

/** The payments that this process is settling, by their session. */
const payments = new WeakMap<Context, Map<string, Paid>>();

/** What becomes of a payment that is being settled right now; null when none of this session is. */
export function settlingNow(context: Context, sessionId: string): Promise<SessionRow> | null {
  return payments.get(context)?.get(sessionId)?.settled ?? null;
}

/**
 * The event and the page that waits for its order bring the same payment at the same moment. The second waits for what
 * becomes of the first, not for its row with a connection in hand; should that fail, it tries itself.
 */
export async function paidTogether(
  context: Context,
  seen: SessionSeen,
  settle: () => Promise<SessionRow>,
): Promise<SessionRow> {
  const mine = payments.get(context) ?? new Map<string, Paid>();
  payments.set(context, mine);
  const first = mine.get(seen.reference);
  if (first && isSame(first.seen, seen)) {
    const settled = await first.settled.catch(() => null);
    if (settled) return settled;
  }
  const settled = settle().finally(() => {
    if (mine.get(seen.reference)?.settled === settled) mine.delete(seen.reference);
  });
  mine.set(seen.reference, { seen, settled });
  return settled;
}

function isSame(one: SessionSeen, other: SessionSeen): boolean {
  return one.providerSessionId === other.providerSessionId && one.paymentId === other.paymentId;
}
