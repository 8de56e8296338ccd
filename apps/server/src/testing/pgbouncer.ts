import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../web/free-port.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** On Debian: apt-get install pgbouncer. */
export const hasPgBouncer = existsSync(PROGRAM);

/** Starts PgBouncer in front of the database at this address. */
export async function startPgBouncer(
  database: string,
  mode: 'session' | 'transaction',
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-pgbouncer-'));
  chmodSync(folder, 0o755);
  const { hostname, port: databasePort, username, password, pathname } = new URL(database);
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${databasePort} user=${decodeURIComponent(username)}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
ignore_startup_parameters = extra_float_digits
`,
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, [...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start: ${output}`);
    await pause(20);
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
