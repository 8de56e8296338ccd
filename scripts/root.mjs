import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from './screen.mjs';

/** The folder of the repository, so that commands work from any folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const inRoot = (...parts) => path.join(root, ...parts);

/** In the image of the Dockerfile everything is installed and built, and there are no sources of the web app. */
export const isImage = process.env.TIFFIN_IMAGE === '1';

/** The Node that runs everything except these scripts: the `node` package of the lockfile, in the image the image's. */
export const ownNode = isImage ? process.execPath : inRoot('node_modules', 'node', 'bin', 'node');

/**
 * The Node options of the server. A small young generation is collected early. The heap limit of 512 MB is more than
 * the server needs, but Node lets the old generation grow in proportion to it; without both options the process grows
 * by 150 MB under load. Collecting after a growth of 20 % instead of 40 % costs one or two percent of a processor
 * under load.
 */
export const serverNodeOptions = [
  '--max-semi-space-size=8',
  '--max-old-space-size=512',
  '--heap-growing-percent=20',
  inRoot('apps/server/src/main.mjs'),
];

/** Reads the settings of .env. Environment variables take precedence. */
export function readSettings() {
  if (readEnvFile() !== null) process.loadEnvFile(envFile);
}

/** True if NODE_ENV says so, in the environment or in .env. Works on every Node that starts these scripts. */
export function isProduction() {
  const [, written] = /^NODE_ENV=["']?(\w+)/m.exec(readEnvFile() ?? '') ?? [];
  return (process.env.NODE_ENV ?? written) === 'production';
}

const envFile = inRoot('.env');

/** The content of .env; null if there is none. */
function readEnvFile() {
  try {
    return readFileSync(envFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    if (error.code !== 'EACCES') throw error;
    throw new Stop(
      `This account may not read ${envFile}. Give it the file; or move the file away, if a service has the settings (docs/operations.md, systemd).`,
    );
  }
}
