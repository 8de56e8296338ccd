import { isAdmin, type Actor } from '@tiffin/domain/people';
import type { Context } from '../context.ts';
import { versionText } from '../platform/db/safe-versions.ts';
import { migrationState } from '../platform/db/migrate.ts';
import type { ApiContext } from '../platform/http/api-context.ts';
import { mayReadMetrics } from '../platform/http/metrics.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import {
  describeUnread,
  readDatabaseLatency,
  readDatabaseVersion,
  readDiskState,
  readEventState,
  readJobState,
  readMessageState,
  readMissingStandbys,
  readPartnerState,
  readProblems,
} from './server-state.ts';

export const healthRoutes: readonly ImplementedCall[] = [
  implement('ping', async ({ context }) => ({ pong: true as const, timestamp: context.clock.now().toISOString() })),

  implement('healthCheck', async ({ context, actor, c }) => {
    const latency = await readDatabaseLatency(context);
    if (latency === null) {
      c.status(503);
      c.header('retry-after', '2');
    }
    const problems = latency === null ? [] : await readProblems(context);
    return {
      ...basicHealth(context, latency, problems),
      version: canSeeDetails(context, actor, c) ? context.version : undefined,
      database: latency === null ? ('down' as const) : ('up' as const),
    };
  }),

  implement('healthCheckAdvanced', async ({ context, actor, c }) => {
    const latency = await readDatabaseLatency(context);
    const isUp = latency !== null;
    if (!isUp) c.status(503);
    const operatorProblems = isUp
      ? await readProblems(context)
      : ['The database cannot be reached, or is read-only. Is it running, and is it the primary?'];
    const state = isUp ? ('up' as const) : ('down' as const);
    if (!canSeeDetails(context, actor, c)) {
      return { ...basicHealth(context, latency, operatorProblems), version: undefined, database: { state } };
    }
    const work = isUp ? await readWork(context).catch(describeUnread) : null;
    const version = isUp ? await readDatabaseVersion(context).catch(() => null) : null;
    const problems = typeof work === 'string' && operatorProblems.length === 0 ? [work] : operatorProblems;
    return {
      ...basicHealth(context, latency, problems),
      commit: context.commit,
      database: { state, latencyMs: latency, version: version === null ? undefined : versionText(version) },
      ...(work === null || typeof work === 'string' ? unreadWork(context) : work),
      disk: await readDiskState(context),
      problems: [...problems],
      providers: {
        payments: context.payments?.name ?? 'none',
        mail: context.mailer?.name ?? 'outbox',
        sms: context.sms?.name ?? 'outbox',
        pictures: context.pictureStore ? ('bucket' as const) : ('database' as const),
        social: [
          ...(context.config.GOOGLE_CLIENT_ID ? ['google'] : []),
          ...(context.config.FACEBOOK_CLIENT_ID ? ['facebook'] : []),
          ...(context.config.OIDC_ISSUER ? ['oidc'] : []),
        ],
      },
    };
  }),

  implement('getMetrics', async ({ context }) => ({ metrics: await context.metrics.report() })),

  implement('resetMetrics', ({ context }) => {
    context.metrics.reset(context.clock.now());
    return Promise.resolve({ since: context.metrics.since.toISOString() });
  }),
];

/** What waits in the database. Fails where a database answers but refuses a query, for example through a pooler. */
async function readWork(context: Context) {
  return {
    migrations: await migrationState(context.database.untyped),
    jobs: await readJobState(context),
    outbox: await readMessageState(context),
    events: await readEventState(context),
  };
}

function unreadWork({ metrics }: Context): Awaited<ReturnType<typeof readWork>> {
  return {
    migrations: { applied: 0, pending: 0 },
    jobs: { waiting: 0, failed: 0, lagSeconds: 0 },
    outbox: { waiting: 0, failed: 0 },
    events: { lagSeconds: 0, failedReactions: metrics.failedReactions },
  };
}

/**
 * Details are only for admins and for clients that may read the metrics; everyone else only learns whether the server
 * works.
 */
function canSeeDetails(context: Context, actor: Actor, c: ApiContext): boolean {
  return isAdmin(actor) || mayReadMetrics(c, context.config);
}

/** The Prometheus metrics that are measured on request. */
export async function readGauges(context: Context): Promise<Record<string, number>> {
  const [latency, disk] = await Promise.all([readDatabaseLatency(context), readDiskState(context)]);
  const sizes = [
    ['data_free_bytes', disk.freeBytes],
    ['database_free_bytes', disk.databaseFreeBytes],
    ['database_bytes', disk.databaseBytes],
  ] as const;
  const space = Object.fromEntries(sizes.flatMap(([name, bytes]) => (bytes === null ? [] : [[name, bytes] as const])));
  if (latency === null) return { database_up: 0, ...space };
  const [jobs, messages, events, missingStandbys, partners] = await Promise.all([
    readJobState(context),
    readMessageState(context),
    readEventState(context),
    readMissingStandbys(context),
    readPartnerState(context),
  ]);
  return {
    database_up: 1,
    ...space,
    database_latency_seconds: latency / 1_000,
    database_standbys_missing: missingStandbys,
    jobs_waiting: jobs.waiting,
    jobs_failed: jobs.failed,
    jobs_lag_seconds: jobs.lagSeconds,
    event_lag_seconds: events.lagSeconds,
    messages_waiting: messages.waiting,
    messages_failed: messages.failed,
    ...partners,
  };
}

function basicHealth(context: Context, latency: number | null, problems: readonly string[]) {
  const now = context.clock.now();
  return {
    status: latency === null || problems.length > 0 ? ('degraded' as const) : ('healthy' as const),
    version: context.version,
    uptime: Math.round((now.getTime() - context.startedAt.getTime()) / 1_000),
    timestamp: now.toISOString(),
  };
}
