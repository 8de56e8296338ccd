import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedConnection } from '../platform/db/embedded/postmaster.ts';

/** A network connection between server and database that tests can disturb. */
export interface Network extends AsyncDisposable {
  readonly url: string;
  /** Breaks all connections and blocks new ones for this time. */
  cut(ms: number): Promise<void>;
  /** Stops all traffic for this time without closing connections. */
  stall(ms: number): Promise<void>;
  /** Breaks all connections at once; new ones succeed. */
  reset(): void;
}

interface Line {
  readonly near: Socket;
  readonly far: Socket;
}

/** Listens on 127.0.0.1 and forwards to the database's socket. */
export async function networkTo({ host, port, user, database }: EmbeddedConnection): Promise<Network> {
  const socket = path.join(host, `.s.PGSQL.${port}`);
  const lines = new Set<Line>();
  let isCut = false;
  let isStalled = false;

  const server = createServer((near) => {
    near.on('error', () => undefined); // The client has disconnected.
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(socket);
    const line = { near, far };
    lines.add(line);
    far.on('error', () => undefined);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        lines.delete(line);
        to.destroy();
      });
      if (isStalled) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');

  function reset(): void {
    for (const { near, far } of lines) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  return {
    url: `postgres://${user}@127.0.0.1:${address.port}/${database}`,
    reset,
    async cut(ms) {
      isCut = true;
      reset();
      await pause(ms);
      isCut = false;
    },
    async stall(ms) {
      isStalled = true;
      for (const { near, far } of lines) for (const end of [near, far]) end.pause();
      await pause(ms);
      isStalled = false;
      for (const { near, far } of lines) for (const end of [near, far]) end.resume();
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      reset();
      await closed;
    },
  };
}
