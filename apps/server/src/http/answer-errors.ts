import { failure, Refusal, statusOf, type Failure } from '@tiffin/domain/core';
import { errorBody } from '@tiffin/domain/errors';
import type { Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { isUnavailable } from '../db/connection.ts';

/** The one place where what went wrong becomes an answer. */
export function answerError(c: HonoContext, error: unknown, log: Logger): Response {
  const requestId = c.get('requestId');
  if (error instanceof Refusal) return answerFailure(c, error.failure, requestId);
  if (isUnavailable(error)) {
    log.warn({ requestId, err: error }, 'the database is away');
    return answerFailure(c, failure('unavailable', undefined, { retryAfter: 2 }), requestId);
  }
  // A bug: the caller gets an id that is in the log, and nothing else.
  log.error({ requestId, err: error }, 'unexpected error');
  return answerFailure(c, failure('internal', undefined, { errorId: requestId }), requestId);
}

export function answerFailure(c: HonoContext, reason: Failure, requestId: string): Response {
  const { retryAfter, ...details } = reason.details ?? {};
  if (typeof retryAfter === 'number') c.header('retry-after', String(retryAfter));
  c.header('cache-control', 'no-store');
  return c.json(
    errorBody({ ...reason, details }, new Date(), requestId),
    // every status of the table carries a body
    statusOf(reason.code) as ContentfulStatusCode,
  );
}
