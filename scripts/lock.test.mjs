import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('two processes work one after the other', async () => {
  const observed = [];
  const work = (name) => async () => {
    observed.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    observed.push(`${name} ends`);
  };
  await Promise.all(['a', 'b', 'c'].map((name) => withLock('work', work(name), { folder })));
  expect(observed).toHaveLength(6);
  for (let i = 0; i < 6; i += 2) expect(observed[i + 1]).toBe(observed[i].replace('begins', 'ends'));
});

test('releases the lock if the work fails', async () => {
  await expect(withLock('work', () => Promise.reject(new Error('broken')), { folder })).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

test('takes over the lock of a killed process', async () => {
  const file = path.join(folder, 'work.lock');
  writeFileSync(file, 'somebody else');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await withLock('work', () => 'done', { folder })).toBe('done');
});
