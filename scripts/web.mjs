import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './lock.mjs';
import { run, tool } from './processes.mjs';
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
    const { code, output } = await run(tool('react-router'), ['build'], { cwd: web });
    const worker =
      code === 0 ? await run(tool('vite'), ['build', '--config', 'vite.worker.config.ts'], { cwd: web }) : null;
    const built = worker?.code === 0;
    progress.end(built ? 'done' : 'failed');
    if (!built) throw new Stop('The web app could not be built; the reason is above.', worker?.output ?? output);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  });
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
