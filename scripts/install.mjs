import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { run } from './processes.mjs';
import { inRoot, ownNode } from './root.mjs';
import { Stop, showProgress } from './screen.mjs';

/**
 * Installs the packages of the lockfile that are missing: those that building and running need and, for tests and
 * checks, the development packages.
 */
export async function install({ withDevelopment }) {
  if (isInstalled({ withDevelopment })) return;
  await withLock('install', async () => {
    if (!isInstalled({ withDevelopment: false })) await npm('Installing packages', ['ci', '--omit=dev']);
    // `npm ci` would delete what is there.
    if (!isInstalled({ withDevelopment }))
      await npm('Installing the packages for tests and checks', ['install', '--no-save', '--include=dev']);
  });
}

/** Stops a command of production, where only `npm run build` installs. */
export function requireInstalled() {
  if (!isInstalled({ withDevelopment: false }))
    throw new Stop('The packages of this version are not installed. Run npm run build first.');
}

/** npm writes this file last, after all install scripts. */
function isInstalled({ withDevelopment }) {
  const there = readPackages(inRoot('node_modules', '.package-lock.json'));
  if (!there || !existsSync(ownNode)) return false;
  const requested = readPackages(inRoot('package-lock.json'));
  if (!requested) throw new Stop('package-lock.json is missing or cannot be read. The checkout is incomplete.');
  return Object.entries(requested).every(([place, request]) => {
    if (place === '' || (request.dev && !withDevelopment)) return true;
    const found = there[place];
    // Optional packages for other platforms are in the lockfile but not on the disk.
    return found
      ? found.version === request.version && found.integrity === request.integrity
      : request.optional === true;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/;
/** Without a network npm retries every package for minutes. */
const GIVE_UP_AFTER = 12_000;

async function npm(label, args) {
  let fetched = 0;
  let failingSince = null;
  const onOutput = (text, stop) => {
    fetched += text.match(/^npm http fetch GET 200 .*\.tgz/gm)?.length ?? 0;
    if (/^npm http (cache|fetch GET [234]\d\d )/m.test(text)) failingSince = null;
    else if (unreachable.test(text)) failingSince ??= Date.now();
    if (failingSince && Date.now() - failingSince > GIVE_UP_AFTER) stop();
  };
  const progress = showProgress(label, () => (fetched ? `${fetched} fetched` : ''));
  const { code, output } = await run(
    'npm',
    [
      ...args,
      '--loglevel=http',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--include=optional',
      '--ignore-scripts=false',
      '--fetch-timeout=30000',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
    ],
    { env: withoutOwnTools(), onOutput },
  );
  if (code === 0) return progress.end();
  progress.end('failed');
  const messages = output.replaceAll(/^npm (http|warn EBADENGINE) .*\n/gm, '');
  if (unreachable.test(output)) {
    throw new Stop(
      'The packages could not be installed because the npm registry cannot be reached. Check the network connection and try again.',
    );
  }
  throw new Stop('The packages could not be installed. See the output of npm above.', messages);
}

/** npm must not run on the Node that it replaces. */
function withoutOwnTools() {
  const env = { ...process.env };
  env.PATH = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== inRoot('node_modules', '.bin'))
    .join(path.delimiter);
  return env;
}
