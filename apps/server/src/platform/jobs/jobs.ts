import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import { runWithLock } from '../db/job-lock.ts';
import { startLoop, type Loop } from './worker.ts';

/** Scheduled work. With several copies of the server, one runs each due time. */
export interface Job {
  readonly name: string;
  /** The period in seconds, counted from midnight UTC plus the offset. */
  readonly every: number;
  readonly offsetSeconds?: number;
  /** Also runs at start, to finish what a crash interrupted. */
  readonly atStart?: boolean;
  /** Must tolerate running twice: after a crash or a failure it is started again. */
  run(context: Context): Promise<unknown>;
}

/** The pause while another copy runs the job. */
const LOOK_AGAIN_MS = 5_000;
/** A failed job is retried soon, but not at once. */
const TRY_AGAIN_SECONDS = 60;

/**
 * A job stays due until it is done. A time that passed while no server was running is made up for once, and an
 * interrupted job is started again by the next copy that looks.
 */
export function startJob(context: Context, job: Job): Loop {
  let isDueNow = job.atStart ?? false;
  return startLoop(context.log, job.name, async () => {
    const { waitMs } = await readDueTime(context, job, isDueNow);
    isDueNow = false;
    if (waitMs > 0) return waitMs;
    const ran = await runWithLock(context.database.locks, `job ${job.name}`, () => runIfDue(context, job));
    return ran ? 0 : LOOK_AGAIN_MS;
  });
}

async function runIfDue(context: Context, job: Job): Promise<void> {
  const { waitMs, now } = await readDueTime(context, job);
  if (waitMs > 0) return; // another copy did it while we waited for the lock
  let failed = true;
  try {
    await job.run(context);
    failed = false;
  } finally {
    // Do not overwrite a due time that was set meanwhile.
    const soon = sql`least(${nextAfter(now, job)}, now() + make_interval(secs => ${TRY_AGAIN_SECONDS}))`;
    await sql`
      update clocked_jobs set failed = ${failed}, due_at = ${failed ? soon : nextAfter(now, job)}
      where name = ${job.name} and due_at <= ${now}::timestamptz
    `.execute(context.db);
  }
}

interface DueTime {
  readonly waitMs: number;
  /** The database's clock, which all copies share. */
  readonly now: string;
}

/** How long until the job is due. A new job, or one with a shorter period, is due at its next time. */
async function readDueTime({ db }: Context, job: Job, isDueNow = false): Promise<DueTime> {
  const dueAt = isDueNow ? sql`now()` : nextAfter(sql`now()`, job);
  const sooner = isDueNow ? dueAt : sql`least(j.due_at, excluded.due_at)`;
  const { rows } = await sql<DueTime>`
    insert into clocked_jobs as j (name, due_at) values (${job.name}, ${dueAt})
    on conflict (name) do update set due_at = ${sooner}
    returning extract(epoch from due_at - now())::float8 * 1000 as "waitMs", now()::text as now
  `.execute(db);
  // the statement returns the row in every case
  return rows[0] as DueTime;
}

/** The first regular time of the job after an instant. */
function nextAfter(instant: string | RawBuilder<unknown>, { every, offsetSeconds = 0 }: Job): RawBuilder<unknown> {
  const passed = sql`floor((extract(epoch from ${instant}::timestamptz) - ${offsetSeconds}) / ${every})`;
  return sql`to_timestamp((${passed} + 1) * ${every} + ${offsetSeconds})`;
}
