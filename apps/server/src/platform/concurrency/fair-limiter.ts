import { currentClient } from './current-client.ts';

export class QueueTimeout extends Error {
  override name = 'NoPlace';
}

/** Recent usage decays by half in this time. */
const HALF_MS = 1_000;

/**
 * Limits how many tasks run at the same time. Waiting tasks queue per client, and the client with the least recent
 * usage goes first, so one client with a thousand requests cannot delay the others. Simple turns would not do: an
 * order needs ten tasks and would wait ten times for every client.
 */
export class FairLimiter {
  #free: number;
  readonly #patienceMs: number;
  /** Waiting tasks by client, in the order of arrival. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #had = new Map<string, number>();
  #halvedAt = performance.now();

  constructor(most: number, patienceMs: number) {
    this.#free = most;
    this.#patienceMs = patienceMs;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const place = this.#enter(currentClient());
    if (place) await place;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** For work that ends elsewhere; returns how to release the slot. */
  async enter(): Promise<() => void> {
    const place = this.#enter(currentClient());
    if (place) await place;
    let isThere = true;
    return () => {
      if (isThere) this.#next();
      isThere = false;
    };
  }

  #enter(who: string): Promise<void> | undefined {
    if (this.#free === 0) return this.#place(who);
    this.#free--;
    this.#count(who);
    return undefined;
  }

  #count(who: string): void {
    const halves = Math.floor((performance.now() - this.#halvedAt) / HALF_MS);
    if (halves > 0) {
      this.#halvedAt += halves * HALF_MS;
      for (const [each, had] of this.#had) {
        const left = had / 2 ** halves;
        if (left < 1) this.#had.delete(each);
        else this.#had.set(each, left);
      }
    }
    this.#had.set(who, (this.#had.get(who) ?? 0) + 1);
  }

  #next(): void {
    let who: string | undefined;
    let least = Infinity;
    for (const each of this.#waiting.keys()) {
      const had = this.#had.get(each) ?? 0;
      if (had < least) [who, least] = [each, had];
    }
    const line = who === undefined ? undefined : this.#waiting.get(who);
    if (who === undefined || !line) {
      this.#free++;
      return;
    }
    this.#count(who);
    const [go] = line;
    this.#waiting.delete(who);
    if (line.size > 1) this.#waiting.set(who, line);
    go?.();
  }

  #place(who: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(who) ?? new Set();
      this.#waiting.set(who, line);
      const leave = () => {
        clearTimeout(tooLong);
        line.delete(go);
        if (line.size === 0 && this.#waiting.get(who) === line) this.#waiting.delete(who);
      };
      const go = () => {
        leave();
        resolve();
      };
      const tooLong = setTimeout(() => {
        leave();
        reject(new QueueTimeout('nothing before it in line was done in time'));
      }, this.#patienceMs);
      line.add(go);
    });
  }
}
