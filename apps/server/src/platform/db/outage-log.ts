import type { Logger } from 'pino';
import { QueueTimeout } from '../concurrency/fair-limiter.ts';
import { isDatabaseUnavailable } from './connection.ts';

/** How often an outage is logged again. It is over when nothing has failed for this time. */
const LOG_EVERY_MS = 60_000;

interface Outage {
  readonly since: number;
  failures: number;
  failuresSinceLogged: number;
  lastError: unknown;
}

/** The outages of each log, by what is wrong with the database. */
const outages = new WeakMap<Logger, Map<string, Outage>>();

/**
 * Logs a failure. While the database is unavailable every request and every job fails, so an outage has a line when it
 * begins, more with the number of failures while it lasts, and one when it is over.
 */
export function logFailure(
  log: Logger,
  error: unknown,
  text: string,
  { level = 'warn', cause = error, ...details }: FailureDetails = {},
): void {
  if (!isDatabaseUnavailable(cause)) return log[level]({ ...details, err: error }, text);
  const problem = problemOf(cause);
  const open = outages.get(log) ?? new Map<string, Outage>();
  outages.set(log, open);
  const outage = open.get(problem);
  if (outage) {
    outage.failures++;
    outage.failuresSinceLogged++;
    outage.lastError = cause;
    return;
  }
  log.warn({ ...details, err: cause }, problem);
  const newOutage = { since: performance.now(), failures: 1, failuresSinceLogged: 0, lastError: cause };
  open.set(problem, newOutage);
  followOutage(log, problem, newOutage, () => open.delete(problem));
}

interface FailureDetails {
  /** The level for failures that are no outage. */
  readonly level?: 'warn' | 'error';
  /** Shows whether it is an outage, if the error does not. */
  readonly cause?: unknown;
  readonly requestId?: string;
  readonly loop?: string;
}

function followOutage(log: Logger, problem: string, outage: Outage, end: () => void): void {
  const report = (): void => {
    const { failures, failuresSinceLogged, since, lastError } = outage;
    const seconds = Math.round((performance.now() - since) / 1_000);
    if (failuresSinceLogged === 0) {
      end();
      return log.info({ problem, failures, seconds }, 'nothing has failed because of the database for a minute');
    }
    log.warn({ err: lastError, failures: failuresSinceLogged, seconds }, `still: ${problem}`);
    outage.failuresSinceLogged = 0;
    setTimeout(report, LOG_EVERY_MS).unref();
  };
  setTimeout(report, LOG_EVERY_MS).unref();
}

function problemOf(error: unknown): string {
  if (error instanceof QueueTimeout) return 'the database is too busy';
  const { code } = error as { code?: string };
  if (code === '53100') return 'the database has no disk space left';
  if (code === '25006') return 'the database is read-only';
  return 'the database is unavailable';
}
