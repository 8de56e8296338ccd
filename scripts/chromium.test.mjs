import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium, tryInstallers, browserPaths, installers } from './chromium.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-chromium-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('root on Debian tries its package first, others get Playwright’s browser', () => {
  const installerNames = (canInstall) => installers(canInstall).map((installer) => installer.name);
  expect(installerNames(true)).toEqual(['installFromDebian', 'installFromPlaywright']);
  expect(installerNames(false)).toEqual(['installFromPlaywright']);
});

test('uses a browser that appeared in the meantime, and continues after an installer that fails', async () => {
  const steps = [];
  const installer = (name) => () => void steps.push(name);
  expect(await tryInstallers(async () => '/usr/bin/chromium', [installer('a')])).toBe('/usr/bin/chromium');
  expect(steps).toEqual([]);
  const afterB = async () => (steps.includes('b') ? '/own/chromium' : null);
  expect(await tryInstallers(afterB, [installer('a'), installer('b'), installer('c')])).toBe('/own/chromium');
  expect(steps).toEqual(['a', 'b']);
});

test('explains what to do if no installer works', async () => {
  await expect(tryInstallers(async () => null, [async () => {}])).rejects.toThrow(
    'Chromium was not found and could not be installed. Install Chromium or Chrome and run the tests again.',
  );
});

test('tries the configured path first and Playwright’s last, each once', () => {
  const found = browserPaths({ CHROMIUM: '/opt/chrome', PATH: `/usr/bin${path.delimiter}/snap/bin` }, '/own/chromium');
  expect(found[0]).toBe('/opt/chrome');
  expect(found.at(-1)).toBe('/own/chromium');
  expect(found).toContain('/snap/bin/chromium');
  expect(new Set(found).size).toBe(found.length);
  expect(browserPaths({}, '/own/chromium')).toEqual(expect.arrayContaining(['/usr/bin/chromium', '/own/chromium']));
});

test('ignores a browser that does not start', async () => {
  const script = (name, code) => {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\nexit ${code}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const text = script('configured', 1);
  const good = script('chromium', 0);
  const runs = [];
  // ignore the browsers of this machine
  const starts = async (place) => {
    runs.push(place);
    return place === good;
  };
  expect(await findChromium({ CHROMIUM: text, PATH: folder }, starts)).toBe(good);
  expect(runs[0]).toBe(text);
  expect(await findChromium({ CHROMIUM: good, PATH: '' })).toBe(good);
});
