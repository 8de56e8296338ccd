import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

const ABANDONED_AFTER = 10_000;

/**
 * Lets one process at a time work on shared files. The holder touches the lock file every second; a lock that is not
 * touched belongs to a process that was killed.
 */
export async function withLock(
  name,
  work,
  { folder = inRoot('.cache'), message = `Waiting for another command to finish (${name})` } = {},
) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.lock`);
  const owner = `${process.pid} ${Math.random()}`;
  let isWaiting = false;
  while (!(await acquire(file, owner))) {
    if (!isWaiting) say(`${message} …`);
    isWaiting = true;
    await pause(250);
  }
  const release = () => {
    if (read(file) === owner) rmSync(file, { force: true });
  };
  process.on('exit', release);
  const touch = setInterval(() => read(file) === owner && utimesSync(file, new Date(), new Date()), 1000);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    process.off('exit', release);
    release();
  }
}

async function acquire(file, owner) {
  let abandoned = false;
  try {
    abandoned = Date.now() - statSync(file).mtimeMs > ABANDONED_AFTER;
    if (!abandoned) return false;
    rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  try {
    writeFileSync(file, owner, { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  // Two processes may have found the same abandoned lock. One of them loses it and waits again.
  if (abandoned) await pause(200);
  return read(file) === owner;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
