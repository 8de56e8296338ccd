import { nextTryIn, parseRetryAfter, REQUEST_TIMEOUT_MS } from './retry.ts';
import { ApiError } from './api-error.ts';
import { pause } from './pause.ts';
import { isServerReachable, reportNoResponse, reportResponse, watchConnection } from '../offline/online.ts';

const SLOW_RESPONSE_MS = 5000;
/** Warn below this share of the rate limit. */
const LOW_QUOTA_SHARE = 0.2;

/** A warning about a slow response; null for a fast one. */
export function slowWarning(path: string, tookMs: number): string | null {
  return tookMs > SLOW_RESPONSE_MS ? `Slow response: ${path} took ${Math.round(tookMs)} ms` : null;
}

interface Quota {
  readonly remaining: number;
  readonly limit: number;
}

/** A warning when the rate limit is nearly used up; null otherwise. */
export function quotaWarning(quota: Quota | null): string | null {
  if (quota === null || quota.limit <= 0 || quota.remaining / quota.limit >= LOW_QUOTA_SHARE) return null;
  return `Rate limit nearly used up: ${quota.remaining} of ${quota.limit} requests left`;
}

/** Parses `RateLimit: "name";r=5;t=30` and `RateLimit-Policy: "name";q=100;w=60`. */
export function readQuota(rateLimit: string | null, policy: string | null): Quota | null {
  const remaining = parameter(rateLimit, 'r');
  const limit = parameter(policy, 'q');
  return remaining === null || limit === null ? null : { remaining, limit };
}

function parameter(header: string | null, name: string): number | null {
  const match = new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '');
  return match ? Number(match[1]) : null;
}

/** Sends a request: over the network in a browser, in-process on the server. */
export type Send = (request: Request) => Promise<Response>;

/** The environment of the policy, replaced in tests. */
export interface PolicyEnvironment {
  readonly send: Send;
  readonly now: () => number;
  readonly random: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly warn: (text: string) => void;
  /** Calls back when a lost connection is back. */
  readonly onReconnect?: (reconnected: () => void) => void;
  /** False while the connection is lost. Then the network is to blame, not the server. */
  readonly isReachable?: () => boolean;
}

/** Adds retries, waiting times, a circuit breaker, and warnings about slow responses. */
export function withPolicy(environment: PolicyEnvironment): Send {
  let breaker: Breaker = CLOSED_BREAKER;
  // The failures so far were the network's, not the server's.
  environment.onReconnect?.(() => {
    breaker = CLOSED_BREAKER;
  });

  async function sendOnce(request: Request): Promise<Response | null> {
    const entered = enterBreaker(breaker, environment.now());
    breaker = entered.breaker;
    // Both errors count as a missing response: a change waits for the connection, and a list stays on the screen.
    if (!entered.allowed) {
      if (environment.isReachable?.() === false) throw new TypeError('no answer');
      const retryAfter = Math.ceil(breakerWaitMs(breaker, environment.now()) / 1000);
      throw new ApiError({ code: 'unavailable', status: 0, message: BREAKER_OPEN_TEXT, retryAfter });
    }
    const started = environment.now();
    const response = await environment.send(request).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      return null;
    });
    breaker = countsAgainstServer(response?.status ?? null) ? afterFailure(breaker, environment.now()) : afterSuccess();
    for (const warning of [
      slowWarning(new URL(request.url).pathname, environment.now() - started),
      response && quotaWarning(readQuota(response.headers.get('ratelimit'), response.headers.get('ratelimit-policy'))),
    ]) {
      if (warning) environment.warn(warning);
    }
    return response;
  }

  return async (request) => {
    for (let tries = 1; ; tries++) {
      const limited = new Request(request.clone(), {
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      const response = await sendOnce(limited);
      if (response?.ok) return response;
      const waitMs = nextTryIn(
        {
          tries,
          status: response?.status ?? null,
          retryAfterMs: parseRetryAfter(response?.headers.get('retry-after'), new Date(environment.now())),
        },
        environment.random,
      );
      if (waitMs === null) {
        if (response) return response;
        limited.signal.throwIfAborted();
        throw new TypeError('no answer');
      }
      await environment.wait(waitMs, request.signal);
    }
  };
}

/** Sends a request and reports to the connection state whether a response came. */
export async function sendAndReport(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    reportResponse();
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportNoResponse();
    throw error;
  }
}

/** The policy of a page, with the clock, the connection and the console of its browser. */
export function browserPolicy(): Send {
  return withPolicy({
    send: sendAndReport,
    now: () => Date.now(),
    random: Math.random,
    wait: pause,
    // oxlint-disable-next-line no-console -- meant for whoever looks into the browser's console
    warn: (text) => console.warn(text),
    isReachable: isServerReachable,
    onReconnect: (reconnected) => watchConnection(() => isServerReachable() && reconnected()),
  });
}

/** A circuit breaker: after too many failures it blocks requests for a while, then lets one probe. */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly since: number }
  /** One request probes the server; the others wait. */
  | { readonly state: 'half-open'; readonly since: number };

const BREAKER_FAILURES = 5;
const BREAKER_RECOVERY_MS = 30_000;
const BREAKER_OPEN_TEXT = 'Service temporarily unavailable - circuit breaker open';

export const CLOSED_BREAKER: Breaker = { state: 'closed', failures: 0 };

/** Whether a request may be sent now, and the next state of the breaker. */
export function enterBreaker(
  breaker: Breaker,
  nowMs: number,
): { readonly allowed: boolean; readonly breaker: Breaker } {
  if (breaker.state === 'closed') return { allowed: true, breaker };
  // A probe without a result must not block the breaker for ever.
  if (nowMs - breaker.since < BREAKER_RECOVERY_MS) return { allowed: false, breaker };
  return { allowed: true, breaker: { state: 'half-open', since: nowMs } };
}

/** How long requests are blocked from now on. */
export function breakerWaitMs(breaker: Breaker, nowMs: number): number {
  return breaker.state === 'closed' ? 0 : breaker.since + BREAKER_RECOVERY_MS - nowMs;
}

export function afterSuccess(): Breaker {
  return CLOSED_BREAKER;
}

/** The breaker after a failed request. A failed probe opens it again at once. */
export function afterFailure(breaker: Breaker, nowMs: number): Breaker {
  if (breaker.state === 'open') return breaker;
  if (breaker.state === 'half-open') return { state: 'open', since: nowMs };
  const failures = breaker.failures + 1;
  return failures >= BREAKER_FAILURES ? { state: 'open', since: nowMs } : { state: 'closed', failures };
}

/** Only missing responses and 5xx count. A refusal comes from a healthy server. */
export function countsAgainstServer(status: number | null): boolean {
  return status === null || status >= 500;
}
