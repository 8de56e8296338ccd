import { statfs } from 'node:fs/promises';
import { getMetrics, healthCheck, healthCheckAdvanced, ping, resetMetrics } from '@tiffin/contract/health';
import { isAdmin, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { migrationState } from '../platform/db/migrate.ts';
import type { ApiContext } from '../platform/http/api-context.ts';
import { mayReadMetrics } from '../platform/http/metrics.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

export const healthRoutes: readonly ImplementedCall[] = [
  implement(ping, ({ context }) =>
    Promise.resolve({ pong: true as const, timestamp: context.clock.now().toISOString() }),
  ),

  implement(healthCheck, async ({ context, actor, c }) => {
    const latency = await databaseLatency(context);
    if (latency === null) {
      c.status(503);
      c.header('retry-after', '2');
    }
    const { version, ...health } = basicHealth(context, latency);
    const more = canSeeDetails(context, actor, c) ? { version } : {};
    return { ...health, ...more, database: latency === null ? ('down' as const) : ('up' as const) };
  }),

  implement(healthCheckAdvanced, async ({ context, actor, c }) => {
    const latency = await databaseLatency(context);
    const up = latency !== null;
    if (!up) c.status(503);
    const { version, ...health } = basicHealth(context, latency);
    const state = up ? ('up' as const) : ('down' as const);
    if (!canSeeDetails(context, actor, c)) return { ...health, database: { state } };
    return {
      ...health,
      version,
      database: { state, latencyMs: latency },
      migrations: up ? await migrationState(context.database.untyped) : { applied: 0, pending: 0 },
      jobs: up ? await readJobState(context) : { waiting: 0, failed: 0, lagSeconds: 0 },
      outbox: up ? await readMessageState(context) : { waiting: 0, failed: 0 },
      disk: { freeBytes: await readFreeBytes(context) },
      providers: {
        payments: context.payments?.name ?? 'none',
        mail: context.mailer?.name ?? 'outbox',
        sms: context.sms?.name ?? 'outbox',
        social: [
          ...(context.config.GOOGLE_CLIENT_ID ? ['google'] : []),
          ...(context.config.FACEBOOK_CLIENT_ID ? ['facebook'] : []),
        ],
      },
    };
  }),

  implement(getMetrics, async ({ context }) => ({ metrics: await context.metrics.report() })),

  implement(resetMetrics, ({ context }) => {
    context.metrics.reset(context.clock.now());
    return Promise.resolve({ since: context.metrics.since.toISOString() });
  }),
];

/**
 * Details are only for admins and for clients that may read the metrics; everyone else only learns whether the server
 * works.
 */
function canSeeDetails(context: Context, actor: Actor, c: ApiContext): boolean {
  return isAdmin(actor) || mayReadMetrics(c, context.config);
}

/** The Prometheus metrics that are measured on request. */
export async function readGauges(context: Context): Promise<Record<string, number>> {
  const latency = await databaseLatency(context);
  if (latency === null) return { database_up: 0 };
  const [jobs, messages] = await Promise.all([readJobState(context), readMessageState(context)]);
  return {
    database_up: 1,
    database_latency_seconds: latency / 1_000,
    jobs_waiting: jobs.waiting,
    jobs_failed: jobs.failed,
    jobs_lag_seconds: jobs.lagSeconds,
    messages_waiting: messages.waiting,
    messages_failed: messages.failed,
  };
}

function basicHealth(context: Context, latency: number | null) {
  const now = context.clock.now();
  return {
    status: latency === null ? ('degraded' as const) : ('healthy' as const),
    version: context.version,
    uptime: Math.round((now.getTime() - context.startedAt.getTime()) / 1_000),
    timestamp: now.toISOString(),
  };
}

async function databaseLatency(context: Context): Promise<number | null> {
  const start = performance.now();
  try {
    await sql`select 1`.execute(context.db);
    return Math.round((performance.now() - start) * 10) / 10;
  } catch {
    return null;
  }
}

async function readJobState(context: Context) {
  const { rows } = await sql<{ waiting: number; failed: number; lag: number }>`
    select count(*) filter (where due_at <= now()) as waiting,
           count(*) filter (where failed) as failed,
           coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as lag
    from clocked_jobs
  `.execute(context.db);
  return { waiting: rows[0]?.waiting ?? 0, failed: rows[0]?.failed ?? 0, lagSeconds: Math.round(rows[0]?.lag ?? 0) };
}

async function readMessageState(context: Context) {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select (select count(*) from messages where status in ('queued', 'sending')) as waiting,
           (select count(*) from messages where status = 'failed') as failed
  `.execute(context.db);
  return { waiting: rows[0]?.waiting ?? 0, failed: rows[0]?.failed ?? 0 };
}

async function readFreeBytes(context: Context): Promise<number | null> {
  try {
    const disk = await statfs(context.config.DATA_DIR);
    return disk.bavail * disk.bsize;
  } catch {
    return null;
  }
}
