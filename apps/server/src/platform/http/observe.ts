import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { ANONYMOUS_ACTOR, userIdOf } from '@tiffin/domain/people';
import type { MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import type { Context } from '../../context.ts';
import type { Environment, RequestInfo } from './api-context.ts';
import { securityHeaders } from './security.ts';

interface Observation {
  readonly info: RequestInfo;
  readonly headers: Readonly<Record<string, string>>;
  /** Called once per response: writes the log line and counts it. */
  readonly answered: (status: number) => void;
}

/** A page loads dozens of files, and proxies check the health every second. */
const FREQUENT_CALLS: ReadonlySet<string> = new Set(['file', 'image', 'ping', 'healthCheck']);

export type Observe = (request: Request, bindings: Partial<HttpBindings>) => Observation;

/** Assigns id and address to a request, default headers to its response, and writes one log line at the end. */
export function observer(context: Pick<Context, 'config' | 'log' | 'metrics' | 'clock'>): Observe {
  const { config, log, metrics, clock } = context;
  const security = securityHeaders(config);
  let hasWarned = false;
  function forwardedFor(request: Request): string | null {
    const forwarded = request.headers.get('x-forwarded-for');
    if (config.TRUST_PROXY || forwarded === null) return forwarded;
    if (!hasWarned) {
      hasWarned = true;
      log.warn(
        'x-forwarded-for came, and TRUST_PROXY is not set: behind a proxy all visitors count as one address, and lock each other out. Set TRUST_PROXY=1 if the proxy is yours.',
      );
    }
    return null;
  }
  return (request, bindings) => {
    const started = performance.now();
    metrics.startedRequests++;
    const path = getPath(request);
    const ownId = randomUUID();
    const info: RequestInfo = {
      requestId: providedId(request) ?? ownId,
      ownId,
      at: clock.now(),
      method: request.method,
      path,
      address: clientAddress(bindings, forwardedFor(request)),
      actor: ANONYMOUS_ACTOR,
      signedIn: null,
      keyLimits: null,
      call: 'page',
    };
    return {
      info,
      headers: { 'x-request-id': info.requestId, ...security(path) },
      answered(status) {
        const ms = performance.now() - started;
        metrics.count(info.call, status, ms);
        const level = FREQUENT_CALLS.has(info.call) && status < 400 ? 'debug' : 'info';
        if (log.isLevelEnabled(level)) log[level]({ ...logFieldsOf(info), status, ms: Math.round(ms * 10) / 10 });
      },
    };
  };
}

/** Observes the requests that pass through Hono. */
export function observeMiddleware(observe: Observe): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const { info, headers, answered } = observe(c.req.raw, c.env);
    c.set('info', info);
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    answered(c.res.status);
  };
}

function logFieldsOf({ requestId, ownId, call, method, path, actor }: RequestInfo) {
  return {
    requestId,
    // the audit log has this id if the caller is anonymous
    ownId: ownId === requestId ? undefined : ownId,
    call,
    method,
    // never log the query or the last part of a link, which contain tokens
    path: path.replace(/(\/(?:reset-password|cloudprnt|epson-print|calendars)\/).+/, '$1…'),
    person: actor.kind === 'nobody' ? undefined : (userIdOf(actor) ?? actor.kind),
  };
}

function providedId(request: Request): string | null {
  const id = request.headers.get('x-request-id');
  return id && /^[\w.:-]{1,100}$/.test(id) ? id : null;
}

function clientAddress(bindings: Partial<HttpBindings>, forwarded: string | null): string | null {
  // Only the last hop was written by our own proxy; clients can forge the others.
  const hop = forwarded?.split(',').at(-1)?.trim();
  return networkOf(hop || (bindings.incoming?.socket?.remoteAddress ?? null));
}

/** A household with IPv6 has many addresses, so its network stands for all of them. */
export function networkOf(address: string | null): string | null {
  if (!address?.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
