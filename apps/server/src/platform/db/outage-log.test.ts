import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QueueTimeout } from '../concurrency/fair-limiter.ts';
import { logFailure } from './outage-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const diskFull = Object.assign(new Error('could not extend file'), { code: '53100' });

function logInMemory() {
  const lines: { level: number; msg: string; failures?: number; seconds?: number; loop?: string }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines, texts: () => lines.map(({ msg }) => msg) };
}

describe('logging failures of the database', () => {
  test('an outage is one line for hundreds of failed requests and jobs', () => {
    const { log, texts } = logInMemory();
    for (let request = 0; request < 300; request++) logFailure(log, unreachable, 'a request failed');
    logFailure(log, new Error('Reactions failed', { cause: unreachable }), 'a job failed', { cause: unreachable });
    expect(texts()).toEqual(['the database is unavailable']);
  });

  test('an outage that goes on is logged once a minute with the number of failures', () => {
    const { log, lines } = logInMemory();
    for (let second = 0; second < 120; second++) {
      logFailure(log, unreachable, 'a request failed');
      vi.advanceTimersByTime(1_000);
    }
    expect(lines).toMatchObject([
      { level: 40, msg: 'the database is unavailable' },
      { level: 40, msg: 'still: the database is unavailable', failures: 59, seconds: 60 },
      { level: 40, msg: 'still: the database is unavailable', failures: 60, seconds: 120 },
    ]);
  });

  test('the end of an outage is logged, and the next one begins with a line', () => {
    const { log, lines, texts } = logInMemory();
    logFailure(log, unreachable, 'a request failed');
    logFailure(log, unreachable, 'a request failed');
    vi.advanceTimersByTime(120_000);
    expect(lines.at(-1)).toMatchObject({ level: 30, failures: 2, seconds: 120 });
    expect(texts().at(-1)).toBe('nothing has failed because of the database for a minute');
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(3);
    logFailure(log, unreachable, 'a request failed');
    expect(texts().at(-1)).toBe('the database is unavailable');
  });

  test('a full disk, a standby and a full queue are named, each once', () => {
    const { log, texts } = logInMemory();
    const readOnly = Object.assign(new Error('read-only transaction'), { code: '25006' });
    for (const error of [unreachable, diskFull, readOnly, new QueueTimeout(), diskFull, unreachable]) {
      logFailure(log, error, 'a request failed');
    }
    expect(texts()).toEqual([
      'the database is unavailable',
      'the database has no disk space left',
      'the database is read-only',
      'the database is too busy',
    ]);
  });

  test('every other failure is logged each time with its own text and level', () => {
    const { log, lines } = logInMemory();
    logFailure(log, new Error('a bug'), 'a job failed', { level: 'error', loop: 'figures' });
    logFailure(log, new Error('a bug'), 'a job failed');
    expect(lines).toMatchObject([
      { level: 50, msg: 'a job failed', loop: 'figures' },
      { level: 40, msg: 'a job failed' },
    ]);
  });
});
