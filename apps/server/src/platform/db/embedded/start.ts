import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { Postmaster } from './postmaster.ts';
import { StartError } from './start-error.ts';

/** Starts the embedded database. Imports little, so that it starts while the rest of the server loads. */
export function startPostmaster(config: Config): Promise<Postmaster> {
  const folder = path.resolve(config.DATA_DIR);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return Promise.reject(new StartError(`DATA_DIR: ${config.DATA_DIR} cannot be written (${why})`));
  }
  const write = (words: string): void => {
    if (config.LOG_LEVEL !== 'silent') process.stderr.write(`${words}\n`);
  };
  return Postmaster.start(folder, { info: write, warn: write });
}
