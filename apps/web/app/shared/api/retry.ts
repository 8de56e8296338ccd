import type { Random } from '@tiffin/domain/core';

export const REQUEST_TIMEOUT_MS = 30_000;
/** After the first try. */
export const MAX_RETRIES = 3;
export const RETRY_BASE_MS = 1000;
export const RETRY_JITTER_MS = 1000;
/** Asked to wait longer than this, a person is told rather than left waiting. */
export const LONGEST_WAIT_MS = 30_000;

/** Status of an answer; null when none came. */
export type AnswerStatus = number | null;

/** No answer, a server in trouble and 'too many' may go better next time; other refusals will not. */
export function isWorthRetrying(status: AnswerStatus): boolean {
  return status === null || status === 429 || status >= 500;
}

/** 1 s, 2 s, 4 s … plus up to a second, so that many clients do not come back at once. */
export function retryDelay(retry: number, random: Random): number {
  return RETRY_BASE_MS * 2 ** (retry - 1) + Math.floor(random() * RETRY_JITTER_MS);
}

export interface FailedTry {
  /** Tries made so far, the first included. */
  readonly tries: number;
  readonly status: AnswerStatus;
  readonly retryAfterMs: number | null;
}

/** How long to wait before the next try, or null to give up. The server's own word on waiting counts. */
export function nextTryIn(failed: FailedTry, random: Random): number | null {
  if (failed.tries > MAX_RETRIES || !isWorthRetrying(failed.status)) return null;
  const delay = Math.max(retryDelay(failed.tries, random), failed.retryAfterMs ?? 0);
  return delay > LONGEST_WAIT_MS ? null : delay;
}

/** The `retry-after` header, in seconds or as a date → milliseconds from now; null when it says nothing usable. */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  if (!/^[A-Za-z]{3}, /.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
