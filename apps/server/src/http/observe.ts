import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { userIdOf } from '@tiffin/domain/people';
import { getPath } from 'hono/utils/url';
import type { Context } from '../context.ts';
import type { Environment, Visit } from './environment.ts';
import { securityHeaders } from './security.ts';
import { whenThere, type Soon } from '../when-there.ts';
import { headersFor } from './with-headers.ts';

export type Door = (request: Request, bindings?: Partial<HttpBindings>) => Soon<Response>;
type House = Pick<Context, 'config' | 'log' | 'metrics'>;

/**
 * The door, around everything else: gives each request its id and address, each answer its id and
 * what the browser must not do, and writes one line when it is done: who, what, how long. Not one of
 * Hono's middlewares: each of those costs every request another round of promises.
 */
export function observed(
  house: House,
  answer: (request: Request, bindings: Environment['Bindings']) => Soon<Response>,
): Door {
  const security = securityHeaders(house.config);
  const { TRUST_PROXY } = house.config;
  return (request, bindings) => {
    const started = performance.now();
    const visit: Visit = {
      requestId: requestIdOf(request),
      address: addressOf(bindings, TRUST_PROXY ? request.headers.get('x-forwarded-for') : null),
      actor: null,
      call: 'page',
    };
    const path = getPath(request);
    const finish = headersFor(bindings?.outgoing, { 'x-request-id': visit.requestId, ...security(path) });
    return whenThere(answer(request, { ...bindings, visit }), (response) => {
      finish(response);
      note(house, visit, { method: request.method, path, status: response.status, started });
      return response;
    });
  };
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly started: number;
}

function note({ metrics, log }: House, visit: Visit, { method, path, status, started }: Seen): void {
  const ms = performance.now() - started;
  const { requestId, call, actor } = visit;
  metrics.count(call, status, ms);
  if (!log.isLevelEnabled('info')) return;
  log.info({
    requestId,
    call,
    method,
    // never the query nor a link's last part: tokens travel there
    path: path.replace(/(\/reset-password\/).+/, '$1…'),
    status,
    ms: Math.round(ms * 10) / 10,
    person: actor ? (userIdOf(actor) ?? actor.kind) : undefined,
  });
}

function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

function addressOf(bindings: Partial<HttpBindings> | undefined, forwarded: string | null): string | null {
  // The last hop is the one our own proxy wrote; what stands before it anybody can write.
  const hop = forwarded?.split(',').at(-1)?.trim();
  return networkOf(hop || (bindings?.incoming?.socket?.remoteAddress ?? null));
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
