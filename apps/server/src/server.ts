import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { messengersFrom } from './adapters/messengers.ts';
import { createApp, type App } from './app.ts';
import { authSecret } from './auth/secret.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createContext, createLog, dataDir, type Replaceable } from './create-context.ts';
import type { Connection } from './db/connection.ts';
import { isUnavailable } from './db/connection.ts';
import { Postmaster, StartError } from './db/embedded/postmaster.ts';
import { migrate } from './db/migrate.ts';
import { layDemo } from './demo/lay.ts';
import { closeAllStreams } from './events/stream.ts';
import { Reactions } from './events/reactions.ts';
import { Jobs } from './jobs/jobs.ts';
import { firstAdmin } from './modules/people/first-admin.ts';
import { Courier } from './modules/messages/courier.ts';
import { addDefaultCategories } from './modules/menu/add-category.ts';
import { transaction } from './db/transaction.ts';
import { reactions } from './reactions.ts';
import { loadPages } from './web/pages.ts';

export interface Running {
  readonly url: string;
  readonly context: Context;
  readonly app: App;
  stop(): Promise<void>;
}

/** Everything in order: database, schema, first data, readers and jobs, then the door opens. */
export async function startServer(
  config: Config,
  replace: Replaceable & { readonly pages?: boolean } = {},
): Promise<Running> {
  const log = replace.log ?? createLog(config);
  const closers: Array<() => Promise<void>> = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.warn({ err: error }, 'closing'));
  };
  try {
    checkFolder(config);
    const connection = await reachDatabase(config, log, closers);
    const messengers = messengersFrom(config);
    const context = createContext(config, connection, { ...messengers, ...replace, log });
    closers.push(() => context.database.close());
    closers.push(() => Promise.resolve(messengers.mailer?.close?.()));
    await untilReachable(context, config);
    await migrate(context.database.untyped);
    await transaction(context.db, addDefaultCategories);
    if (config.demo) await layDemo(context);
    await firstAdmin(context);

    await context.events.start();
    closers.push(() => context.events.stop());
    const following = new Reactions(context, reactions);
    following.start();
    closers.push(() => following.stop());
    const courier = new Courier(context);
    courier.start();
    closers.push(() => courier.stop());

    const secret = authSecret(config.AUTH_SECRET, dataDir(config));
    const app = createApp(context, { secret, ...(replace.pages !== false && { pages: await loadPages(context) }) });
    const { server, url } = await listen(app, config);
    const jobs = new Jobs(context);
    closers.push(() => jobs.stop());
    // Nobody waits for the jobs' own tables: the door is open already.
    const jobsReady = jobs.start().catch((error: unknown) => log.error({ err: error }, 'jobs could not be started'));
    closers.push(() => jobsReady);
    closers.push(() => closeDoor(server));
    return { url, context, app, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function checkFolder(config: Config): void {
  try {
    dataDir(config);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`DATA_DIR: ${config.DATA_DIR} cannot be written (${why})`);
  }
}

async function reachDatabase(
  config: Config,
  log: ReturnType<typeof createLog>,
  closers: Array<() => Promise<void>>,
): Promise<Connection> {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL };
  const postmaster = await Postmaster.start(dataDir(config), {
    info: (words) => (config.LOG_LEVEL === 'silent' ? undefined : process.stderr.write(`${words}\n`)),
    warn: (words) => log.warn(words),
  });
  closers.push(() => postmaster.stop());
  return postmaster.connection;
}

/** A database of one's own may come up later than we do: wait a little, visibly. */
async function untilReachable(context: Context, config: Config): Promise<void> {
  const tries = 15;
  for (let left = tries; ; left--) {
    try {
      await context.database.pool.query('select 1');
      return;
    } catch (error) {
      if (!isUnavailable(error))
        throw new StartError(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`);
      if (left === 0) throw new StartError('The database cannot be reached. Is it running, and is DATABASE_URL right?');
      if (config.LOG_LEVEL !== 'silent')
        process.stderr.write(`The database does not answer yet; ${left * 2} s left …\n`);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }
}

async function listen(app: App, config: Config): Promise<{ server: Server; url: string }> {
  // Plain HTTP/1.1: TLS is the proxy's in front.
  const server = serve({ fetch: app.fetch, hostname: config.HOST, port: config.PORT }) as Server;
  server.keepAliveTimeout = 65_000;
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartError(`PORT: ${config.PORT} is taken by another program. Stop it, or choose another PORT.`);
    if (code === 'EACCES') throw new StartError(`PORT: this account may not listen on ${config.PORT}.`);
    throw new StartError(`HOST: cannot listen on ${config.HOST} (${code ?? String(error)})`);
  }
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  return { server, url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}` };
}

/** Stop accepting, let requests finish (at most 3 s), end the streams. */
async function closeDoor(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  closeAllStreams();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), 2_000);
  await closed;
  clearTimeout(cut);
}
