import type { Logger } from 'pino';
import { isUnavailable } from '../db/connection.ts';
import { runForClient } from '../../who-asks.ts';

/** Work that comes round again and again for as long as the server runs, never twice at a time. */
export interface Loop {
  /** There is something to do: the next round begins at once, or when the rest it needs is over. */
  wake(): void;
  /** Begins no further round, and waits for the one that runs. */
  stop(): Promise<void>;
}

const TRY_AGAIN_MS = 1_000;
/** Clocks are put right and machines sleep: whoever waits for longer looks in between. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Each round answers in how many milliseconds it wants to look again; `rest` says how long it must leave
 * others in peace after working for so long, whoever wakes it. A round that fails is told once for as long
 * as it fails in the same way, and tried again.
 */
export function loop(
  log: Logger,
  name: string,
  round: () => Promise<number>,
  rest: (workedMs: number) => number = () => 0,
): Loop {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  let isWoken = false;
  let isStopped = false;
  let text = '';

  const run = async (): Promise<void> => {
    isWoken = false;
    const began = performance.now();
    let again = TRY_AGAIN_MS;
    let least = 0;
    try {
      again = await round();
      text = '';
    } catch (error) {
      least = TRY_AGAIN_MS;
      notify(error);
    }
    const now = performance.now();
    restsUntil = now + Math.max(least, rest(now - began));
    running = null;
    plan(isWoken ? 0 : again);
  };
  const notify = (error: unknown): void => {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const words = `${String(error)} ${String(cause)}`;
    if (words === text) return;
    text = words;
    log[isUnavailable(cause) ? 'warn' : 'error']({ err: error, loop: name }, 'a round of work failed; trying again');
  };
  const begin = (): void => {
    // Woken by somebody's order, it is the house's work all the same.
    if (!isStopped && !running) running = runForClient('', run);
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
