import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './lock.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { inRoot } from './root.mjs';
import { Stop, moving } from './screen.mjs';

const stamp = inRoot('apps', 'web', 'build', 'made-from');
const web = inRoot('apps', 'web');
const leftOut = new Set(['node_modules', 'build', 'dist', '.react-router']);

/** Builds the web app when its sources changed since the last build. */
export async function buildWeb() {
  if (fresh()) return;
  await alone('build', async () => {
    if (fresh()) return;
    const sources = fingerprint();
    rmSync(stamp, { force: true });
    const progress = moving('Building the web app');
    // Together: one of them alone does not keep two cores busy.
    const failed = (await Promise.all(languages().map(buildIn))).find((output) => output !== null) ?? null;
    progress.end(failed === null ? 'done' : 'failed');
    if (failed !== null) throw new Stop('The web app could not be built; the reason is above.', failed);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  });
}

/** English, and every language there is a folder of words for. */
function languages() {
  const folders = readdirSync(inRoot('languages')).filter((name) => /^[a-z]{2}$/.test(name));
  return ['en', ...folders];
}

/** The pages in one language, and their worker; answers what went wrong, or null. */
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

/** Everything the build reads; tests are not among it. */
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
