import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');

/** The version of the product, from the package.json of the repository. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}

let commit: string | null | undefined;

/** The commit of the sources, because two commits may have the same version. Null if nothing here tells it. */
export function readCommit(): string | null {
  if (commit === undefined) commit = findCommit();
  return commit;
}

function findCommit(): string | null {
  // The Dockerfile writes this file, because an image has no repository.
  const file = path.join(ROOT, 'commit');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (!existsSync(path.join(ROOT, '.git'))) return null;
  try {
    // The checkout may belong to another account than the service.
    const args = ['-c', 'safe.directory=*', '-C', ROOT, 'rev-parse', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

const SHOWN_DIGITS = 9;

/** `0.3.0 (commit 1a2b3c4d5)`, for people who look after the server. */
export function versionText(version = readVersion(), ofCommit = readCommit()): string {
  return ofCommit === null ? version : `${version} (commit ${ofCommit.slice(0, SHOWN_DIGITS)})`;
}

/** True if the first semantic version is older. Labels of pre-releases are not compared. */
export function isOlderVersion(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number));
  for (const index of [0, 1, 2]) {
    const [left, right] = [a?.[index] ?? 0, b?.[index] ?? 0];
    if (left !== right) return left < right;
  }
  return false;
}
