import { refuse } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../../config.ts';

/** Security headers of every response. The pages' CSP is added with their HTML. */
export function securityHeaders(config: Config): (path: string) => Readonly<Record<string, string>> {
  const data = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(config.PUBLIC_URL?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
  const document = {
    ...data,
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
    'cross-origin-opener-policy': 'same-origin',
  };
  return (path) => (path.startsWith('/api/') ? data : document);
}

/**
 * A browser that carries a session may write only from our own pages, and fill in our pages' forms
 * only there: a stranger's page signs nobody in. Callers of the API without a session (tills'
 * machines, webhooks) carry no cookie and are authorised by other means. Where our pages are is
 * PUBLIC_URL's to say, for a proxy may pass on any Host; without one, in development, the Host's.
 */
export const sameOriginWrites =
  ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler =>
  async (c, next) => {
    const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD';
    const own = PUBLIC_URL === undefined ? c.req.header('host') : hostOf(PUBLIC_URL);
    if (!onlyReads && (c.req.header('cookie') || !c.req.path.startsWith('/api/'))) {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      // A page that hides its origin still marks its own forms as same-origin.
      const isUnnamed = origin === 'null' && site === 'same-origin';
      if (isUnnamed) return next();
      if (origin ? hostOf(origin) !== own : site !== undefined && site !== 'same-origin') {
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
