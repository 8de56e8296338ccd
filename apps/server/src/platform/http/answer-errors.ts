import { createHash } from 'node:crypto';
import {
  failure,
  currentLocale,
  asRecord,
  Refusal,
  say,
  sayNow,
  httpStatusOf,
  type Failure,
} from '@tiffin/domain/core';
import { errorBody } from '@tiffin/domain/errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/connection.ts';
import type { ApiContext } from './api-context.ts';
import { escapeHtml } from './escape-html.ts';

/** The one place that turns errors into responses. */
export function answerError(c: ApiContext, error: unknown, log: Logger): Response {
  const { requestId } = c.var.info;
  if (error instanceof Refusal) return answerFailure(c, error.failure);
  if (isDatabaseUnavailable(error)) {
    log.warn({ requestId, err: error }, 'the database is away');
    return answerFailure(c, failure('unavailable', undefined, { retryAfter: 2 }));
  }
  // A bug: the client gets only the id, which is in the log.
  log.error({ requestId, err: error }, 'unexpected error');
  return answerFailure(c, failure('internal', undefined, { errorId: requestId }));
}

export function answerFailure(c: ApiContext, refused: Failure): Response {
  const reason = inRequestLanguage(refused);
  const { retryAfter, ...details } = reason.details ?? {};
  if (typeof retryAfter === 'number') c.header('retry-after', String(retryAfter));
  c.header('cache-control', 'no-store');
  // The rest of a body that is too large or too slow is not read.
  if (reason.code === 'payload-too-large' || reason.code === 'body-too-slow') c.header('connection', 'close');
  // every status in the table allows a body
  const status = httpStatusOf(reason.code) as ContentfulStatusCode;
  if (acceptsHtml(c)) {
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

/** Texts made at start or in another language are translated again for this request. */
function inRequestLanguage({ message, details, ...reason }: Failure): Failure {
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
  const text = asRecord(field)?.['message'];
  return typeof text === 'string' ? { ...asRecord(field), message: sayNow(text) } : field;
}

/** A browser that navigates, not a program. */
function acceptsHtml(c: ApiContext): boolean {
  return !c.req.path.startsWith('/api/') && /\btext\/html\b/.test(c.req.header('accept') ?? '');
}

const STYLE = `body{font:18px/1.5 system-ui,sans-serif;color:#241a24;background:#fffdf8;margin:0}
main{max-width:34rem;margin:auto;padding:4rem 1rem}a{color:inherit;margin-right:1.5rem}
@media(prefers-color-scheme:dark){body{background:#1a121b;color:#f4eef2}}`;

/** Allows only the page's one style. */
const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

interface Refused {
  readonly message: string;
  readonly status: number;
  readonly waitSeconds: number | null;
  /** Path and query. */
  readonly address: string;
}

/**
 * The page a person sees when a page or form was refused early. It is plain text, because the server may be
 * overloaded.
 */
function refusalPage({ message, status, waitSeconds, address }: Refused): string {
  const isBusy = status === 429 || status >= 500;
  const title = escapeHtml(isBusy ? say`Not right now` : message);
  const words = isBusy ? `<p>${escapeHtml(message)}</p>` : '';
  const wait = waitSeconds === null ? '' : `<p>${escapeHtml(tryAgainIn(waitSeconds))}</p>`;
  return `<!doctype html><html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>
${words}${wait}
<p><a href="${escapeHtml(address)}">${escapeHtml(say`Try again`)}</a><a href="/">${escapeHtml(say`To the home page`)}</a></p></main></body></html>`;
}

function tryAgainIn(seconds: number): string {
  if (seconds === 1) return say`You can try again in 1 second.`;
  if (seconds < 90) return say`You can try again in ${seconds} seconds.`;
  const minutes = Math.ceil(seconds / 60);
  return say`You can try again in ${minutes} minutes.`;
}
