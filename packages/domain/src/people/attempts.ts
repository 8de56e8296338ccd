/** So many tries in so long; the tries still inside the window are the whole state. */
export interface AttemptRule {
  readonly attempts: number;
  readonly windowMs: number;
}

export const DEFAULT_ATTEMPTS: AttemptRule = { attempts: 3, windowMs: 15 * 60_000 };

/** The instants of the tries that counted, oldest first, in epoch milliseconds. */
export type Attempts = readonly number[];

export type AttemptVerdict =
  | { readonly allowed: true; readonly attempts: Attempts; readonly left: number }
  | { readonly allowed: false; readonly attempts: Attempts; readonly retryAfterMs: number };

/** One more try now: counted when it is allowed, and when it is not, how long to wait. */
export function attempt(before: Attempts, now: number, rule: AttemptRule = DEFAULT_ATTEMPTS): AttemptVerdict {
  const recent = before.filter((at) => at > now - rule.windowMs);
  if (recent.length < rule.attempts) {
    return { allowed: true, attempts: [...recent, now], left: rule.attempts - recent.length - 1 };
  }
  const oldest = recent[recent.length - rule.attempts] ?? now;
  return { allowed: false, attempts: recent, retryAfterMs: oldest + rule.windowMs - now };
}
