import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** Work under an advisory lock. The lock ends with its connection, and another copy may take it then. */
const lockOfWork = new AsyncLocalStorage<{ isActive: boolean }>();

/** Thrown when work goes on although its lock ended: another copy may be doing the same work. */
export class LockLost extends Error {
  override name = 'LockLost';

  constructor() {
    super('the connection with the lock of this work broke; another copy of the server may do it now');
  }
}

/** For loops that a job wakes, and batches that it shares with requests: they continue when its lock is lost. */
export function runOutsideLock<T>(work: () => T): T {
  return lockOfWork.run({ isActive: true }, work);
}

/** Throws if the current work has lost its lock. */
export function requireActiveLock(): void {
  if (lockOfWork.getStore()?.isActive === false) throw new LockLost();
}

/**
 * Runs work that only one copy of the server may do at a time; returns whether it ran. When the connection with the lock
 * breaks, the work gets no connection of the pool any more, so it cannot run beside its successor. The lock of a dead
 * copy ends with its connection, at the latest after a minute.
 */
export async function runWithLock(locks: pg.Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const lock = { isActive: true };
  const lose = (): void => void (lock.isActive = false);
  locks.on('remove', lose);
  try {
    const { rows } = await locks.query<{ taken: boolean }>(
      `select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
              pg_try_advisory_lock(hashtextextended($1, 0)) as taken`,
      [name],
    );
    if (!rows[0]?.taken) return false;
    try {
      await lockOfWork.run(lock, work);
    } finally {
      // A lost lock was released with its connection; a new connection may hold one of another job.
      if (lock.isActive) {
        await locks.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined);
      }
    }
    return true;
  } finally {
    locks.off('remove', lose);
  }
}
