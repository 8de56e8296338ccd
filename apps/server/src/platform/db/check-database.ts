import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionConfig } from './connection.ts';
import { StartError } from './embedded/start-error.ts';

/** `unique nulls not distinct` exists since this version. The tests run on 18, and on 15 where it is installed. */
const MIN_VERSION = 15;
/** A notification of a busy database may take seconds. */
const NOTIFIED_WITHIN_MS = 3_000;
const ATTEMPTS = 2;

/** Refuses a database that the server cannot work with, before it writes anything. */
export async function checkDatabase(connection: ConnectionConfig): Promise<void> {
  const [listener, notifier] = [clientFor(connection), clientFor(connection)];
  try {
    await Promise.all([listener.connect(), notifier.connect()]);
    await requireVersion(notifier);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await receivesNotifications(listener, notifier)) return;
    }
    throw new StartError(POOLER_PROBLEM);
  } finally {
    await Promise.all([listener.end(), notifier.end()].map((ending) => ending.catch(() => undefined)));
  }
}

export const POOLER_PROBLEM =
  'DATABASE_URL: the connections do not keep their session. Probably a pooler in transaction mode is between the server and PostgreSQL (PgBouncer with pool_mode = transaction, port 6543 of Supabase, "pooled" addresses of Neon and others). Live events and the locks of scheduled jobs need sessions. Use the direct address of PostgreSQL, or set pool_mode = session for this database.';

function clientFor(connection: ConnectionConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, application_name: 'tiffin check', ...connection });
  client.on('error', () => undefined);
  return client;
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const problem = versionProblem(Number(rows[0]?.server_version_num));
  if (problem !== null) throw new StartError(problem);
}

/** Why the server cannot use this version; null if it can. */
export function versionProblem(versionNumber: number): string | null {
  const version = Math.floor(versionNumber / 10_000);
  return version < MIN_VERSION
    ? `DATABASE_URL: this is PostgreSQL ${version}. Tiffin needs PostgreSQL ${MIN_VERSION} or newer. Upgrade it, or restore a backup into a newer one.`
    : null;
}

/**
 * In transaction mode a pooler gives every statement another session, and notifications of the session that listens
 * never arrive. Nothing else is sent on the listening connection, because its next statement could receive them.
 */
async function receivesNotifications(listener: pg.Client, notifier: pg.Client): Promise<boolean> {
  const channel = `tiffin_check_${randomUUID().replaceAll('-', '')}`;
  let stopWaiting = () => {};
  const arrived = new Promise<boolean>((resolve) => {
    const receive = (notification: pg.Notification) => {
      if (notification.channel === channel) resolve(true);
    };
    listener.on('notification', receive);
    stopWaiting = () => listener.off('notification', receive);
  });
  await listener.query(`listen ${channel}`);
  await notifier.query(`notify ${channel}`);
  // The timer keeps the process alive if both connections break meanwhile.
  const timer = new AbortController();
  const hasArrived = await Promise.race([
    arrived,
    pause(NOTIFIED_WITHIN_MS, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  stopWaiting();
  return hasArrived;
}
