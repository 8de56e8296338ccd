import { whoAsks } from './who-asks.ts';

/** Whoever waited too long for a place. */
export class NoPlace extends Error {
  override name = 'NoPlace';
}

/**
 * Work of which only so much is done at once; the rest waits, and gives up when it waits too long. Whoever asks waits in
 * a line of their own, and each line has its turn: who asks a thousand times waits for that, and nobody else does.
 */
export class AtOnce {
  #free: number;
  readonly #patienceMs: number;
  /** In the order they came, by who asks; the line that has its turn next is the first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(most: number, patienceMs: number) {
    this.#free = most;
    this.#patienceMs = patienceMs;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#place(whoAsks());
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** The same for work that ends elsewhere; answers how to leave the place. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#place(whoAsks());
    let isThere = true;
    return () => {
      if (isThere) this.#next();
      isThere = false;
    };
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#free++;
      return;
    }
    const [who, line] = first;
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
        reject(new NoPlace('nothing before it in line was done in time'));
      }, this.#patienceMs);
      line.add(go);
    });
  }
}
