import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { postgresAccount } from '@tiffin/server/testing/debian-postgres';

const STOPS_WITHIN_MS = 20_000;

/** Starts a program of the cluster under the database's account; it logs into this file. */
export function startProgram(program: string, args: readonly string[], cwd: string, log: string): ChildProcess {
  const out = openSync(log, 'a');
  const child = spawn(program, args, {
    ...postgresAccount(),
    cwd,
    env: { PATH: '/usr/bin:/bin:/usr/sbin', LANG: 'C.UTF-8', HOME: cwd },
    stdio: ['ignore', out, out],
  });
  const end = () => child.kill('SIGTERM');
  process.on('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

export async function stopProgram(child: ChildProcess, how: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(how);
  const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

/** The main process of a PostgreSQL and its children; empty when it does not run. */
export function processesOfDatabase(dataDir: string): number[] {
  let main: number;
  try {
    main = Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0]);
    if (!readFileSync(`/proc/${main}/cmdline`, 'utf8').includes(dataDir)) return [];
  } catch {
    return [];
  }
  return [main, ...childrenOf(main)];
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    // The name may contain spaces and parentheses; the parent is the second field after it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return null;
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
