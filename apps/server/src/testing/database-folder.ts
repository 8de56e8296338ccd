import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A key of the variables that decide the initial data. */
function kindOf({ DEMO, CLOCK_AT, NODE_ENV }: Readonly<Record<string, string>>): string {
  return createHash('sha256')
    .update(JSON.stringify([DEMO ?? '1', NODE_ENV, CLOCK_AT === undefined ? null : Date.parse(CLOCK_AT)]))
    .digest('hex');
}

/**
 * Returns a fresh data folder. During e2e runs TIFFIN_LAID names a folder with one prepared restaurant of each kind: it
 * is created once by starting and stopping a server, then copied.
 */
export async function newDatabaseFolder(
  env: Readonly<Record<string, string>>,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const fresh = await mkdtemp(path.join(tmpdir(), 'tiffin-'));
  const stored = process.env['TIFFIN_LAID'];
  if (!stored || env['DATABASE_URL']) return fresh;
  const ready = path.join(stored, kindOf(env));
  if (!existsSync(ready)) {
    if (await isOurs(`${ready}.making`)) {
      await make(`${ready}.new`);
      await rename(`${ready}.new`, ready);
    }
    while (!existsSync(ready)) await pause(100);
  }
  // Copies with owners, because PostgreSQL's folder may belong to another user.
  await run('cp', ['-a', `${ready}/.`, fresh]);
  return fresh;
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch {
    return false;
  }
}
