import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { alone } from './lock.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { inRoot } from './root.mjs';
import { Stop, moving } from './screen.mjs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for the journeys: the machine's own, else Debian's package when root, else Playwright's. */
export async function findOrGetChromium() {
  const found = await find();
  if (found) return found;
  return alone(
    'tiffin-chromium',
    async () => {
      const since = await find();
      if (since) return since;
      if (await getFromDebian()) {
        const installed = await find();
        if (installed) return installed;
      }
      await getFromPlaywright();
      const own = await find();
      if (own) return own;
      throw new Stop(
        'No Chromium was found and none could be installed: install Chromium or Chrome, then run the tests again.',
      );
    },
    { folder: tmpdir(), waiting: 'Another command is installing Chromium; waiting' },
  );
}

/** It must start: on some systems /usr/bin/chromium-browser only tells where to get a browser. */
async function find() {
  const { chromium } = createRequire(inRoot('e2e', 'package.json'))('@playwright/test');
  const places = [process.env.CHROMIUM, ...usualPlaces, chromium.executablePath()];
  for (const place of places) {
    if (place && existsSync(place) && (await run(place, ['--version'])).code === 0) return place;
  }
  return null;
}

async function getFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const progress = moving('Installing Chromium (apt-get)');
  const env = ownEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  const wait = ['-o', 'DPkg::Lock::Timeout=600', '-y'];
  const apt = (...args) => run('/usr/bin/apt-get', [...wait, ...args], { env });
  // Lists that cannot be refreshed may still be good enough to install from.
  await apt('update');
  const { code } = await apt('install', '--no-install-recommends', 'chromium');
  progress.end(code === 0 ? 'done' : 'failed');
  return code === 0;
}

async function getFromPlaywright() {
  const progress = moving('Installing Chromium (Playwright)');
  const { code } = await run(tool('playwright'), ['install', 'chromium']);
  progress.end(code === 0 ? 'done' : 'failed');
}
