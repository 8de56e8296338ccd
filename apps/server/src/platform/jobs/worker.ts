import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/connection.ts';
import { logFailure } from '../db/outage-log.ts';
import { runOutsideLock } from '../db/job-lock.ts';
import { runForClient } from '../concurrency/current-client.ts';

/** Work that repeats while the server runs, one round at a time. */
export interface Loop {
  /** There is work: starts the next round now, or after the required pause. */
  wake(): void;
  /** Starts no further round and waits for the current one. */
  stop(): Promise<void>;
}

const TRY_AGAIN_MS = 1_000;
/** Clocks are adjusted and machines sleep, so longer waits are split. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Each round returns the milliseconds until the next one. `rest` is the minimum pause after a round, even when woken.
 * A failing round is logged once for the same failure and retried.
 */
export function startLoop(
  log: Logger,
  name: string,
  round: () => Promise<number>,
  pauseAfter: (workedMs: number) => number = () => 0,
): Loop {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  let isWoken = false;
  let isStopped = false;
  const failures = failureLog(log, name);

  const run = async (): Promise<void> => {
    isWoken = false;
    const began = performance.now();
    let again = TRY_AGAIN_MS;
    let least = 0;
    try {
      again = await round();
      failures.clear();
    } catch (error) {
      least = TRY_AGAIN_MS;
      failures.report(error);
    }
    const now = performance.now();
    restsUntil = now + Math.max(least, pauseAfter(now - began));
    running = null;
    plan(isWoken ? 0 : again);
  };
  const begin = (): void => {
    // Background work does not count for the client whose request woke it, nor is it part of the job that woke it.
    if (!isStopped && !running) running = runOutsideLock(() => runForClient('', run));
  };
  const plan = (ms: number): void => {
    clearTimeout(timer);
    const wait = Math.min(Math.max(ms, restsUntil - performance.now()), LONGEST_WAIT_MS);
    if (wait <= 0) begin();
    else if (!isStopped) timer = setTimeout(begin, wait).unref();
  };

  begin();
  return {
    wake() {
      isWoken = true;
      if (!running) plan(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Logs a failure once until a round succeeds or another failure occurs; outages of the database are logged together. */
function failureLog(log: Logger, name: string) {
  let last = '';
  return {
    report(error: unknown): void {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const text = `${String(error)} ${String(cause)}`;
      if (text === last && !isDatabaseUnavailable(cause)) return;
      last = text;
      logFailure(log, error, 'a round of work failed; trying again', { level: 'error', cause, loop: name });
    },
    clear(): void {
      last = '';
    },
  };
}
