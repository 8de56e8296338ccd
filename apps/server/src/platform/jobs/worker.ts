import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/connection.ts';
import { logFailure } from '../db/outage-log.ts';
import { runOutsideLock } from '../db/job-lock.ts';
import { NO_CLIENT, runForClient } from '../concurrency/current-client.ts';

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
 * Starts a loop. Each round returns the milliseconds until the next one; `pauseAfter` returns the shortest pause after
 * a round, even when woken. A failing round is retried, and the same failure is logged once.
 */
export function startLoop(
  log: Logger,
  name: string,
  round: () => Promise<number>,
  pauseAfter: (workedMs: number) => number = () => 0,
): Loop {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let pausesUntil = 0;
  let isWoken = false;
  let isStopped = false;
  const failures = failureLog(log, name);

  const run = async (): Promise<void> => {
    isWoken = false;
    const began = performance.now();
    let waitMs = TRY_AGAIN_MS;
    let minPause = 0;
    try {
      waitMs = await round();
      failures.clear();
    } catch (error) {
      minPause = TRY_AGAIN_MS;
      failures.report(error);
    }
    const now = performance.now();
    pausesUntil = now + Math.max(minPause, pauseAfter(now - began));
    running = null;
    plan(isWoken ? 0 : waitMs);
  };
  const begin = (): void => {
    // Background work does not count for the client whose request woke it, nor is it part of the job that woke it.
    if (!isStopped && !running) running = runOutsideLock(() => runForClient(NO_CLIENT, run));
  };
  const plan = (ms: number): void => {
    clearTimeout(timer);
    const wait = Math.min(Math.max(ms, pausesUntil - performance.now()), LONGEST_WAIT_MS);
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
