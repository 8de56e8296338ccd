import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, type ListenOptions, type Server as NetServer, type Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Config } from '../../config.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { closeAllStreams } from '../events/stream.ts';
import type { Handler } from './api-context.ts';
import { FairShare } from './fair-share.ts';
import { networkOf } from './observe.ts';

/** Each connection costs some kilobytes. For more, start another copy of the server. */
const MOST_CONNECTIONS = 5_000;
/**
 * Node accepts one new connection per listener and event-loop turn. With a single listener, a flood of connections
 * would delay guests for seconds.
 */
const LISTENER_COUNT = process.platform === 'linux' ? 16 : 1;
/** Browsers and proxies send only a few requests ahead on a connection. */
const MAX_PIPELINED = 16;

/** Listens on the configured host and port. */
export async function startListening(
  handler: Handler,
  config: Pick<Config, 'HOST' | 'PORT'>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  // Plain HTTP/1.1; the proxy in front handles TLS.
  const fetch = (request: Request, bindings: unknown) => handler(request, bindings as HttpBindings);
  const serverOptions = {
    keepAliveTimeout: 65_000,
    // Also for bodies that no handler reads.
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 5_000,
  };
  const listener = getRequestListener(fetch, { hostname: config.HOST }) as RequestListener;
  const server = createHttpServer(serverOptions, limitPipelining(listener));
  shareConnections(server);
  const { HOST: host } = config;
  try {
    // Only an exclusive listener detects that the port is in use.
    const port = await listen(server, { host, port: config.PORT });
    if (LISTENER_COUNT > 1) await close(server);
    const others = Array.from({ length: LISTENER_COUNT - 1 }, () =>
      createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
    );
    if (LISTENER_COUNT > 1)
      for (const netServer of [server, ...others]) await listen(netServer, { host, port, reusePort: true });
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    return { url, close: () => closeListeners(server, others) };
  } catch (error) {
    throw startError(error, config);
  }
}

/**
 * One packet can contain a thousand requests. A client that keeps sending without reading responses is disconnected.
 */
function limitPipelining(listener: RequestListener): RequestListener {
  const openRequests = new WeakMap<Socket, number>();
  return (request, answer) => {
    const { socket } = request;
    // Node still parses the rest of the last packet.
    if (socket.destroyed) return;
    const ahead = openRequests.get(socket) ?? 0;
    if (ahead >= MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    openRequests.set(socket, ahead + 1);
    answer.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1));
    listener(request, answer);
  };
}

async function listen(netServer: NetServer, where: ListenOptions): Promise<number> {
  netServer.listen(where);
  await once(netServer, 'listening');
  const address = netServer.address();
  return typeof address === 'object' && address ? address.port : (where.port ?? 0);
}

async function close(netServer: NetServer): Promise<void> {
  const isClosed = once(netServer, 'close');
  netServer.close();
  await isClosed;
}

function startError(error: unknown, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): StartError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new StartError(`PORT: ${PORT} is taken by another program. Stop it, or choose another PORT.`);
  if (code === 'EACCES') return new StartError(`PORT: this account may not listen on ${PORT}.`);
  return new StartError(`HOST: cannot listen on ${HOST} (${code ?? String(error)})`);
}

/** When there are too many connections, the client with the most loses its oldest. */
function shareConnections(server: Server): void {
  const share = new FairShare({ all: MOST_CONNECTIONS, each: MOST_CONNECTIONS });
  server.maxConnections = MOST_CONNECTIONS + 1;
  server.on('connection', (socket: Socket) => {
    socket.once(
      'close',
      share.hold(networkOf(socket.remoteAddress ?? null) ?? '', 1, () => socket.destroy()),
    );
  });
}

/** Stops accepting, lets requests finish (at most 2 s), then ends the streams. */
async function closeListeners(server: Server, others: readonly NetServer[]): Promise<void> {
  const allClosed = Promise.all([server, ...others].map(close));
  closeAllStreams();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), 2_000);
  await allClosed;
  clearTimeout(cut);
}
