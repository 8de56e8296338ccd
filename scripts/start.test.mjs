import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from './root.mjs';

/** A checkout without packages and without a build. */
function emptyCheckout() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(inRoot('scripts'), path.join(folder, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(inRoot(name), path.join(folder, name));
  for (const name of ['apps/web', 'packages', 'languages']) mkdirSync(path.join(folder, name), { recursive: true });
  return folder;
}

function runIn(folder, script, env) {
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'scripts', script)], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, error: stderr.trim().split('\n').at(-1) };
}

/** What `npm ci --omit=dev` leaves. */
function linkPackagesToRun(folder) {
  const requested = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(inRoot('node_modules/.package-lock.json'), 'utf8')).packages;
  const packages = Object.entries(there).filter(([place]) => requested[place] && !requested[place].dev);
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(inRoot('node_modules/node'), path.join(folder, 'node_modules/node'));
  writeFileSync(
    path.join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(packages) }),
  );
}

const contentOf = (folder) => readdirSync(folder, { recursive: true }).filter((name) => !/^node_modules./.test(name));

test.each([
  ['in the environment', { NODE_ENV: 'production' }, ''],
  ['in .env', {}, 'NODE_ENV=production\n'],
])(
  'with production %s, a start without packages or build says what to run and writes nothing',
  (_where, env, written) => {
    const folder = emptyCheckout();
    writeFileSync(path.join(folder, '.env'), written);
    const before = contentOf(folder);
    expect(runIn(folder, 'start.mjs', env)).toEqual({
      status: 1,
      error: 'The packages of this version are not installed. Run npm run build first.',
    });
    expect(contentOf(folder)).toEqual(before);

    linkPackagesToRun(folder);
    expect(runIn(folder, 'start.mjs', env)).toEqual({
      status: 1,
      error: 'The web app of this version is not built. Run npm run build first.',
    });
    expect(new Set(contentOf(folder))).toEqual(new Set([...before, 'node_modules']));
  },
);
