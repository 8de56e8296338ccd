import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder: every command works from any folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const inRoot = (...parts) => path.join(root, ...parts);

/** The Node that everything but these scripts runs on: the `node` package of the lockfile. */
export const ownNode = inRoot('node_modules', 'node', 'bin', 'node');

/**
 * What Node is given to run the server. What requests leave behind is swept early, and the heap may grow to
 * 512 MB, far more than it needs: Node lets what is swept seldom grow in proportion to that bound, and without
 * the two the process grows by 150 MB under load, for nothing. By itself it sweeps all of it again once it has grown by
 * two fifths; by one fifth costs a hundredth or two of a processor under siege.
 */
export const serverProgram = [
  '--max-semi-space-size=8',
  '--max-old-space-size=512',
  '--heap-growing-percent=20',
  inRoot('apps/server/src/main.mjs'),
];

/** The settings of .env, where there is one; what the environment says already counts more. */
export function readSettings() {
  const file = inRoot('.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
