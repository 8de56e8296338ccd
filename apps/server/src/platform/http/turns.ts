import { refuse } from '@tiffin/domain/core';

const LONGEST_REST_MS = 250;

/**
 * So many at once do what is costly; the others wait, each address in a queue of its own, and each
 * queue has its turn. Whoever asks for a thousand pages waits for them, and nobody else does. What
 * everybody waits for goes before all of them.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting = new Map<string, Array<() => void>>();
  readonly #first: Array<() => void> = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    return this.#turn(() => this.#wait(address), work);
  }

  /** What everybody waits for: there are few of these, so they have no limit. */
  first<T>(work: () => Promise<T>): Promise<T> {
    return this.#turn(() => new Promise((resolve) => this.#first.push(resolve)), work);
  }

  async #turn<T>(wait: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else await wait();
    const began = performance.now();
    try {
      return await work();
    } finally {
      if (this.#first.length > 0) this.#next();
      else if (this.#waiting.size === 0) this.#running--;
      // Where pages queue, everything else goes first: as long as one took, none is begun.
      else setTimeout(() => this.#next(), Math.min(performance.now() - began, LONGEST_REST_MS)).unref();
    }
  }

  async #wait(address: string): Promise<void> {
    const queue = this.#waiting.get(address) ?? [];
    if (queue.length >= this.#mostWaiting) throw refuse('rate-limited', undefined, { retryAfter: 1 });
    this.#waiting.set(address, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  /** Hands the turn on: after what everybody waits for, to the address that has waited longest since its last one. */
  #next(): void {
    const forAll = this.#first.shift();
    if (forAll) return forAll();
    const [first] = this.#waiting;
    if (!first) {
      this.#running--;
      return;
    }
    const [address, queue] = first;
    const go = queue.shift();
    this.#waiting.delete(address);
    if (queue.length > 0) this.#waiting.set(address, queue);
    go?.();
  }
}
