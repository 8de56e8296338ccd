import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canInstallPackages, installPackages } from './debian.mjs';
import { withLock } from './lock.mjs';
import { run, tool } from './processes.mjs';
import { inRoot } from './root.mjs';
import { Stop, showProgress } from './screen.mjs';

// The headless shell is first, because a run of the journeys takes a fifth less processor time with it.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPaths = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Finds the browser for the end-to-end tests, or installs Debian's package (as root) or Playwright's browser. */
export async function findOrInstallChromium() {
  return (
    (await findChromium()) ??
    withLock('tiffin-chromium', () => tryInstallers(findChromium, installers(canInstallPackages())), {
      folder: tmpdir(),
      message: 'Waiting for another command to install Chromium',
    })
  );
}

/** The ways to install a browser, in the order in which they are tried. */
export function installers(canInstall) {
  return canInstall ? [installFromDebian, installFromPlaywright] : [installFromPlaywright];
}

/** Searches before the first way and after each one, because another command may have installed a browser. */
export async function tryInstallers(find, tried) {
  for (const get of [() => {}, ...tried]) {
    await get();
    const found = await find();
    if (found) return found;
  }
  throw new Stop(
    'Chromium was not found and could not be installed. Install Chromium or Chrome and run the tests again.',
  );
}

/** The paths where a browser may be: CHROMIUM, the usual paths, PATH, and Playwright's folder. */
export function browserPaths({ CHROMIUM: text, PATH = '' }, playwrights) {
  const onPath = PATH.split(path.delimiter).flatMap((folder) => (folder ? names.map((n) => path.join(folder, n)) : []));
  return [...new Set([text, ...usualPaths, ...onPath, playwrights])].filter(Boolean);
}

/** Starts the browser to check it: on some systems /usr/bin/chromium-browser only prints how to install one. */
export async function findChromium(env = process.env, starts = printsVersion) {
  const { chromium } = createRequire(inRoot('e2e', 'package.json'))('@playwright/test');
  for (const place of browserPaths(env, chromium.executablePath())) {
    if (existsSync(place) && (await starts(place))) return place;
  }
  return null;
}

async function printsVersion(place) {
  return (await run(place, ['--version'])).code === 0;
}

// Ubuntu has no package of the headless shell.
async function installFromDebian() {
  await installPackages('Chromium', [['chromium-headless-shell', 'chromium']]);
}

async function installFromPlaywright() {
  const progress = showProgress('Installing Chromium (Playwright)');
  const { code } = await run(tool('playwright'), ['install', 'chromium']);
  progress.end(code === 0 ? 'done' : 'failed');
}
