import { Batcher } from './batcher.ts';
import { runOutsideTransaction } from './one-connection.ts';

/**
 * How long cached menus, locations and settings may be used without reading them again. A change is confirmed only
 * after this time and a margin, so a later request never gets the old value on any copy of the server.
 */
const LEASE_MS = 20;
export const LEASE_EXPIRED_MS = LEASE_MS + 10;
/** A read after this time renews the lease in the background: nobody waits if the database answers before it ends. */
const RENEWED_AFTER_MS = 15;

interface LeasedValue<Answer> {
  readonly answer: Answer;
  readonly readAt: number;
}

/** Database values that are cached for the time of a lease. */
export class LeaseCache<Key, Answer> {
  readonly #batcher: Batcher<Key, LeasedValue<Answer>>;
  readonly #values = new Map<Key, LeasedValue<Answer>>();
  readonly #renewing = new Set<Key>();

  constructor(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
    this.#batcher = new Batcher(async (keys) => {
      const readAt = performance.now();
      const answers = await ask(keys);
      return new Map([...answers].map(([key, answer]) => [key, { answer, readAt }]));
    });
  }

  /** The cached value while the lease is valid. */
  current(key: Key): Answer | undefined {
    const cached = this.#values.get(key);
    const age = cached ? performance.now() - cached.readAt : LEASE_MS;
    if (age >= LEASE_MS) return undefined;
    if (age >= RENEWED_AFTER_MS && !this.#renewing.has(key)) {
      runOutsideTransaction(() => void this.#renew(key));
    }
    return cached?.answer;
  }

  /** A value that is at most one lease old. */
  async recent(key: Key): Promise<Answer | undefined> {
    return this.current(key) ?? this.exact(key);
  }

  async #renew(key: Key): Promise<void> {
    this.#renewing.add(key);
    // The next caller after the lease gets the error.
    await this.exact(key).catch(() => undefined);
    this.#renewing.delete(key);
  }

  /** A value read at or after this call. */
  async exact(key: Key): Promise<Answer | undefined> {
    const read = await this.#batcher.add(key);
    if (!read) this.#values.delete(key);
    else if (read.readAt >= (this.#values.get(key)?.readAt ?? 0)) this.#values.set(key, read);
    return read?.answer;
  }
}
