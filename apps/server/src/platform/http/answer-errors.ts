import {
  failure,
  currentLanguage,
  asRecord,
  Refusal,
  sayNow,
  splitLanguagePath,
  httpStatusOf,
  type Failure,
  type Language,
} from '@tiffin/domain/core';
import { errorBody } from '@tiffin/domain/errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/connection.ts';
import { logFailure } from '../db/outage-log.ts';
import { inLanguage, restaurantLanguages } from '../i18n/request-language.ts';
import type { ApiContext } from './api-context.ts';
import { hideLinks } from './hide-links.ts';
import { pathWithQuery } from './response-cache.ts';
import { REFUSAL_POLICY, refusalPage } from './refusal-page.ts';

/** The one place that turns errors into responses. */
export function answerError(c: ApiContext, error: unknown, log: Logger): Response {
  const { requestId } = c.var.info;
  if (error instanceof Refusal) return answerFailure(c, error.failure);
  logFailure(log, error, 'unexpected error', { level: 'error', requestId });
  if (isDatabaseUnavailable(error)) return answerFailure(c, failure('unavailable', undefined, { retryAfter: 2 }));
  // A bug: the client gets only the id, which is in the log.
  return answerFailure(c, failure('internal', undefined, { errorId: requestId }));
}

/** Answers in the language of the page or the request. */
export function answerFailure(c: ApiContext, refused: Failure): Response {
  return inLanguage(languageOf(c), () => answerInLanguage(c, refused));
}

/** A page has the language of its address, everything else that of the request. */
function languageOf(c: ApiContext): Language {
  const { language } = splitLanguagePath(c.req.path);
  return restaurantLanguages().find((each) => each === language) ?? currentLanguage();
}

function answerInLanguage(c: ApiContext, refused: Failure): Response {
  const translated = inRequestLanguage(refused);
  const { retryAfter, ...details } = translated.details ?? {};
  if (typeof retryAfter === 'number') c.header('retry-after', String(retryAfter));
  c.header('cache-control', 'no-store');
  // The rest of a body that is too large or too slow is not read.
  if (refused.code === 'payload-too-large' || refused.code === 'body-too-slow') c.header('connection', 'close');
  // every status in the table allows a body
  const status = httpStatusOf(refused.code) as ContentfulStatusCode;
  if (acceptsHtml(c)) {
    c.header('content-security-policy', REFUSAL_POLICY);
    const waitSeconds = typeof retryAfter === 'number' ? retryAfter : null;
    const reloads = refused.code === 'unavailable' && c.req.method === 'GET';
    const address = pathWithQuery(c.req.url);
    return c.html(refusalPage({ message: translated.message, status, waitSeconds, address, reloads }), status);
  }
  return c.json(
    errorBody({ ...translated, details: hideLinks(c.var.info.actor, details) }, c.var.info.at, c.var.info.requestId),
    status,
  );
}

/** Texts made at start or in another language are translated again for this request. */
function inRequestLanguage({ code, message, details }: Failure): Failure {
  const fields = details?.['fields'];
  return {
    code,
    message: sayNow(message),
    details: Array.isArray(fields) ? { ...details, fields: fields.map(translateField) } : details,
  };
}

function translateField(field: unknown): unknown {
  const text = asRecord(field)?.['message'];
  return typeof text === 'string' ? { ...asRecord(field), message: sayNow(text) } : field;
}

/** A browser that navigates, not a program. */
function acceptsHtml(c: ApiContext): boolean {
  return !c.req.path.startsWith('/api/') && /\btext\/html\b/.test(c.req.header('accept') ?? '');
}
