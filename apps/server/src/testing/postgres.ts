import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Postmaster, type EmbeddedConnection } from '../platform/db/embedded/postmaster.ts';

const BACK_WITHIN_MS = 60_000;

/** A separate PostgreSQL with its own folder, like a database cluster. Deleted when stopped. */
export interface OwnPostgres extends AsyncDisposable {
  readonly connection: EmbeddedConnection;
  /** The DATABASE_URL for one of its databases. */
  url(database?: string): string;
  query(text: string, values?: readonly unknown[], database?: string): Promise<void>;
  /** The process id of its postmaster, which changes when it is killed. */
  pid(): number;
  /** Kills the database like a power failure, after it has recovered from the one before. */
  kill(): Promise<void>;
  /** Kills it and waits until it has recovered, with the settings of `alter system`. */
  restart(): Promise<void>;
}

export async function startPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-postgres-'));
  const postmaster = await Postmaster.start(folder, { info: () => undefined, warn: () => undefined });
  // The superuser may also create databases.
  const connection = postmaster.superuser;
  const pid = () => Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const kill = async () => {
    await untilBack(connection);
    process.kill(pid(), 'SIGKILL');
  };
  return {
    connection,
    url: (database = connection.database) => urlOf({ ...connection, database }),
    async query(text, values = [], database = connection.database) {
      const client = new pg.Client({ ...connection, database });
      await client.connect();
      await client.query(text, [...values]);
      await client.end();
    },
    pid,
    kill,
    async restart() {
      await kill();
      await untilBack(connection);
    },
    async [Symbol.asyncDispose]() {
      await postmaster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilBack(connection: EmbeddedConnection): Promise<void> {
  for (const deadline = performance.now() + BACK_WITHIN_MS; ;) {
    const client = new pg.Client(connection);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(50);
    }
  }
}

/** A DATABASE_URL for a unix socket. */
export function urlOf({ user, port, host, database }: EmbeddedConnection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
