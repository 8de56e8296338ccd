import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { countUnconfirmedTickets } from '../modules/kitchen/printers/printers.ts';
import { hasPicturesInStore } from '../modules/images/picture-files.ts';
import { POOLER_PROBLEM } from '../platform/db/check-database.ts';
import { updateAdvice } from '../platform/db/safe-versions.ts';
import { readReactionLag } from '../platform/events/reactions.ts';
import { jobs } from '../jobs.ts';
import { reactions } from '../reactions.ts';

/** Mails and figures that are later than this are a problem. */
const LATE_SECONDS = 300;
/** Notifications of the database arrive within milliseconds, so those missing for this long are a problem. */
const NOTIFICATIONS_MISSING_MS = 30_000;
/** Anyone may ask for the health, so the answer is read at most this often. */
const READ_PROBLEMS_EVERY_MS = 5_000;

const MB = 1024 * 1024;

/** Null while the database cannot be reached or cannot be written, as a standby. */
export async function readDatabaseLatency(context: Context): Promise<number | null> {
  const start = performance.now();
  try {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(context.db);
    return rows[0]?.isReadOnly === false ? Math.round((performance.now() - start) * 10) / 10 : null;
  } catch {
    return null;
  }
}

/** As PostgreSQL counts, such as 180004 for 18.4. */
export async function readDatabaseVersion({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Counts only jobs of this version; another may run beside it during an upgrade. */
export async function readJobState(context: Context) {
  const { rows } = await sql<{ waiting: number; failed: number; lag: number }>`
    select count(*) filter (where due_at <= now()) as waiting,
           count(*) filter (where failed) as failed,
           coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8 as lag
    from clocked_jobs where name = any(${jobs.map(({ name }) => name)}::text[])
  `.execute(context.db);
  return { waiting: rows[0]?.waiting ?? 0, failed: rows[0]?.failed ?? 0, lagSeconds: Math.round(rows[0]?.lag ?? 0) };
}

/** Messages that wait to be sent, and those that were given up. */
export async function readMessageState(context: Context) {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select (select count(*) from messages where status in ('queued', 'sending')) as waiting,
           (select count(*) from messages where status = 'failed') as failed
  `.execute(context.db);
  return { waiting: rows[0]?.waiting ?? 0, failed: rows[0]?.failed ?? 0 };
}

/**
 * What monitoring should know about mail servers, webhooks, printers, backups and the comparison with the card
 * provider. What never happened here is not a number, so that no alert compares it.
 */
export async function readPartnerState(context: Context): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number | null>>`
    select
      coalesce(extract(epoch from now - (select min(created_at) from messages
        where status in ('queued', 'sending') and (attempts > 0 or next_try_at <= now))), 0)::float8
        as message_wait_seconds,
      coalesce(extract(epoch from now - (select min(failing_since) from webhooks where is_active)), 0)::float8
        as webhook_failing_seconds,
      (select count(*) from webhooks where switched_off is not null) as webhooks_switched_off,
      (select extract(epoch from max(checked_at))::float8 from reconciliations) as reconciliation_timestamp_seconds,
      (select jsonb_array_length(differences) from reconciliations order by day desc, provider limit 1)
        as reconciliation_differences,
      (select extract(epoch from updated_at)::float8 from settings where key = 'backup') as backup_timestamp_seconds
    from (select ${context.clock.now()}::timestamptz as now) t`.execute(context.db);
  return {
    ...Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, value ?? NaN])),
    tickets_unconfirmed: await countUnconfirmedTickets(context),
  };
}

/** Events that wait for their reaction, and reactions that failed since the server started. */
export async function readEventState({ db, clock, metrics }: Context) {
  return {
    lagSeconds: await readReactionLag(db, clock.now(), reactions),
    failedReactions: metrics.failedReactions,
  };
}

/**
 * Free space of the data folder, and of the database if it is on this machine. The free space of another database
 * server cannot be read through it, so its size is reported.
 */
export async function readDiskState({ config, db }: Context) {
  const [free, databaseBytes] = await Promise.all([
    readFreeSpace(config),
    sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db).then(
      ({ rows }) => rows[0]?.bytes ?? null,
      () => null,
    ),
  ]);
  return { ...free, databaseBytes };
}

/** How many of the expected standbys do not follow the primary. */
export async function readMissingStandbys({ config, db }: Context): Promise<number> {
  if (config.DATABASE_STANDBYS === 0) return 0;
  // Without more rights the server sees only how many there are.
  const { rows } = await sql<{ standbys: number }>`
    select count(*)::int as standbys from pg_stat_replication where application_name <> 'pg_basebackup'`.execute(db);
  return Math.max(0, config.DATABASE_STANDBYS - (rows[0]?.standbys ?? 0));
}

async function readFreeSpace({ DATA_DIR, DATABASE_URL }: Context['config']) {
  const [freeBytes, databaseFreeBytes] = await Promise.all([
    readFreeBytes(DATA_DIR),
    DATABASE_URL ? null : readFreeBytes(path.join(DATA_DIR, 'postgres')),
  ]);
  return { freeBytes, databaseFreeBytes };
}

/** Null for a folder that does not exist. */
async function readFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

const lastProblems = new WeakMap<Context, { readonly at: number; readonly problems: Promise<readonly string[]> }>();

/** What an operator should look at while the server still works, in words. */
export function readProblems(context: Context): Promise<readonly string[]> {
  const last = lastProblems.get(context);
  if (last && performance.now() - last.at < READ_PROBLEMS_EVERY_MS) return last.problems;
  // What cannot be read is a problem, too: a pooler that was switched to transaction mode breaks prepared statements.
  const problems = findProblems(context).catch((error: unknown) => [describeUnread(error)]);
  lastProblems.set(context, { at: performance.now(), problems });
  return problems;
}

/** What to tell the operator when the state could not be read from the database. */
export function describeUnread(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'no reason given';
  return `The database does not answer the questions of the health: ${reason}. Is it running, and without a pooler in transaction mode?`;
}

async function findProblems(context: Context): Promise<readonly string[]> {
  const [{ freeBytes, databaseFreeBytes }, { lagSeconds }, pictureProblem, missingStandbys, databaseVersion] =
    await Promise.all([
      readFreeSpace(context.config),
      readEventState(context),
      findPictureProblem(context),
      readMissingStandbys(context),
      readDatabaseVersion(context),
    ]);
  // The server's own PostgreSQL cannot be upgraded without Tiffin, so it is named at the start only.
  const { production, DATABASE_URL } = context.config;
  const oldDatabase = production && DATABASE_URL ? updateAdvice(databaseVersion, { isOwn: false }) : null;
  const { MIN_FREE_MB, DATA_DIR } = context.config;
  const free = Math.min(freeBytes ?? Infinity, databaseFreeBytes ?? Infinity);
  return [
    ...(free < MIN_FREE_MB * MB
      ? [`Only ${Math.floor(free / MB)} MB are free for ${DATA_DIR}; MIN_FREE_MB is ${MIN_FREE_MB}. Free some space.`]
      : []),
    ...(context.events.notificationsMissingForMs > NOTIFICATIONS_MISSING_MS
      ? [`Notifications of the database do not arrive, so live events are late. ${POOLER_PROBLEM}`]
      : []),
    ...(lagSeconds > LATE_SECONDS
      ? [`Mails and figures are ${lagSeconds} seconds late. The log says why: search for "reactions".`]
      : []),
    ...(missingStandbys > 0
      ? [
          `Of ${context.config.DATABASE_STANDBYS} expected standbys of the database, ${missingStandbys} do not follow it. If its machine fails now, the latest orders may be lost. See “High availability” in docs/several-machines.md.`,
        ]
      : []),
    ...(pictureProblem === null ? [] : [pictureProblem]),
    ...(oldDatabase === null ? [] : [oldDatabase]),
  ];
}

async function findPictureProblem(context: Context): Promise<string | null> {
  if (context.pictureStore) return context.pictureStore.findProblem();
  return (await hasPicturesInStore(context))
    ? 'Some pictures are in a bucket, but S3_ENDPOINT is not set, so they are not shown.'
    : null;
}
