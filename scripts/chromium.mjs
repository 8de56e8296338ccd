import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { alone } from './lock.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { inRoot } from './root.mjs';
import { Stop, moving } from './screen.mjs';

const APT = '/usr/bin/apt-get';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for the journeys: the machine's own, else Debian's package when root, else Playwright's. */
export async function findOrGetChromium() {
  return (
    (await findChromium()) ??
    alone('tiffin-chromium', () => firstThatWorks(findChromium, ways(process.getuid?.(), existsSync(APT))), {
      folder: tmpdir(),
      waiting: 'Another command is installing Chromium; waiting',
    })
  );
}

/** The ways to get one, in the order they are tried. */
export function ways(uid, hasApt) {
  return uid === 0 && hasApt ? [getFromDebian, getFromPlaywright] : [getFromPlaywright];
}

/** Looks after every way anew, and before the first: another command may have been quicker. */
export async function firstThatWorks(find, tried) {
  for (const get of [() => {}, ...tried]) {
    await get();
    const found = await find();
    if (found) return found;
  }
  throw new Stop(
    'No Chromium was found and none could be installed: install Chromium or Chrome, then run the tests again.',
  );
}

/** Where one may be: as told, where systems put it, on the PATH, and where Playwright would install its own. */
export function places({ CHROMIUM: text, PATH = '' }, playwrights) {
  const onPath = PATH.split(path.delimiter).flatMap((folder) => (folder ? names.map((n) => path.join(folder, n)) : []));
  return [...new Set([text, ...usualPlaces, ...onPath, playwrights])].filter(Boolean);
}

/** It must start: on some systems /usr/bin/chromium-browser only tells where to get a browser. */
export async function findChromium(env = process.env, starts = answersItsVersion) {
  const { chromium } = createRequire(inRoot('e2e', 'package.json'))('@playwright/test');
  for (const place of places(env, chromium.executablePath())) {
    if (existsSync(place) && (await starts(place))) return place;
  }
  return null;
}

async function answersItsVersion(place) {
  return (await run(place, ['--version'])).code === 0;
}

async function getFromDebian() {
  const progress = moving('Installing Chromium (apt-get)');
  const env = ownEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  const wait = ['-o', 'DPkg::Lock::Timeout=600', '-y'];
  const apt = (...args) => run(APT, [...wait, ...args], { env });
  // Lists that cannot be refreshed may still be good enough to install from.
  await apt('update');
  const { code } = await apt('install', '--no-install-recommends', 'chromium');
  progress.end(code === 0 ? 'done' : 'failed');
}

async function getFromPlaywright() {
  const progress = moving('Installing Chromium (Playwright)');
  const { code } = await run(tool('playwright'), ['install', 'chromium']);
  progress.end(code === 0 ? 'done' : 'failed');
}
