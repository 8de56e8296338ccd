import { refuse } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';

/** Headers every answer carries. The pages' CSP is added where their HTML is made. */
export function securityHeaders(config: Config): MiddlewareHandler {
  const secure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set('x-content-type-options', 'nosniff');
    headers.set('x-frame-options', 'DENY');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)');
    headers.set('cross-origin-opener-policy', 'same-origin');
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    }
    if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

/**
 * A browser that carries a session may write only from our own pages. Callers without a session
 * (tills' machines, webhooks) carry no cookie and are authorised by other means.
 */
export const sameOriginWrites: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && c.req.header('cookie')) {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    if (origin ? hostOf(origin) !== c.req.header('host') : site !== undefined && site !== 'same-origin') {
      throw refuse('origin-not-allowed');
    }
  }
  await next();
};

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
