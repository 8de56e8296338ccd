import { refuse } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import { sessionToken } from '../auth/authenticate.ts';
import type { Context } from '../../context.ts';
import { runForClient } from '../concurrency/current-client.ts';
import type { Environment } from './api-context.ts';

/** Each costs some 20 kB and waits for the database. */
const MAX_IN_PROGRESS = { all: 2_000, each: 400 } as const;
/** So many requests of a client are always admitted. */
const FIRST_FEW = 4;

const inProgress = new Map<string, number>();
let total = 0;

/**
 * Refuses a client's requests beyond the limit, in total and per client, because reading is not rate-limited and
 * thousands of waiting requests would fill the memory. It also names the client in whose queue each request waits
 * (`FairLimiter`). Sessions count separately from their address.
 */
export function limitRequestsInProgress(
  context: Pick<Context, 'config' | 'keys' | 'overTls'>,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    // Requests made while rendering a page belong to that page's request.
    if (!context.config.RATE_LIMITS || c.env.isPartOfPage) return next();
    const session = sessionToken(c.req.header('cookie') ?? null, context);
    const client = session === null ? `address ${c.var.info.address ?? ''}` : `session ${session}`;
    const own = inProgress.get(client) ?? 0;
    if (own >= MAX_IN_PROGRESS.each || (total >= MAX_IN_PROGRESS.all && own >= FIRST_FEW)) {
      throw refuse('rate-limited', undefined, { retryAfter: 1 });
    }
    inProgress.set(client, own + 1);
    total++;
    try {
      await runForClient(client, next);
    } finally {
      total--;
      const left = (inProgress.get(client) ?? 1) - 1;
      if (left > 0) inProgress.set(client, left);
      else inProgress.delete(client);
    }
  };
}
