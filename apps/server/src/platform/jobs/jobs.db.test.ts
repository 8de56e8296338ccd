import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { createLog } from '../../create-context.ts';
import { openDatabase } from '../db/connection.ts';
import { LockLost, runWithLock } from '../db/job-lock.ts';
import { jobs } from '../../jobs.ts';
import { testServer } from '../../testing/server.ts';
import { startJob, type Job } from './jobs.ts';
import { startLoop } from './worker.ts';

const MINUTE = 60;
const DAY = 86_400;

const { context } = await testServer({ demo: false });
const lines: string[] = [];
const log = createLog({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) });
/** Another server on the same database. */
function copy(): Context {
  const database = openDatabase(context.database.connection, () => undefined);
  afterAll(() => database.close());
  return { ...context, log, database, db: database.db };
}

const one = copy();
const other = copy();

beforeEach(async () => {
  lines.length = 0;
  await context.db.deleteFrom('clocked_jobs').execute();
});

/** A job that counts its runs. `work` runs each time. */
function counted(every: number, work: (run: number) => Promise<void> = async () => undefined, more: Partial<Job> = {}) {
  const counts = { runs: 0 };
  const job: Job = { name: 'counted', every, ...more, run: () => work(++counts.runs) };
  return { job, counts };
}

/** Runs the job once if it is due. */
async function look(at: Context, job: Job): Promise<void> {
  await startJob(at, job).stop();
}

/** Makes the job due since this time, as if no server had run. */
async function comesDue(ago = '1 second'): Promise<void> {
  await sql`
    insert into clocked_jobs (name, due_at) values ('counted', now() - ${ago}::interval)
    on conflict (name) do update set due_at = excluded.due_at
  `.execute(context.db);
}

async function row() {
  const { rows } = await sql<{ failed: boolean; inSeconds: number; time: string }>`
    select failed, extract(epoch from due_at - now())::float8 as "inSeconds",
           to_char(due_at at time zone 'UTC', 'HH24:MI:SS') as time
    from clocked_jobs where name = 'counted'
  `.execute(context.db);
  const [found] = rows;
  if (!found) throw new Error('the job is not planned');
  return found;
}

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

test('a new job waits for its first time, in UTC', async () => {
  const { job, counts } = counted(DAY, undefined, { offsetSeconds: (8 * 60 + 25) * MINUTE });
  await look(one, job);
  expect(counts.runs).toBe(0);
  const { inSeconds, time } = await row();
  expect(time).toBe('08:25:00');
  expect(inSeconds).toBeGreaterThan(0);
  expect(inSeconds).toBeLessThanOrEqual(DAY);
});

test('a job whose interval becomes shorter does not wait for its earlier time', async () => {
  await look(one, counted(DAY).job);
  await look(one, counted(MINUTE).job);
  expect((await row()).inSeconds).toBeLessThanOrEqual(MINUTE);
});

test('only one server runs a job at a time, and the others do not repeat it', async () => {
  const [started, done] = [gate(), gate()];
  const { job, counts } = counted(DAY, async () => {
    started.open();
    await done.opened;
  });
  await comesDue();
  const working = startJob(one, job);
  await started.opened;
  await look(other, job);
  expect(counts.runs).toBe(1);
  done.open();
  await working.stop();
  await look(other, job);
  expect(counts.runs).toBe(1);
  expect(lines).toEqual([]);
});

const more = [copy(), copy(), copy()];

test('many servers that find a due job simultaneously run it once', async () => {
  const { job, counts } = counted(DAY);
  await comesDue();
  await Promise.all([one, other, ...more].map((each) => look(each, job)));
  expect(counts.runs).toBe(1);
});

test('stopping waits for the running job', async () => {
  const [started, done] = [gate(), gate()];
  let isOver = false;
  const { job } = counted(DAY, async () => {
    started.open();
    await done.opened;
    await context.database.pool.query('select 1');
    isOver = true;
  });
  await comesDue();
  const working = startJob(one, job);
  await started.opened;
  const stopping = working.stop();
  done.open();
  await stopping;
  expect(isOver).toBe(true);
  expect((await row()).inSeconds).toBeGreaterThan(0);
});

test('times missed without a running server are made up for once', async () => {
  const { job, counts } = counted(MINUTE);
  await comesDue('3 days');
  await look(one, job);
  expect(counts.runs).toBe(1);
  const { inSeconds } = await row();
  expect(inSeconds).toBeLessThanOrEqual(MINUTE);
  await comesDue('-30 seconds');
  await look(one, job);
  await look(other, job);
  expect(counts.runs).toBe(1);
});

test('a job whose server dies is started again by the next server', async () => {
  const [started, done] = [gate(), gate()];
  const { job, counts } = counted(DAY, async (run) => {
    if (run > 1) return;
    started.open();
    await done.opened;
  });
  await comesDue();
  const dying = startJob(one, job);
  await started.opened;
  const { rows } = await one.database.locks.query<{ pid: number }>('select pg_backend_pid() as pid');
  await context.database.pool.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
  await look(other, job);
  expect(counts.runs).toBe(2);
  done.open();
  await dying.stop();
  // The connection for locks reconnects automatically.
  await comesDue();
  await look(one, job);
  expect(counts.runs).toBe(3);
});

test('a failed job is logged and counted, and retried within a minute', async () => {
  const { job, counts } = counted(DAY, async (run) => {
    if (run === 1) throw new Error('the provider is away');
  });
  await comesDue();
  await look(one, job);
  const { failed, inSeconds } = await row();
  expect(failed).toBe(true);
  expect(inSeconds).toBeGreaterThan(0);
  expect(inSeconds).toBeLessThanOrEqual(MINUTE);
  expect(lines).toEqual([
    expect.stringMatching(/"loop":"counted".*the provider is away|the provider is away.*"loop":"counted"/),
  ]);
  await look(other, job);
  expect(counts.runs).toBe(1);
  await comesDue();
  await look(other, job);
  expect(counts.runs).toBe(2);
  expect((await row()).failed).toBe(false);
  expect(lines).toHaveLength(1);
});

test('a server that starts during a start-up job makes it run once more', async () => {
  const [started, done] = [gate(), gate()];
  const { job, counts } = counted(
    DAY,
    async () => {
      started.open();
      await done.opened;
    },
    { atStart: true },
  );
  const working = startJob(one, job);
  await started.opened;
  await look(other, job);
  expect(counts.runs).toBe(1);
  done.open();
  await working.stop();
  expect((await row()).inSeconds).toBeLessThanOrEqual(0);
  await look(other, { ...job, atStart: false });
  expect(counts.runs).toBe(2);
});

test('every job has a unique name and a time within its interval', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  for (const { every, offsetSeconds = 0 } of jobs) expect(offsetSeconds).toBeLessThan(every);
});

test('a job that lost its lock can change nothing more while another server runs it', async () => {
  const [started, lost] = [gate(), gate()];
  const attempts: unknown[] = [];
  let rounds = 0;
  const loop = startLoop(log, 'woken by the job', async () => {
    await sql`select 1`.execute(one.db);
    rounds++;
    return rounds === 1 ? Infinity : 5;
  });
  await expect.poll(() => rounds).toBe(1);
  const { job, counts } = counted(DAY, async (run) => {
    if (run > 1) return;
    loop.wake();
    started.open();
    await lost.opened;
    await one.db
      .deleteFrom('clocked_jobs')
      .execute()
      .catch((error: unknown) => attempts.push(error));
    await one.db
      .transaction()
      .execute(async () => undefined)
      .catch((error: unknown) => attempts.push(error));
  });
  await comesDue();
  const first = startJob(one, job);
  await started.opened;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and granted
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended('job counted', 0)
  `.execute(context.db);
  expect(rows).toHaveLength(1);
  const removed = new Promise((resolve) => one.database.locks.once('remove', resolve));
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(context.db);
  await removed;
  await look(other, job);
  expect(counts.runs).toBe(2);
  const roundsBefore = rounds;
  await expect.poll(() => rounds).toBeGreaterThan(roundsBefore + 2);
  await loop.stop();
  lost.open();
  await first.stop();
  expect(attempts).toEqual([expect.any(LockLost), expect.any(LockLost)]);
  // The second run planned the next one; the first did not overwrite it.
  expect(await row()).toMatchObject({ failed: false });
  expect(counts.runs).toBe(2);
});

test('twelve jobs that are due at once all run, and the log has no warning of Node', async () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  try {
    const names = Array.from({ length: 12 }, (_, number) => `job ${number}`);
    const ran = await Promise.all(names.map((name) => runWithLock(one.database.locks, name, async () => undefined)));
    expect(ran).toEqual(names.map(() => true));
    expect(warned).not.toHaveBeenCalled();
  } finally {
    process.off('warning', warned);
  }
});
