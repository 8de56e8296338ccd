import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { inRoot, isImage } from './root.mjs';
import { Stop, showProgress } from './screen.mjs';

const stamp = inRoot('apps', 'web', 'build', 'made-from');
const web = inRoot('apps', 'web');
const leftOut = new Set(['node_modules', 'build', 'dist', '.react-router']);

/** Builds the web app if its sources changed since the last build. */
export async function buildWeb() {
  if (fresh()) return;
  await withLock('build', async () => {
    if (fresh()) return;
    const sources = fingerprint();
    rmSync(stamp, { force: true });
    const progress = showProgress('Building the web app');
    // In parallel: one build alone does not use two cores.
    const failed = (await Promise.all(languages().map(buildIn))).find((output) => output !== null) ?? null;
    progress.end(failed === null ? 'done' : 'failed');
    if (failed !== null) throw new Stop('The web app could not be built. See the output above.', failed);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  });
}

/** Stops a start in production, where only `npm run build` builds. */
export function requireBuiltWeb() {
  if (!isImage && !fresh()) throw new Stop('The web app of this version is not built. Run npm run build first.');
}

/** English and every language with a folder of translations. */
function languages() {
  const folders = readdirSync(inRoot('languages')).filter((name) => /^[a-z]{2}$/.test(name));
  return ['en', ...folders];
}

/** Builds the pages and the service worker in one language. Returns the error output, or null. */
async function buildIn(language) {
  const options = { cwd: web, env: ownEnvironment({ LANGUAGE: language }) };
  const pages = await run(tool('react-router'), ['build'], options);
  if (pages.code !== 0) return pages.output;
  const worker = await run(tool('vite'), ['build', '--config', 'vite.worker.config.ts'], options);
  return worker.code === 0 ? null : worker.output;
}

function fresh() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Hashes everything that the build reads, without tests. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [
    ...sourcesIn(inRoot('apps', 'web')),
    ...sourcesIn(inRoot('packages')),
    ...sourcesIn(inRoot('languages')),
    inRoot('package-lock.json'),
  ]) {
    hash.update(path.relative(inRoot(), file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : sourcesIn(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    });
}
