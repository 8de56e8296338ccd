import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium, firstThatWorks, places, ways } from './chromium.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-chromium-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const named = (uid, hasApt) => ways(uid, hasApt).map((way) => way.name);

test('root on Debian asks for the package first, everybody else for Playwright’s own', () => {
  expect(named(0, true)).toEqual(['getFromDebian', 'getFromPlaywright']);
  expect(named(0, false)).toEqual(['getFromPlaywright']);
  expect(named(1000, true)).toEqual(['getFromPlaywright']);
  // where there are no user ids
  expect(named(undefined, false)).toEqual(['getFromPlaywright']);
});

test('one that came meanwhile is taken, and a way that leads nowhere is followed by the next', async () => {
  const steps = [];
  const way = (name) => () => void steps.push(name);
  expect(await firstThatWorks(async () => '/usr/bin/chromium', [way('a')])).toBe('/usr/bin/chromium');
  expect(steps).toEqual([]);
  const afterB = async () => (steps.includes('b') ? '/own/chromium' : null);
  expect(await firstThatWorks(afterB, [way('a'), way('b'), way('c')])).toBe('/own/chromium');
  expect(steps).toEqual(['a', 'b']);
});

test('when no way leads to one, a sentence says what to do', async () => {
  await expect(firstThatWorks(async () => null, [async () => {}])).rejects.toThrow(
    'No Chromium was found and none could be installed: install Chromium or Chrome, then run the tests again.',
  );
});

test('the one it is told of comes first, Playwright’s last, none twice', () => {
  const found = places({ CHROMIUM: '/opt/chrome', PATH: `/usr/bin${path.delimiter}/snap/bin` }, '/own/chromium');
  expect(found[0]).toBe('/opt/chrome');
  expect(found.at(-1)).toBe('/own/chromium');
  expect(found).toContain('/snap/bin/chromium');
  expect(new Set(found).size).toBe(found.length);
  expect(places({}, '/own/chromium')).toEqual(expect.arrayContaining(['/usr/bin/chromium', '/own/chromium']));
});

test('a browser that does not start is none', async () => {
  const script = (name, code) => {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\nexit ${code}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const text = script('told', 1);
  const good = script('chromium', 0);
  const runs = [];
  // what this machine has by itself is not asked
  const starts = async (place) => {
    runs.push(place);
    return place === good;
  };
  expect(await findChromium({ CHROMIUM: text, PATH: folder }, starts)).toBe(good);
  expect(runs[0]).toBe(text);
  expect(await findChromium({ CHROMIUM: good, PATH: '' })).toBe(good);
});
