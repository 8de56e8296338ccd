import { refuse } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';
import { withHeaders } from './with-headers.ts';

/** Headers every answer carries. The pages' CSP is added where their HTML is made. */
export function securityHeaders(config: Config): MiddlewareHandler {
  const headers = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(config.PUBLIC_URL?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
  return (c, next) => withHeaders(c, next, headers);
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
