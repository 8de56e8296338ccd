import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve, type HttpBindings } from '@hono/node-server';
import { messengersFrom } from './adapters/messages/messengers.ts';
import { createApp } from './app.ts';
import type { Handler } from './http/api-context.ts';
import { authSecret } from './auth/secret.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createContext, createLog, dataDir, type Replaceable } from './create-context.ts';
import type { Connection } from './db/connection.ts';
import { isUnavailable } from './db/connection.ts';
import { StartError, type Postmaster } from './db/embedded/postmaster.ts';
import { startPostmaster } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { noDemoInProduction } from './demo/not-in-production.ts';
import { layDemo } from './demo/lay.ts';
import { closeAllStreams } from './events/stream.ts';
import { Reactions } from './events/reactions.ts';
import { Jobs } from './jobs/jobs.ts';
import { firstAdmin } from './modules/people/first-admin.ts';
import { Courier } from './modules/messages/courier.ts';
import { addDefaultCategories } from './modules/menu/add-category.ts';
import { transaction } from './db/transaction.ts';
import { PushRound } from './modules/push/push-round.ts';
import { reactions } from './reactions.ts';
import { loadPages, type Pages } from './web/pages.ts';
import { Postman, postTo } from './adapters/payment/sandbox/postman.ts';
import { Sandbox } from './adapters/payment/sandbox/sandbox.ts';

export interface Running {
  readonly url: string;
  readonly context: Context;
  stop(): Promise<void>;
}

/** Everything in order: database, schema, first data, readers and jobs, then the door opens. */
export async function startServer(
  config: Config,
  replace: Replaceable & { readonly pages?: boolean; readonly postmaster?: Promise<Postmaster> } = {},
): Promise<Running> {
  const log = replace.log ?? createLog(config);
  const closers: Array<() => Promise<void>> = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.warn({ err: error }, 'closing'));
  };
  try {
    const connection = await reachDatabase(config, replace.postmaster, closers);
    const messengers = await messengersFrom(config);
    const context = await createContext(config, connection, { ...messengers, ...replace, log });
    closers.push(() => context.database.close());
    closers.push(() => Promise.resolve(messengers.mailer?.close?.()));
    // The pages are read in while the database is made ready.
    const pagesReady = replace.pages === false ? null : pagesFor(config, context);
    pagesReady?.catch(() => undefined); // told where it is awaited
    await untilReachable(context, config);
    await migrate(context.database.untyped);
    await transaction(context.db, addDefaultCategories);
    if (config.demo) await layDemo(context);
    if (config.production) await noDemoInProduction(context.db);
    await firstAdmin(context);

    await context.events.start();
    closers.push(() => context.events.stop());
    const following = new Reactions(context, reactions);
    following.start();
    closers.push(() => following.stop());
    const courier = new Courier(context);
    courier.start();
    closers.push(() => courier.stop());
    const pushRound = new PushRound(context);
    pushRound.start();
    closers.push(() => pushRound.stop());

    const secret = authSecret(config.AUTH_SECRET, dataDir(config));
    const pages = await pagesReady;
    if (pages) closers.push(() => pages.stop());
    const handler = createApp(context, { secret, ...(pages && { pages: pages.answer }) });
    const { server, url } = await listen(handler, config);
    if (context.payments instanceof Sandbox) {
      const postman = new Postman(context.payments, context.db, context.clock, postTo(url));
      postman.start();
      closers.push(() => postman.stop());
    }
    const jobs = new Jobs(context);
    closers.push(() => jobs.stop());
    // Nobody waits for the jobs' own tables: the door is open already.
    const jobsReady = jobs.start().catch((error: unknown) => log.error({ err: error }, 'jobs could not be started'));
    closers.push(() => jobsReady);
    closers.push(() => closeDoor(server));
    return { url, context, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Vite is there only for development: production never loads it. */
async function pagesFor(config: Config, context: Context): Promise<Pages> {
  if (!config.DEV) return loadPages(context);
  const { loadDevPages } = await import('./web/dev.ts');
  return loadDevPages(context);
}

async function reachDatabase(
  config: Config,
  begun: Promise<Postmaster> | undefined,
  closers: Array<() => Promise<void>>,
): Promise<Connection> {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL };
  const postmaster = await (begun ?? startPostmaster(config));
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

async function listen(handler: Handler, config: Config): Promise<{ server: Server; url: string }> {
  // Plain HTTP/1.1: TLS is the proxy's in front.
  const fetch = (request: Request, bindings: unknown) => handler(request, bindings as HttpBindings);
  const server = serve({ fetch, hostname: config.HOST, port: config.PORT }) as Server;
  server.keepAliveTimeout = 65_000;
  // Ten megabytes in a minute: who is slower holds them in our memory.
  server.requestTimeout = 60_000;
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
