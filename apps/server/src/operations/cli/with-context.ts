import { readConfig, type Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { createContext, createLog, dataDir } from '../../create-context.ts';
import type { ConnectionConfig } from '../../platform/db/connection.ts';
import { FolderInUse, Postmaster } from '../../platform/db/embedded/postmaster.ts';
import { migrate } from '../../platform/db/migrate.ts';

/**
 * Runs a command on the database of DATABASE_URL, else on the embedded one. The embedded database is started for the
 * command, or shared with a running server.
 */
export async function withContext<T>(
  work: (context: Context) => Promise<T>,
  { schema = 'of today' }: { readonly schema?: 'of today' | 'as it is' } = {},
): Promise<T> {
  const config = readConfig(process.env);
  const database = await open(config);
  let context: Context | undefined;
  try {
    context = await createContext(config, database.connection, { log: createLog({ LOG_LEVEL: 'warn' }) });
    // A running server has already migrated its schema.
    if (!database.inUse && schema === 'of today') await migrate(context.database.untyped);
    return await work(context);
  } finally {
    await context?.events.stop();
    await context?.database.close();
    await database.close();
  }
}

interface OpenDatabase {
  readonly connection: ConnectionConfig;
  readonly inUse: boolean;
  close(): Promise<void>;
}

async function open(config: Config): Promise<OpenDatabase> {
  if (config.DATABASE_URL) {
    return { connection: { connectionString: config.DATABASE_URL }, inUse: false, close: () => Promise.resolve() };
  }
  const say = (words: string): void => void process.stderr.write(`${words}\n`);
  try {
    const postmaster = await Postmaster.start(dataDir(config), { info: say, warn: say });
    return { connection: postmaster.connection, inUse: false, close: () => postmaster.stop() };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { connection: error.connection, inUse: true, close: () => Promise.resolve() };
  }
}
