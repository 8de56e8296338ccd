import { refuse } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import { sessionToken } from '../auth/authenticate.ts';
import type { Context } from '../../context.ts';
import { runForClient } from '../concurrency/current-client.ts';
import type { Environment } from './api-context.ts';

/** Each costs some 20 kB and waits for the database. */
const MOST = { all: 2_000, each: 400 } as const;
/** A client with no more than these is always admitted. */
const FIRST_FEW = 4;

const underWay = new Map<string, number>();
let all = 0;

/**
 * Limits requests in progress, in total and per client, because reading is not rate-limited and thousands of waiting
 * requests would fill the memory. Sessions count separately from their address.
 */
export function queuePerClient(context: Pick<Context, 'config' | 'keys' | 'overTls'>): MiddlewareHandler<Environment> {
  return async (c, next) => {
    // Requests made while rendering a page belong to that page's request.
    if (!context.config.RATE_LIMITS || c.env.isPartOfPage) return next();
    const session = sessionToken(c.req.header('cookie') ?? null, context);
    const who = session === null ? `address ${c.var.info.address ?? ''}` : `session ${session}`;
    const own = underWay.get(who) ?? 0;
    if (own >= MOST.each || (all >= MOST.all && own >= FIRST_FEW)) {
      throw refuse('rate-limited', undefined, { retryAfter: 1 });
    }
    underWay.set(who, own + 1);
    all++;
    try {
      await runForClient(who, next);
    } finally {
      all--;
      const left = (underWay.get(who) ?? 1) - 1;
      if (left > 0) underWay.set(who, left);
      else underWay.delete(who);
    }
  };
}
