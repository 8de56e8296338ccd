import { failure, record, Refusal, sayNow, statusOf, type Failure } from '@tiffin/domain/core';
import { errorBody } from '@tiffin/domain/errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { isUnavailable } from '../db/connection.ts';
import type { ApiContext } from './api-context.ts';
import { REFUSAL_POLICY, refusalPage } from './refusal-page.ts';

/** The one place where what went wrong becomes an answer. */
export function answerError(c: ApiContext, error: unknown, log: Logger): Response {
  const { requestId } = c.var.info;
  if (error instanceof Refusal) return answerFailure(c, error.failure);
  if (isUnavailable(error)) {
    log.warn({ requestId, err: error }, 'the database is away');
    return answerFailure(c, failure('unavailable', undefined, { retryAfter: 2 }));
  }
  // A bug: the caller gets an id that is in the log, and nothing else.
  log.error({ requestId, err: error }, 'unexpected error');
  return answerFailure(c, failure('internal', undefined, { errorId: requestId }));
}

export function answerFailure(c: ApiContext, refused: Failure): Response {
  const reason = inWordsOfTheirs(refused);
  const { retryAfter, ...details } = reason.details ?? {};
  if (typeof retryAfter === 'number') c.header('retry-after', String(retryAfter));
  c.header('cache-control', 'no-store');
  // The rest of what is too much or too slow is not waited for.
  if (reason.code === 'payload-too-large' || reason.code === 'body-too-slow') c.header('connection', 'close');
  // every status of the table carries a body
  const status = statusOf(reason.code) as ContentfulStatusCode;
  if (asksForPage(c)) {
    c.header('content-security-policy', REFUSAL_POLICY);
    const { pathname, search } = new URL(c.req.url);
    const waitSeconds = typeof retryAfter === 'number' ? retryAfter : null;
    return c.html(
      refusalPage({ message: reason.message, status, waitSeconds, address: `${pathname}${search}` }),
      status,
    );
  }
  return c.json(errorBody({ ...reason, details }, c.var.info.at, c.var.info.requestId), status);
}

/** What was said when the program was read in, or by who did not ask in which language, is said once more. */
function inWordsOfTheirs({ message, details, ...reason }: Failure): Failure {
  const fields = details?.['fields'];
  return {
    ...reason,
    message: sayNow(message),
    ...(details && {
      details: Array.isArray(fields) ? { ...details, fields: fields.map(fieldInTheirWords) } : details,
    }),
  };
}

function fieldInTheirWords(field: unknown): unknown {
  const said = record(field)?.['message'];
  return typeof said === 'string' ? { ...record(field), message: sayNow(said) } : field;
}

/** Somebody looks at it, not a program. */
function asksForPage(c: ApiContext): boolean {
  return !c.req.path.startsWith('/api/') && /\btext\/html\b/.test(c.req.header('accept') ?? '');
}
