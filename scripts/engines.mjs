import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canInstallPackages, installPackages } from './debian.mjs';
import { command, say, Stop } from './screen.mjs';

/** The browser engines besides Chromium, where Debian's packages put them. All programs of an engine are needed. */
const ENGINES = {
  FIREFOX: { name: 'Firefox', packages: ['firefox-esr'], programs: ['/usr/bin/firefox-esr'] },
  WEBKIT: {
    name: 'WebKit, the engine of Safari',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: [
      `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
      '/usr/bin/WebKitWebDriver',
      '/usr/bin/Xvfb',
    ],
  },
};

/** The programs of the engines that are installed: `{ FIREFOX: '/usr/bin/firefox-esr' }`. */
export function findEngines(exists = existsSync) {
  const installed = Object.entries(ENGINES).filter(([, { programs }]) => programs.every((program) => exists(program)));
  return Object.fromEntries(installed.map(([key, { programs }]) => [key, programs[0]]));
}

/** The names of the engines that are not installed. */
export function missingEngines(exists = existsSync) {
  const found = findEngines(exists);
  return Object.keys(ENGINES)
    .filter((key) => !(key in found))
    .map((key) => ENGINES[key].name);
}

// `npm run engines` installs them.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const packages = Object.values(ENGINES).flatMap((engine) => engine.packages);
    if (missingEngines().length > 0 && canInstallPackages()) await installPackages('Firefox and WebKit', packages);
    const missing = missingEngines();
    if (missing.length > 0)
      throw new Stop(`Not installed: ${missing.join('; ')}. As root on Debian 12, install ${packages.join(', ')}.`);
    say('Firefox and WebKit are installed.');
  });
}
