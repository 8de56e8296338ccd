import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

const ABANDONED_AFTER = 10_000;

/**
 * One process at a time for work on files that several commands share. The holder touches the lock
 * every second; a lock nobody touches belonged to a process that was killed.
 */
export async function alone(
  name,
  work,
  { folder = inRoot('.cache'), waiting = `Another command is at it (${name}); waiting` } = {},
) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.lock`);
  const mine = `${process.pid} ${Math.random()}`;
  let text = false;
  while (!(await take(file, mine))) {
    if (!text) say(`${waiting} …`);
    text = true;
    await pause(250);
  }
  const release = () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
  process.on('exit', release);
  const touch = setInterval(() => read(file) === mine && utimesSync(file, new Date(), new Date()), 1000);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    process.off('exit', release);
    release();
  }
}

async function take(file, mine) {
  let abandoned = false;
  try {
    abandoned = Date.now() - statSync(file).mtimeMs > ABANDONED_AFTER;
    if (!abandoned) return false;
    rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  try {
    writeFileSync(file, mine, { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  // Two may have found the same abandoned lock; the one whose lock was cleared away waits again.
  if (abandoned) await pause(200);
  return read(file) === mine;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
