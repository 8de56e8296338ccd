import { refuse } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { MiddlewareHandler } from 'hono';
import type { Context } from '../../context.ts';
import type { Environment, RequestInfo } from './api-context.ts';
import { isOwnOrigin } from './security.ts';

const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts on pages of another origin read answers (CORS) if their customer key lists that origin. Cookies are
 * never allowed, so such a page cannot act for a person who is signed in here.
 */
export const otherOrigins =
  (context: Context): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const origin = c.req.header('origin');
    if (origin === undefined || isOwnOrigin(context.config, c, origin)) return next();
    if (c.req.method === 'OPTIONS' && (await isListed(context, origin))) {
      c.var.info.call = 'preflight';
      return c.body(null, 204, {
        ...corsHeaders(origin),
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type, idempotency-key, last-event-id, x-api-key',
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      });
    }
    await next();
    if (!c.var.info.origins?.includes(origin)) return;
    for (const [name, value] of Object.entries(corsHeaders(origin))) c.res.headers.set(name, value);
  };

const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': '*',
  vary: 'origin, accept-encoding, accept-language',
});

/** A preflight does not name the key, so any valid key may list the origin. The request itself must have that key. */
async function isListed({ db, clock }: Context, origin: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from api_keys where origins @> ${[origin]}::text[] and revoked_at is null
      and (expires_at is null or expires_at > ${clock.now()}) limit 1
  `.execute(db);
  return rows.length > 0;
}

/** A key that lists origins works on no other page. Programs send no origin. */
export function requireListedOrigin({ config }: Context, c: Parameters<typeof isOwnOrigin>[1], info: RequestInfo) {
  const origin = c.req.header('origin');
  if (!info.origins || origin === undefined || info.origins.includes(origin)) return;
  if (!isOwnOrigin(config, c, origin)) throw refuse('origin-not-allowed');
}
