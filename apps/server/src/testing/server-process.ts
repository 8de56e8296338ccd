import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../web/free-port.ts';
import { root, serverNodeOptions } from '../../../../scripts/root.mjs';
import { newDatabaseFolder } from './database-folder.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first response. */
  readonly startedInMs: number;
  /** The output so far. */
  output(): string;
  /** Stops like Ctrl-C and returns how long it took. Deletes a data folder that was created for this server. */
  stop(): Promise<number>;
  /** Kills the process like a power failure. The data folder remains. */
  kill(): Promise<void>;
  /** Resolves with the exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  /** The data folder of an earlier server. Default: a fresh folder. */
  readonly dataDir?: string;
  readonly port?: number;
  /** Runs only the API, without the built pages. */
  readonly apiOnly?: boolean;
  /** The folder of another version of this repository, whose API is started. */
  readonly checkout?: string;
}

const API = path.join('apps', 'server', 'src', 'testing', 'api-server.ts');
const START_WITHIN = 60_000;
const STOP_WITHIN = 10_000;

/**
 * Runs the whole server in its own process on 127.0.0.1, for e2e tests and benchmarks. It inherits only basic
 * environment variables, so that a developer's settings do not affect tests.
 */
export async function startServer({
  env = {},
  dataDir,
  port,
  checkout = root,
  apiOnly = checkout !== root,
}: Options = {}): Promise<ServerProcess> {
  const folder =
    dataDir ??
    (await newDatabaseFolder(env, async (made) => {
      await (await startServer({ env, dataDir: made, apiOnly: true })).stop();
    }));
  const at = port ?? (await freePort());
  const url = `http://127.0.0.1:${at}`;
  const began = performance.now();
  const child = spawn(
    checkout === root ? process.execPath : path.join(checkout, 'node_modules', 'node', 'bin', 'node'),
    apiOnly ? [path.join(checkout, API)] : [...serverNodeOptions],
    {
      env: { ...machine(), NODE_ENV: 'test', LOG_LEVEL: 'warn', PORT: String(at), DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const running = () => child.exitCode === null && child.signalCode === null;
  const endWithUs = () => child.kill('SIGTERM');
  process.on('exit', endWithUs);
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endWithUs);
      resolve(code ?? signal ?? 'gone');
    });
  });

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  async function stop(): Promise<number> {
    const request = performance.now();
    child.kill('SIGTERM');
    const inTime = await Promise.race([ended.then(() => true), pause(STOP_WITHIN, false, { ref: false })]);
    if (!inTime) {
      await kill();
      throw new Error(`the server did not stop within ${STOP_WITHIN / 1000} s\n${output}`);
    }
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    return performance.now() - request;
  }

  while (!(await answers(url))) {
    if (!running()) throw new Error(`the server ended before its first answer\n${output}`);
    if (performance.now() - began > START_WITHIN) {
      await kill();
      throw new Error(`the server did not answer within ${START_WITHIN / 1000} s\n${output}`);
    }
    await pause(10);
  }
  const startedInMs = performance.now() - began;

  return {
    url,
    port: at,
    dataDir: folder,
    pid: child.pid ?? 0,
    startedInMs,
    ended,
    output: () => output,
    stop,
    kill,
    async [Symbol.asyncDispose]() {
      if (running()) await stop();
    },
  };
}

function machine(): Record<string, string> {
  const needed = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'SYSTEMROOT', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ping`)).ok;
  } catch {
    return false;
  }
}
