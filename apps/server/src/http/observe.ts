import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { userIdOf } from '@tiffin/domain/people';
import type { MiddlewareHandler } from 'hono';
import type { Context } from '../context.ts';
import type { Environment } from './environment.ts';
import { securityHeaders } from './security.ts';
import { withHeaders } from './with-headers.ts';

/**
 * Gives each request its id and address, each answer its id and what the browser must not do, and
 * writes one line when it is done: who, what, how long.
 */
export function observe(context: Context): MiddlewareHandler<Environment> {
  const security = securityHeaders(context.config);
  return async (c, next) => {
    const started = performance.now();
    const given = c.req.header('x-request-id');
    const requestId = given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    c.set(
      'address',
      addressOf(c.env as HttpBindings | undefined, c.req.header('x-forwarded-for'), context.config.TRUST_PROXY),
    );
    c.set('log', context.log);
    await withHeaders(c, next, { 'x-request-id': requestId, ...security(c.req.path) });
    const ms = performance.now() - started;
    const call = c.get('call') ?? 'page';
    const status = c.res.status;
    context.metrics.count(call, status, ms);
    if (!context.log.isLevelEnabled('info')) return;
    const actor = c.get('actor');
    context.log.info({
      requestId,
      call,
      method: c.req.method,
      // never the query nor a link's last part: tokens travel there
      path: c.req.path.replace(/(\/reset-password\/).+/, '$1…'),
      status,
      ms: Math.round(ms * 10) / 10,
      person: actor ? (userIdOf(actor) ?? actor.kind) : undefined,
    });
  };
}

function addressOf(env: HttpBindings | undefined, forwarded: string | undefined, trustProxy: boolean): string | null {
  // The last hop is the one our own proxy wrote; what stands before it anybody can write.
  const hop = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return networkOf(hop || (env?.incoming?.socket?.remoteAddress ?? null));
}

/** A household of IPv6 has as many addresses as it likes: it counts as its network. */
function networkOf(address: string | null): string | null {
  if (!address?.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
