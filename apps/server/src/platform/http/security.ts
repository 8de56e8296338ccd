import { refuse, say } from '@tiffin/domain/core';
import type { HonoRequest, MiddlewareHandler } from 'hono';
import type { Config } from '../../config.ts';

/** Security headers of every response. The pages' CSP is added with their HTML. */
export function securityHeaders(config: Config): (path: string) => Readonly<Record<string, string>> {
  const data = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(config.PUBLIC_URL?.startsWith('https:') && {
      'strict-transport-security': `max-age=31536000${config.HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`,
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

/** Refuses a `Host` such as 256.256.256.256, from which no address can be made. Handlers rely on theirs. */
export const requireValidHost: MiddlewareHandler = async (c, next) => {
  if (!URL.canParse(c.req.url)) {
    throw refuse('invalid-argument', say`The address of this page is not valid. Please open the website again.`);
  }
  await next();
};

/**
 * A browser with a session may write only from our own pages, and forms of our pages work only there, so that other
 * sites cannot sign a person in. API callers without a session (machines, webhooks) send no cookie and are authorised
 * by other means.
 */
export const sameOriginWrites =
  (config: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler =>
  async (c, next) => {
    const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!onlyReads && (c.req.header('cookie') || !c.req.path.startsWith('/api/'))) {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      // A page that hides its origin still marks its own forms as same-origin.
      const isUnnamed = origin === 'null' && site === 'same-origin';
      if (isUnnamed) return next();
      if (origin ? !isOwnOrigin(config, c, origin) : site !== undefined && site !== 'same-origin') {
        throw refuse('origin-not-allowed');
      }
    }
    await next();
  };

/**
 * PUBLIC_URL defines our origin, because a proxy may forward any Host. In development without it, the Host defines it.
 */
export function isOwnOrigin(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { req }: { readonly req: Pick<HonoRequest, 'header'> },
  origin: string,
): boolean {
  return hostOf(origin) === (PUBLIC_URL === undefined ? req.header('host') : hostOf(PUBLIC_URL));
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
