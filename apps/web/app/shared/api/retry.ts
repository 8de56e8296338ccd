import type { Random } from '@tiffin/domain/core';

export const REQUEST_TIMEOUT_MS = 30_000;
/** Not counting the first attempt. */
export const MAX_RETRIES = 3;
export const RETRY_BASE_MS = 1000;
export const RETRY_JITTER_MS = 1000;
/** If the server asks for a longer wait, the call fails with a message instead. */
export const LONGEST_WAIT_MS = 30_000;

/** The status of a response; null without one. */
export type AnswerStatus = number | null;

/** A missing response, a server error or 429 may succeed next time; other refusals will not. */
export function isWorthRetrying(status: AnswerStatus): boolean {
  return status === null || status === 429 || status >= 500;
}

/** Doubles with each retry. A random part keeps many clients from returning at once. */
export function retryDelay(retry: number, random: Random): number {
  return RETRY_BASE_MS * 2 ** (retry - 1) + Math.floor(random() * RETRY_JITTER_MS);
}

export interface FailedTry {
  /** Attempts made, including the first. */
  readonly tries: number;
  readonly status: AnswerStatus;
  readonly retryAfterMs: number | null;
}

/** How long to wait before the next attempt, or null to give up. The server's waiting time has priority. */
export function nextTryIn(failed: FailedTry, random: Random): number | null {
  if (failed.tries > MAX_RETRIES || !isWorthRetrying(failed.status)) return null;
  const delay = Math.max(retryDelay(failed.tries, random), failed.retryAfterMs ?? 0);
  return delay > LONGEST_WAIT_MS ? null : delay;
}

/** Parses `retry-after`, in seconds or as a date, to milliseconds from now; null when it is invalid. */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  if (!/^[A-Za-z]{3}, /.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
