import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { createContext, createLog, dataDir } from '../../create-context.ts';
import { FolderInUse, Postmaster } from '../../platform/db/embedded/postmaster.ts';
import { StartError } from '../../platform/db/embedded/start-error.ts';
import { migrate } from '../../platform/db/migrate.ts';

/**
 * Runs a command on the database of DATABASE_URL, else on the embedded one. The embedded database is started for the
 * command, or shared with a running server.
 */
export async function withContext<T>(
  work: (context: Context) => Promise<T>,
  {
    migratesSchema = true,
    requiresDatabase = false,
  }: { readonly migratesSchema?: boolean; readonly requiresDatabase?: boolean } = {},
): Promise<T> {
  const config = readConfig(process.env);
  if (requiresDatabase) requireDatabase(config);
  const database = await open(config);
  let context: Context | undefined;
  try {
    context = await createContext(config, database.connection, { log: createLog({ LOG_LEVEL: 'warn' }) });
    // A server that runs on the embedded database has migrated it. With DATABASE_URL nobody knows whether one runs;
    // migrating again does nothing.
    if (!database.isShared && migratesSchema) await migrate(context.database.untyped);
    return await work(context);
  } finally {
    await context?.events.stop();
    await context?.database.close();
    await database.close();
  }
}

/** Otherwise a command with wrong settings would back up a new, empty database, and nobody would notice. */
function requireDatabase(config: Config): void {
  const folder = path.resolve(dataDir(config));
  if (config.DATABASE_URL || existsSync(path.join(folder, 'postgres', 'PG_VERSION'))) return;
  throw new StartError(
    `There is no database in ${folder}. Give this command the settings of the server: DATA_DIR or DATABASE_URL, in .env or in the environment.`,
  );
}

async function open(config: Config) {
  if (config.DATABASE_URL) {
    return { connection: { connectionString: config.DATABASE_URL }, isShared: false, close: () => Promise.resolve() };
  }
  const print = (line: string): void => void process.stderr.write(`${line}\n`);
  try {
    const postmaster = await Postmaster.start(dataDir(config), { info: print, warn: print });
    return { connection: postmaster.connection, isShared: false, close: () => postmaster.stop() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { connection: error.connection, isShared: true, close: () => Promise.resolve() };
  }
}
