import { runForClient } from '../concurrency/current-client.ts';
import { runOutsideLock } from './job-lock.ts';

/** A slow query delays the next batch by at most this long. */
const LONGEST_WAIT_MS = 100;

/** A new client for each batch: it has used nothing yet, so it is next. */
let batches = 0;

type Answers<Key, Answer> = ReadonlyMap<Key, Answer>;

/**
 * Combines queries that many requests make at the same moment. Requests that arrive while a query runs join the next
 * one, so a result is never older than its request.
 *
 * A batch waits for a connection as a client of its own. Otherwise it would wait behind the other requests of whoever
 * came first, and everyone in the batch with it.
 */
export class Batcher<Key, Answer> {
  readonly #ask: (keys: readonly Key[]) => Promise<Answers<Key, Answer>>;
  readonly #most: number;
  #next: { readonly keys: Set<Key>; readonly answers: Promise<Answers<Key, Answer>> } | null = null;
  #onItsWay: Promise<unknown> | null = null;

  /** Larger batches are split into several queries. */
  constructor(ask: (keys: readonly Key[]) => Promise<Answers<Key, Answer>>, most = Infinity) {
    this.#ask = ask;
    this.#most = most;
  }

  async answer(key: Key): Promise<Answer | undefined> {
    const next = this.#next && this.#next.keys.size < this.#most ? this.#next : this.#collect();
    next.keys.add(key);
    return (await next.answers).get(key);
  }

  #collect() {
    const keys = new Set<Key>();
    this.#next = { keys, answers: this.#askFor(keys) };
    return this.#next;
  }

  async #askFor(keys: ReadonlySet<Key>): Promise<Answers<Key, Answer>> {
    if (this.#onItsWay) await Promise.race([this.#onItsWay, longestWait()]);
    else await Promise.resolve(); // requests of the same tick still join
    if (this.#next?.keys === keys) this.#next = null;
    // The first request may belong to a job whose lock is lost; the others do not.
    const request = runOutsideLock(() => runForClient(`batch ${++batches}`, () => this.#ask([...keys])));
    this.#onItsWay = this.#until(request);
    return request;
  }

  async #until(request: Promise<unknown>): Promise<void> {
    await request.catch(() => undefined);
    this.#onItsWay = null;
  }
}

function longestWait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS).unref());
}
