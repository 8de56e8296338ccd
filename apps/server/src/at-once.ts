/** Whoever waited too long for a place. */
export class NoPlace extends Error {
  override name = 'NoPlace';
}

/** Work of which only so much is done at once; the rest waits in line, and gives up when it waits too long. */
export class AtOnce {
  #free: number;
  readonly #patienceMs: number;
  /** In the order they came. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number, patienceMs: number) {
    this.#free = most;
    this.#patienceMs = patienceMs;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#place();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  #place(): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(tooLong);
        this.#waiting.delete(go);
      };
      const go = () => {
        leave();
        resolve();
      };
      const tooLong = setTimeout(() => {
        leave();
        reject(new NoPlace('nothing before it in line was done in time'));
      }, this.#patienceMs);
      this.#waiting.add(go);
    });
  }
}
