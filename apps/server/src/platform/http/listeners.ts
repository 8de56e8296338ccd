import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Config } from '../../config.ts';
import { closeAllStreams } from '../events/stream.ts';
import type { Handler } from './api-context.ts';
import { listenError } from './free-port.ts';

/**
 * Each connection costs some kilobytes. For more, start another copy of the server. There is no limit per address,
 * because all connections come from the proxy in front, which has one.
 */
const MOST_CONNECTIONS = 5_000;
/** After this time, requests that are still running are cut off when the server stops. */
const CLOSE_WITHIN_MS = 2_000;

/** Answers requests until `close` is called. */
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
  const server = createServer(serverOptions, listener);
  server.maxConnections = MOST_CONNECTIONS;
  const { HOST: host } = config;
  try {
    server.listen({ host, port: config.PORT });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    return { url, close: () => closeListener(server) };
  } catch (error) {
    throw listenError(error, config);
  }
}

/** Accepts no more connections, ends the streams, and lets other requests finish. */
async function closeListener(server: Server): Promise<void> {
  const isClosed = once(server, 'close');
  server.close();
  closeAllStreams();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
  await isClosed;
  clearTimeout(timer);
}
