import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../db/connection.ts';
import { loop, type Loop } from './worker.ts';

/** Work that comes round by the clock; with several copies of the server each time is seen to by one of them. */
export interface Job {
  /** Names its row: whoever takes a job away or renames it drops the row in a migration. */
  readonly name: string;
  /** In seconds: so often, and so long after midnight in UTC. Both count from there. */
  readonly every: number;
  readonly at?: number;
  /** Also when a server has started: what a kill left over is finished then. */
  readonly atStart?: boolean;
  /** May be begun again: after a kill or a failure it is. */
  run(context: Context): Promise<unknown>;
}

/** While another copy is at it. */
const LOOK_AGAIN_MS = 5_000;
/** A failed one is not asked for again at once, but does not wait for the next day either. */
const TRY_AGAIN_SECONDS = 60;

/**
 * A job is due until it was done: a time that passed while no server was there is made up for once, and
 * what was killed in the middle is begun again by whoever looks next.
 */
export function startJob(context: Context, job: Job): Loop {
  let isDueAnyway = job.atStart ?? false;
  return loop(context.log, job.name, async () => {
    const { waitMs } = await look(context, job, isDueAnyway);
    isDueAnyway = false;
    if (waitMs > 0) return waitMs;
    return (await alone(context.database, job.name, () => runIfDue(context, job))) ? 0 : LOOK_AGAIN_MS;
  });
}

async function runIfDue(context: Context, job: Job): Promise<void> {
  const { waitMs, now } = await look(context, job);
  if (waitMs > 0) return; // done by another copy while we asked for the lock
  let failed = true;
  try {
    await job.run(context);
    failed = false;
  } finally {
    // Whoever made it due since we began is not overruled.
    const soon = sql`least(${nextAfter(now, job)}, now() + make_interval(secs => ${TRY_AGAIN_SECONDS}))`;
    await sql`
      update clocked_jobs set failed = ${failed}, due_at = ${failed ? soon : nextAfter(now, job)}
      where name = ${job.name} and due_at <= ${now}::timestamptz
    `.execute(context.db);
  }
}

interface Look {
  readonly waitMs: number;
  /** By the database's clock, which is one for all copies. */
  readonly now: string;
}

/** How long until it is due. A job that is new is due at its next time, and so is one that comes more often than it did. */
async function look({ db }: Context, job: Job, isDueAnyway = false): Promise<Look> {
  const dueAt = isDueAnyway ? sql`now()` : nextAfter(sql`now()`, job);
  const sooner = isDueAnyway ? dueAt : sql`least(j.due_at, excluded.due_at)`;
  const { rows } = await sql<Look>`
    insert into clocked_jobs as j (name, due_at) values (${job.name}, ${dueAt})
    on conflict (name) do update set due_at = ${sooner}
    returning extract(epoch from due_at - now())::float8 * 1000 as "waitMs", now()::text as now
  `.execute(db);
  return rows[0] as Look;
}

function nextAfter(instant: string | RawBuilder<unknown>, { every, at = 0 }: Job): RawBuilder<unknown> {
  const passed = sql`floor((extract(epoch from ${instant}::timestamptz) - ${at}) / ${every})`;
  return sql`to_timestamp((${passed} + 1) * ${every} + ${at})`;
}

/**
 * Does it while no other copy does; answers whether it could. A copy that dies lets go of it with its
 * connection, one whose cable was pulled out within a minute.
 */
async function alone({ locks }: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  const lock = [`job ${name}`];
  const { rows } = await locks.query<{ taken: boolean }>(
    `select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
            pg_try_advisory_lock(hashtextextended($1, 0)) as taken`,
    lock,
  );
  if (!rows[0]?.taken) return false;
  try {
    await work();
  } finally {
    await locks.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock).catch(() => undefined); // gone with its connection
  }
  return true;
}
