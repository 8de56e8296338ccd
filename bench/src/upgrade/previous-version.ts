import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot, root } from '../../../scripts/root.mjs';

/** The previous version of the first tag: the last commit before 0.2.0 was prepared. docs/operations.md names it, too. */
const BEFORE_FIRST_TAG = 'b26012f0fd4079f64207634c92f2daa1980dadd2';

export interface PreviousVersion extends Disposable {
  /** The tag or commit. */
  readonly name: string;
  readonly folder: string;
}

/** Unpacks the version before this one, with its packages, into a folder of its own. */
export function unpackPreviousVersion(): PreviousVersion {
  const name = previousVersionOf(root);
  requireInClone(name);
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-previous-'));
  const archive = git(root, 'archive', name);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (packagesOf(folder) === packagesOf(root)) linkPackages(folder);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, stdio: 'inherit' });
  return { name, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function git(folder: string, ...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: folder, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The newest tag before the present commit, or the commit that stands for it. */
export function previousVersionOf(folder: string): string {
  try {
    return git(folder, 'describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD^').toString().trim();
  } catch {
    return BEFORE_FIRST_TAG;
  }
}

function requireInClone(name: string): void {
  try {
    git(root, 'cat-file', '-e', `${name}^{tree}`);
  } catch {
    throw new Error(
      `The previous version (${name}) is not in this clone. Fetch the history with git fetch --unshallow --tags, and run this again.`,
    );
  }
}

/** The packages of a lockfile, without the versions of this repository's own. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const others = Object.entries(packages).filter(([place]) => place.includes('node_modules/'));
  return JSON.stringify(others);
}

/** Shares the installed packages, except those that are folders of the repository. */
function linkPackages(folder: string): void {
  const places = [
    '.',
    ...['apps', 'packages'].flatMap((group) => readdirSync(inRoot(group)).map((name) => path.join(group, name))),
  ];
  const nested = places.filter((place) => existsSync(inRoot(place, 'node_modules')));
  for (const place of nested) {
    const target = path.join(folder, place, 'node_modules');
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(inRoot(place, 'node_modules'))) {
      if (name !== '@tiffin' && name !== '.cache')
        symlinkSync(inRoot(place, 'node_modules', name), path.join(target, name));
    }
  }
  const own = path.join(folder, 'node_modules', '@tiffin');
  mkdirSync(own);
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(path.join(folder, group)))
      symlinkSync(path.join(folder, group, name), path.join(own, name));
  }
  for (const name of ['bench', 'e2e', 'languages']) symlinkSync(path.join(folder, name), path.join(own, name));
}
