import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder: every command works from any folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const inRoot = (...parts) => path.join(root, ...parts);

/** The Node that everything but these scripts runs on: the `node` package of the lockfile. */
export const ownNode = inRoot('node_modules', 'node', 'bin', 'node');
