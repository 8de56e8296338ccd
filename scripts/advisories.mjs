// Lists dependencies that are behind the registry's newest version, and known advisories. Needs only the npm
// registry. The exit code is 1 if there is an advisory, or if the list of advisories is not available.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.mjs';
import { say } from './screen.mjs';

const run = promisify(execFile);
const AT_ONCE = 8;

/** Returns the declared dependencies, the packages that declare them, and the installed versions. */
export function declared(lock) {
  const own = Object.entries(lock.packages).filter(([at]) => !at.includes('node_modules'));
  const found = new Map();
  for (const [at, { dependencies = {}, devDependencies = {} }] of own) {
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const { version, link } =
        lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`] ?? lock.packages[`node_modules/${name}`] ?? {};
      if (!version || link) continue;
      const key = `${name}@${version}`;
      const users = found.get(key)?.users ?? [];
      found.set(key, { name, version, users: [...users, at || 'the root'] });
    }
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Returns how far a version is behind: major, minor, patch, or null. */
export function lag(version, newest) {
  const [a, b] = [version, newest].map((text) => text.split(/[.+-]/).map(Number));
  const at = [0, 1, 2].find((place) => a[place] !== b[place]);
  return at === undefined || a[at] > b[at] ? null : ['major', 'minor', 'patch'][at];
}

/** Returns the newest version in the registry, or null if it is unknown. */
async function newestOf(registry, name) {
  const answer = await fetch(`${registry}/${name.replace('/', '%2f')}`, {
    headers: { accept: 'application/vnd.npm.install-v1+json' },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  if (!answer?.ok) return null;
  return (await answer.json())['dist-tags']?.latest ?? null;
}

/** Returns the advisories for all installed versions, or null if the registry has no list. */
async function advisoriesOf(registry, lock) {
  const versions = {};
  for (const [at, { version, link }] of Object.entries(lock.packages)) {
    const [, name] = /.*node_modules\/(.+)$/.exec(at) ?? [];
    if (name && version && !link) (versions[name] ??= []).push(version);
  }
  const answer = await fetch(`${registry}/-/npm/v1/security/advisories/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function inBatches(things, work) {
  const rest = [...things.entries()];
  const done = [];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

async function main() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const registry = stdout.trim().replace(/\/+$/, '');
  const ours = declared(lock);
  const newest = await inBatches(ours, ({ name }) => newestOf(registry, name));
  const lines = ours.map((each, at) => ({ ...each, newest: newest[at] }));
  const late = lines.filter(({ version, newest: latest }) => latest && lag(version, latest));
  for (const { name, version, newest: latest, users } of late) {
    say(`${lag(version, latest).padEnd(5)}  ${name}  ${version} → ${latest}  (${users.join(', ')})`);
  }
  const unknown = lines.filter(({ newest: latest }) => !latest);
  for (const { name } of unknown) say(`?      ${name}: not found in the registry`);
  say(`${late.length} of ${ours.length} dependencies have a newer version.`);
  report(await advisoriesOf(registry, lock));
}

/** Prints the advisories and sets the exit code. Null means that the registry has no list. */
export function report(cached) {
  if (!cached) {
    say('Advisories: not checked. The registry has no list of them, or cannot be reached.');
    process.exitCode = 1;
    return;
  }
  const all = Object.entries(cached).flatMap(([name, found]) => found.map((each) => ({ name, ...each })));
  for (const { name, severity, title, url } of all) say(`${severity}  ${name}: ${title}  ${url}`);
  say(all.length === 0 ? 'No known advisories for the installed packages.' : `${all.length} advisories.`);
  if (all.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
