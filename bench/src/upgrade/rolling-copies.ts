import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import type { PreviousVersion } from './previous-version.ts';

export type Version = 'previous' | 'this';
type StartCopy = (version: Version, port?: number) => Promise<ServerProcess>;

/** Two copies of the server on one database, each of either version. */
export class RollingCopies implements AsyncDisposable {
  readonly urls: readonly string[];
  readonly #copies: ServerProcess[];
  readonly #start: StartCopy;
  readonly #folder: string;
  #output = '';

  private constructor(copies: ServerProcess[], start: StartCopy, folder: string) {
    this.#copies = copies;
    this.#start = start;
    this.#folder = folder;
    this.urls = copies.map(({ url }) => url);
  }

  static async start(databaseUrl: string, previous: PreviousVersion, clockAt: string): Promise<RollingCopies> {
    const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-upgrade-'));
    const env = { RATE_LIMITS: '0', LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, CLOCK_AT: clockAt };
    const start = (version: Version, port?: number) =>
      startServer({
        apiOnly: true,
        dataDir: folder,
        env,
        ...(port !== undefined && { port }),
        ...(version === 'previous' && { checkout: previous.folder }),
      });
    const copies = [await start('previous'), await start('previous')];
    return new RollingCopies(copies, start, folder);
  }

  /** Stops a copy as an operator does, and starts it again in another version. Returns the seconds without it. */
  async replace(which: 0 | 1, version: Version): Promise<number> {
    const copy = this.#copies[which];
    if (!copy) throw new Error(`there is no copy ${which}`);
    const began = performance.now();
    await copy.stop();
    this.#output += copy.output();
    this.#copies[which] = await this.#start(version, copy.port);
    return (performance.now() - began) / 1000;
  }

  /** Internal errors in the logs. */
  bugs(): string[] {
    const all = this.#output + this.#copies.map((copy) => copy.output()).join('');
    return all.split('\n').filter((line) => line.includes('unexpected error'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const copy of this.#copies) await copy[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
