import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { StartError } from '../db/embedded/start-error.ts';

type Address = Pick<Config, 'HOST' | 'PORT'>;

/** Refuses a port that is in use before anything else starts. Imports little, because everything waits for it. */
export async function requireFreePort({ HOST: host, PORT: port }: Address): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw listenError(error, { HOST: host, PORT: port });
  }
  await once(server.close(), 'close');
}

/** What to tell the person who starts the server when it cannot listen. */
export function listenError(error: unknown, { HOST, PORT }: Address): StartError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new StartError(`PORT: ${PORT} is taken by another program. Stop it, or choose another PORT.`);
  if (code === 'EACCES') return new StartError(`PORT: this account may not listen on ${PORT}.`);
  return new StartError(`HOST: cannot listen on ${HOST} (${code ?? String(error)})`);
}
