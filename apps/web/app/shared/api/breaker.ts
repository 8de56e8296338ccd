/** The gate before the API: after too many failures it stays shut for a while, then lets one request try. */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly since: number }
  /** One request is out to see; the others wait. */
  | { readonly state: 'half-open'; readonly since: number };

export const BREAKER_FAILURES = 5;
export const BREAKER_RECOVERY_MS = 30_000;
export const BREAKER_OPEN_TEXT = 'Service temporarily unavailable - circuit breaker open';

export const CLOSED_BREAKER: Breaker = { state: 'closed', failures: 0 };

/** Whether a request may go out at this moment, and how the gate stands once it has. */
export function enterBreaker(
  breaker: Breaker,
  nowMs: number,
): { readonly allowed: boolean; readonly breaker: Breaker } {
  if (breaker.state === 'closed') return { allowed: true, breaker };
  // A probe that never came back must not keep the gate shut for ever.
  if (nowMs - breaker.since < BREAKER_RECOVERY_MS) return { allowed: false, breaker };
  return { allowed: true, breaker: { state: 'half-open', since: nowMs } };
}

/** One success is enough to trust it again. */
export function afterSuccess(): Breaker {
  return CLOSED_BREAKER;
}

export function afterFailure(breaker: Breaker, nowMs: number): Breaker {
  if (breaker.state === 'open') return breaker;
  if (breaker.state === 'half-open') return { state: 'open', since: nowMs };
  const failures = breaker.failures + 1;
  return failures >= BREAKER_FAILURES ? { state: 'open', since: nowMs } : { state: 'closed', failures };
}

/** A refusal is an answer of a healthy server; only silence and 5xx count against it. */
export function countsAgainstServer(status: number | null): boolean {
  return status === null || status >= 500;
}
