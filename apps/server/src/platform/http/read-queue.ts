import { refuse } from '@tiffin/domain/core';

const LONGEST_REST_MS = 250;

/**
 * Limits costly work: the rest waits in a queue per address, and the queues take turns, so that a client with a
 * thousand requests delays only itself. Shared work goes before all queues.
 */
export class ReadQueue {
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

  /** For work that everyone waits for; it is rare and has no limit. */
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
      // While pages are queued, other work goes first: pause for as long as the last one took.
      else setTimeout(() => this.#next(), Math.min(performance.now() - began, LONGEST_REST_MS)).unref();
    }
  }

  async #wait(address: string): Promise<void> {
    const queue = this.#waiting.get(address) ?? [];
    if (queue.length >= this.#mostWaiting) throw refuse('rate-limited', undefined, { retryAfter: 1 });
    this.#waiting.set(address, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  /** Starts shared work first, then the address that has waited longest. */
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
