import { refuse } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import { sessionToken } from '../auth/authenticate.ts';
import type { Context } from '../../context.ts';
import { runForClient } from '../../who-asks.ts';
import type { Environment } from './api-context.ts';

/** Each holds some 20 kB and waits for the database behind what came before it. */
const MOST = { all: 2_000, each: 400 } as const;
/** However many others are under way, whoever has no more than these is let in. */
const FIRST_FEW = 4;

const underWay = new Map<string, number>();
let all = 0;

/**
 * Requests that are under way at once, in all and of one asker: reading is counted to nobody, and thousands that wait
 * would fill the memory. Those of a session are counted apart from its address's, where strangers may sit, too. What
 * they need of the database waits in a line of their own.
 */
export function eachInTheirLine(
  context: Pick<Context, 'config' | 'secret' | 'overTls'>,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    // What a page asks for while it is made is part of its own request.
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
