import { setTimeout as pause } from 'node:timers/promises';
import { createMessageSenders } from './adapters/messages/messengers.ts';
import { createApp, type AppParts } from './app.ts';
import { startListening } from './platform/http/listeners.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Handler } from './platform/http/api-context.ts';
import { createContext, createLog, type ContextOverrides } from './create-context.ts';
import { checkDatabase } from './platform/db/check-database.ts';
import { type ConnectionConfig, isDatabaseUnavailable } from './platform/db/connection.ts';
import type { Postmaster } from './platform/db/embedded/postmaster.ts';
import { StartError } from './platform/db/embedded/start-error.ts';
import { startPostmaster } from './platform/db/embedded/start.ts';
import { updateAdvice } from './platform/db/safe-versions.ts';
import { readDatabaseVersion } from './api/server-state.ts';
import { migrate } from './platform/db/migrate.ts';
import { refuseDemoInProduction } from './operations/demo/refuse-demo-in-production.ts';
import { writeDemo } from './operations/demo/create-demo.ts';
import { writeOpenOrders } from './operations/demo/create-open-orders.ts';
import { startLoop, type Loop } from './platform/jobs/worker.ts';
import { startJob } from './platform/jobs/jobs.ts';
import { startReactions } from './platform/events/reactions.ts';
import { followRestaurant } from './modules/locations/follow-restaurant.ts';
import { jobs } from './jobs.ts';
import { grantGracePeriods } from './modules/locations/grant-grace-periods.ts';
import { renewSecondFactors } from './platform/auth/library-secrets.ts';
import { ensureFirstAdmin } from './modules/people/add-person.ts';
import { deliverMessages } from './modules/outbox/deliver-messages.ts';
import { releaseBatches } from './modules/messages/mailings/release-batches.ts';
import { deliverNotices } from './modules/messages/notices/push/deliver-notices.ts';
import { startWebhooks } from './modules/webhooks/deliver-webhooks.ts';
import { reactions } from './reactions.ts';
import { loadPages, type Pages } from './web/pages.ts';
import type { PostEvent } from './adapters/payment/gateway.ts';

const POLL_INTERVAL_MS = 1_000;
const STOP_WITHIN_MS = 3_500;
/** How long the start waits for an external database. */
const DATABASE_WAIT_S = 30;
const DATABASE_RETRY_S = 2;

/** A started server. `stop` ends its work and closes the database. */
export interface RunningServer {
  readonly url: string;
  readonly context: Context;
  stop(): Promise<void>;
}

/** Starts the parts in order: database, schema, initial data, event log, listener, background work. */
export async function startServer(
  config: Config,
  replace: ContextOverrides & { readonly pages?: boolean; readonly postmaster?: Promise<Postmaster> } = {},
): Promise<RunningServer> {
  const log = replace.log ?? createLog(config);
  const closers: Array<() => Promise<void>> = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed())
      await close().catch((error: unknown) => log.warn({ err: error }, 'closing'));
  };
  try {
    const connection = await reachDatabase(config, replace.postmaster, closers);
    const messengers = await createMessageSenders(config);
    const context = await createContext(config, connection, { ...messengers, ...replace, log });
    closers.push(() => context.database.close());
    closers.push(() => context.failures.flush());
    closers.push(() => Promise.resolve(messengers.mailer?.close?.()));
    // Loads the pages while the database starts.
    const pagesReady = replace.pages === false ? null : pagesFor(config, context);
    pagesReady?.catch(() => undefined); // The error is thrown where the promise is awaited.
    await untilReachable(context, config);
    if (config.DATABASE_URL) await checkDatabase(connection);
    const advice = updateAdvice(await readDatabaseVersion(context), { isOwn: !config.DATABASE_URL });
    if (advice !== null) log.warn(advice);
    await migrate(context.database.untyped, {
      warn: (words) => log.warn(words),
      info: (words) => log.info(words),
    });
    if (config.demo && (await writeDemo(context)) && config.hasOpenDemoOrders) await writeOpenOrders(context);
    if (config.production) await refuseDemoInProduction(context.db);
    await ensureFirstAdmin(context);
    await grantGracePeriods(context);
    await renewSecondFactors(context);

    await context.events.start();
    closers.push(() => context.events.stop());
    await followRestaurant(context);

    const pages = await pagesReady;
    if (pages) closers.push(() => pages.stop());
    const handler = createApp(context, { pages: pages?.answer, wrapHandler: await responseChecks(config) });
    const { url, close } = await startListening(handler, config);
    const work = startWork(context, createEventPoster(context, handler, url));
    closers.push(() => Promise.all([stopWork(work), close()]).then(() => undefined));
    return { url, context, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Starts the background work, which runs in every copy of the server. Locks prevent duplicate work. */
function startWork(context: Context, post: PostEvent): Loop[] {
  const { log, payments } = context;
  /** Delivers waiting messages batch by batch. */
  const startDelivery = (name: string, deliver: () => Promise<number>) =>
    startLoop(log, name, async () => ((await deliver()) > 0 ? 0 : POLL_INTERVAL_MS));
  const work = [
    startReactions(context, reactions),
    // Mail and texts have separate loops, so that a slow provider does not delay the other.
    startDelivery('mail', async () => {
      await releaseBatches(context);
      return deliverMessages(context, { channel: 'mail' });
    }),
    startDelivery('texts', () => deliverMessages(context, { channel: 'sms' })),
    startDelivery('notices', () => deliverNotices(context)),
    startWebhooks(context),
    ...jobs.map((job) => startJob(context, job)),
  ];
  const { ownEvents } = payments ?? {};
  if (!ownEvents) return work;
  // An event that is queued meanwhile wakes the loop, so after a single one no other is due.
  const delivery = startDelivery('payment events', async () => (await ownEvents.deliver(post)) - 1);
  ownEvents.queue.onEvent = () => delivery.wake();
  return [...work, delivery];
}

/** Posts events of the card provider to the server's own handler within this process. */
function createEventPoster({ payments }: Context, handler: Handler, url: string): PostEvent {
  return async (body, headers) => {
    const event = new Request(`${url}/api/webhooks/${payments?.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return (await handler(event)).status;
  };
}

/** Work that hangs must not prevent closing the database. */
async function stopWork(work: readonly Loop[]): Promise<void> {
  const timeout = pause(STOP_WITHIN_MS, undefined, { ref: false });
  await Promise.race([Promise.all(work.map((each) => each.stop())), timeout]);
}

/** Vite is imported only in development. */
async function pagesFor(config: Config, context: Context): Promise<Pages> {
  if (!config.DEV) return loadPages(context);
  const { loadDevPages } = await import('./web/dev.ts');
  return loadDevPages(context);
}

/** The contract check is imported only for tests. */
async function responseChecks(config: Config): Promise<AppParts['wrapHandler']> {
  return config.CHECK_ANSWERS ? (await import('./testing/check-responses.ts')).checkResponses : undefined;
}

async function reachDatabase(
  config: Config,
  starting: Promise<Postmaster> | undefined,
  closers: Array<() => Promise<void>>,
): Promise<ConnectionConfig> {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL };
  const postmaster = await (starting ?? startPostmaster(config));
  closers.push(() => postmaster.stop());
  return postmaster.connection;
}

/** An external database may start later than the server, or have no primary yet, so wait a while and log it. */
async function untilReachable(context: Context, config: Config): Promise<void> {
  for (let secondsLeft = DATABASE_WAIT_S; ; secondsLeft -= DATABASE_RETRY_S) {
    const problem = await findDatabaseProblem(context);
    if (problem === null) return;
    if (secondsLeft <= 0) throw new StartError(problem);
    if (config.LOG_LEVEL !== 'silent')
      process.stderr.write(`The database does not answer yet, or is read-only; ${secondsLeft} s left …\n`);
    await pause(DATABASE_RETRY_S * 1_000);
  }
}

/** Why the database cannot be used yet. Throws when waiting does not help. */
async function findDatabaseProblem({ database }: Context): Promise<string | null> {
  try {
    const { rows } = await database.pool.query<{ read_only: boolean }>(
      `select current_setting('transaction_read_only')::boolean as read_only`,
    );
    return rows[0]?.read_only ? READ_ONLY_DATABASE : null;
  } catch (error) {
    if (isDatabaseUnavailable(error))
      return 'The database cannot be reached. Is it running, and is DATABASE_URL right?';
    throw new StartError(`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const READ_ONLY_DATABASE =
  'DATABASE_URL: this PostgreSQL is read-only. Probably it is a standby. Give the address of the primary, or of a proxy that finds it.';
