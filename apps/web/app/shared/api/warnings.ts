export const SLOW_RESPONSE_MS = 5000;
/** Of the allowance; below it a warning is due. */
export const LOW_QUOTA_SHARE = 0.2;

export function slowWarning(path: string, tookMs: number): string | null {
  return tookMs > SLOW_RESPONSE_MS ? `Slow response: ${path} took ${Math.round(tookMs)} ms` : null;
}

export interface Quota {
  readonly remaining: number;
  readonly limit: number;
}

export function quotaWarning(quota: Quota | null): string | null {
  if (quota === null || quota.limit <= 0 || quota.remaining / quota.limit >= LOW_QUOTA_SHARE) return null;
  return `Rate limit nearly used up: ${quota.remaining} of ${quota.limit} requests left`;
}

/** Reads `RateLimit: "name";r=5;t=30` beside `RateLimit-Policy: "name";q=100;w=60`. */
export function readQuota(rateLimit: string | null, policy: string | null): Quota | null {
  const remaining = parameter(rateLimit, 'r');
  const limit = parameter(policy, 'q');
  return remaining === null || limit === null ? null : { remaining, limit };
}

function parameter(header: string | null, name: string): number | null {
  const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '');
  return found ? Number(found[1]) : null;
}
