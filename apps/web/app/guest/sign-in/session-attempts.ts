/** At most this many attempts in a sliding window. The state consists of the attempts inside the window. */
interface AttemptRule {
  readonly attempts: number;
  readonly windowMs: number;
}

const DEFAULT_ATTEMPTS: AttemptRule = { attempts: 3, windowMs: 15 * 60_000 };

/** The times of the counted attempts, oldest first, in epoch milliseconds. */
export type Attempts = readonly number[];

type AttemptVerdict =
  | { readonly allowed: true; readonly attempts: Attempts; readonly left: number }
  | { readonly allowed: false; readonly attempts: Attempts; readonly retryAfterMs: number };

/** Counts an attempt if it is allowed; otherwise returns how long to wait. */
export function countAttempt(before: Attempts, now: number, rule: AttemptRule = DEFAULT_ATTEMPTS): AttemptVerdict {
  const recent = before.filter((at) => at > now - rule.windowMs);
  if (recent.length < rule.attempts) {
    return { allowed: true, attempts: [...recent, now], left: rule.attempts - recent.length - 1 };
  }
  const oldest = recent[recent.length - rule.attempts] ?? now;
  return { allowed: false, attempts: recent, retryAfterMs: oldest + rule.windowMs - now };
}

/**
 * Counts an attempt at a limited action in this tab's session. It spares people a refusal by the server, which has its
 * own limit.
 */
export function countSessionAttempt(attemptedAction: string, now = Date.now()): AttemptVerdict {
  const key = `attempts:${attemptedAction}`;
  const verdict = countAttempt(instantsIn(readSession(key)), now);
  writeSession(key, JSON.stringify(verdict.attempts));
  return verdict;
}

function instantsIn(text: string | null): number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((at) => typeof at === 'number') : [];
  } catch {
    return [];
  }
}

/** Storage may be blocked or full: then nothing is counted here. */
function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeSession(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // the server counts
  }
}
