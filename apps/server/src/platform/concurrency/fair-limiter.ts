import { refuse } from '@tiffin/domain/core';
import { currentClient } from './current-client.ts';

/** Thrown when a task waited longer than `patienceMs`. */
export class QueueTimeout extends Error {
  override name = 'QueueTimeout';
}

/** Recent usage decays by half in this time. */
const HALF_LIFE_MS = 1_000;
const LONGEST_REST_MS = 250;

interface QueueRules {
  /** A task that waits longer fails with `QueueTimeout`. */
  readonly patienceMs?: number;
  /** A client with as many waiting tasks is refused (`rate-limited`). */
  readonly maxWaiting?: number;
  /**
   * While tasks wait, a slot rests after each task for as long as the task took. This leaves time for orders, which do
   * not pass through the limiter as pages and menus do.
   */
  readonly restsBetween?: boolean;
}

/**
 * Limits how many tasks run at the same time. Waiting tasks queue per client, and the client with the least recent
 * usage goes first, so one client with a thousand requests cannot delay the others. If clients only took turns, an
 * order, which needs ten tasks, would wait for all other clients ten times.
 */
export class FairLimiter {
  #free: number;
  readonly #rules: QueueRules;
  /** Waiting tasks by client, in the order of arrival. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #waitingFirst: Array<() => void> = [];
  readonly #usage = new Map<string, number>();
  #halvedAt = performance.now();

  constructor(maxRunning: number, rules: QueueRules) {
    this.#free = maxRunning;
    this.#rules = rules;
  }

  /** Runs the work once the client has a slot. */
  async run<T>(work: () => Promise<T>, client = currentClient()): Promise<T> {
    const turn = this.#takeSlot(client);
    if (turn) await turn;
    return this.#runInSlot(work);
  }

  /** For work whose result all clients share: it goes before all queues, without a rest, and is never refused. */
  async runFirst<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((start) => this.#waitingFirst.push(start));
    return this.#runInSlot(work);
  }

  /** For work that ends elsewhere; returns how to release the slot. */
  async enter(): Promise<() => void> {
    const turn = this.#takeSlot(currentClient());
    if (turn) await turn;
    let isInside = true;
    return () => {
      if (isInside) this.#startNext();
      isInside = false;
    };
  }

  async #runInSlot<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const mustRest = this.#rules.restsBetween && this.#waiting.size > 0 && this.#waitingFirst.length === 0;
      if (!mustRest) this.#startNext();
      else setTimeout(() => this.#startNext(), Math.min(performance.now() - startedAt, LONGEST_REST_MS)).unref();
    }
  }

  /** Null if a slot was free. */
  #takeSlot(client: string): Promise<void> | null {
    if (this.#free === 0) return this.#wait(client);
    this.#free--;
    this.#countUsage(client);
    return null;
  }

  #countUsage(client: string): void {
    const halves = Math.floor((performance.now() - this.#halvedAt) / HALF_LIFE_MS);
    if (halves > 0) {
      this.#halvedAt += halves * HALF_LIFE_MS;
      for (const [each, usage] of this.#usage) {
        const left = usage / 2 ** halves;
        if (left < 1) this.#usage.delete(each);
        else this.#usage.set(each, left);
      }
    }
    this.#usage.set(client, (this.#usage.get(client) ?? 0) + 1);
  }

  #startNext(): void {
    const first = this.#waitingFirst.shift();
    if (first) return first();
    let client: string | undefined;
    let least = Infinity;
    for (const each of this.#waiting.keys()) {
      const usage = this.#usage.get(each) ?? 0;
      if (usage < least) [client, least] = [each, usage];
    }
    const queue = client === undefined ? undefined : this.#waiting.get(client);
    if (client === undefined || !queue) {
      this.#free++;
      return;
    }
    this.#countUsage(client);
    const [start] = queue;
    // Among equals the client goes first that has waited longest, so this one moves to the end.
    this.#waiting.delete(client);
    if (queue.size > 1) this.#waiting.set(client, queue);
    start?.();
  }

  #wait(client: string): Promise<void> {
    const { patienceMs, maxWaiting = Infinity } = this.#rules;
    const queue = this.#waiting.get(client) ?? new Set();
    if (queue.size >= maxWaiting) throw refuse('rate-limited', undefined, { retryAfter: 1 });
    this.#waiting.set(client, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout);
        queue.delete(start);
        if (queue.size === 0 && this.#waiting.get(client) === queue) this.#waiting.delete(client);
      };
      const start = () => {
        leave();
        resolve();
      };
      const fail = () => {
        leave();
        reject(new QueueTimeout('no slot became free in time'));
      };
      const timeout = patienceMs === undefined ? undefined : setTimeout(fail, patienceMs);
      queue.add(start);
    });
  }
}
