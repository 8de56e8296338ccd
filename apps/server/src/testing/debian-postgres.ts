import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../web/free-port.ts';

/** The oldest version that the server accepts, from Debian's package. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** PostgreSQL refuses to run as root, so tests that start it need root to change the account. */
export const hasDebianPostgres = existsSync(PROGRAMS) && process.getuid?.() === 0;

/** A cluster of Debian's PostgreSQL in a folder, run by the account `postgres`. */
export class DebianPostgres {
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly url: string;
  #stop: () => Promise<void> = async () => undefined;
  #output = '';

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.data = path.join(folder, 'data');
    this.port = port;
    this.url = `postgres://tiffin@127.0.0.1:${port}/postgres`;
  }

  static async create(folder: string): Promise<DebianPostgres> {
    const postgres = new DebianPostgres(folder, await freePort());
    giveToPostgres(folder);
    postgres.run(path.join(PROGRAMS, 'initdb'), ['-D', postgres.data, '-U', 'tiffin', '-A', 'trust', '-E', 'UTF8']);
    return postgres;
  }

  /** What it wrote since its last start. */
  get output(): string {
    return this.#output;
  }

  /** Runs a program as the account of the cluster and returns its output. */
  run(program: string, args: readonly string[]): string {
    return execFileSync(program, args, { ...postgresAccount(), cwd: '/', encoding: 'utf8', stdio: 'pipe' });
  }

  /** Starts it and waits until it takes changes. Throws with its output if it ends before. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = { listen_addresses: '127.0.0.1', fsync: 'off', ...settings };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(
      path.join(PROGRAMS, 'postgres'),
      ['-D', this.data, '-p', String(this.port), '-k', this.folder, ...options],
      { ...postgresAccount(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#output = '';
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    const ended = once(child, 'close');
    this.#stop = async () => {
      child.kill('SIGINT');
      await ended;
    };
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) {
        await ended;
        throw new Error(`PostgreSQL does not start: ${this.#output}`);
      }
      await pause(50);
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      const [row] = await this.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
      return row?.recovers === false;
    } catch {
      return false;
    }
  }

  async query<T extends object>(text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url });
    // A start that fails may end the connection at any time.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.#stop();
    this.#stop = async () => undefined;
  }
}

function giveToPostgres(folder: string): void {
  const { uid, gid } = postgresAccount();
  chownSync(folder, uid, gid);
}

/** The account of Debian's package: neither PostgreSQL nor Patroni runs as root. */
export function postgresAccount(): { readonly uid: number; readonly gid: number } {
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
