import { runForClient } from '../concurrency/current-client.ts';
import { runOutsideLock } from './job-lock.ts';

/** A slow query delays the next batch by at most this long. */
const LONGEST_WAIT_MS = 100;

/** Counts batches: each is a client of its own that has used nothing yet, so it comes next in the queue. */
let batches = 0;

type Answers<Key, Answer> = ReadonlyMap<Key, Answer>;

/**
 * Combines queries that many requests make at the same moment. Requests that arrive while a query runs join the next
 * one, so a result is never older than its request.
 *
 * A batch waits for a connection as a client of its own. Otherwise everyone in it would wait behind the other requests
 * of the client whose request began the batch.
 */
export class Batcher<Key, Answer> {
  readonly #ask: (keys: readonly Key[]) => Promise<Answers<Key, Answer>>;
  readonly #maxKeys: number;
  #next: { readonly keys: Set<Key>; readonly answers: Promise<Answers<Key, Answer>> } | null = null;
  #running: Promise<unknown> | null = null;

  /** Larger batches are split into several queries. */
  constructor(ask: (keys: readonly Key[]) => Promise<Answers<Key, Answer>>, maxKeys = Infinity) {
    this.#ask = ask;
    this.#maxKeys = maxKeys;
  }

  /** Adds a key to the next batch and waits for its answer. */
  async add(key: Key): Promise<Answer | undefined> {
    const next = this.#next && this.#next.keys.size < this.#maxKeys ? this.#next : this.#collect();
    next.keys.add(key);
    return (await next.answers).get(key);
  }

  #collect() {
    const keys = new Set<Key>();
    this.#next = { keys, answers: this.#askFor(keys) };
    return this.#next;
  }

  async #askFor(keys: ReadonlySet<Key>): Promise<Answers<Key, Answer>> {
    if (this.#running) await Promise.race([this.#running, longestWait()]);
    else await Promise.resolve(); // requests of the same tick still join
    if (this.#next?.keys === keys) this.#next = null;
    // The first request may belong to a job whose lock is lost; the others do not.
    const request = runOutsideLock(() => runForClient(`batch ${++batches}`, () => this.#ask([...keys])));
    const clear = (): void => void (this.#running = null);
    this.#running = request.then(clear, clear);
    return request;
  }
}

function longestWait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS).unref());
}
