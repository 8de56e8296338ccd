import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the product, from the package.json of the repository. */
export function readVersion(): string {
  const file = path.join(import.meta.dirname, '..', '..', '..', '..', 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
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
