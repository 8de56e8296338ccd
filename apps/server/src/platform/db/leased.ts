import { Batcher } from './batcher.ts';
import { apartFromTransaction } from './one-connection.ts';

/**
 * For so long what was read of the restaurant (its menus, locations and settings) may be used without
 * reading it again. Whoever changes one of them waits as long, and a little more, before saying that
 * it is changed: so nobody who asks after that is answered with what was before, on any copy of the
 * server, and still no reader has to ask each time.
 */
const LEASE_MS = 20;
export const LEASE_IS_OVER_MS = LEASE_MS + 10;
/**
 * Whoever reads after so long has it renewed for those who come next: where many read, nobody waits as
 * long as the database answers within the rest of the lease.
 */
const RENEWED_AFTER_MS = 15;

interface Held<Answer> {
  readonly answer: Answer;
  readonly askedAt: number;
}

/** Answers of the database that are lent for a moment. */
export class Leased<Key, Answer> {
  readonly #batcher: Batcher<Key, Held<Answer>>;
  readonly #held = new Map<Key, Held<Answer>>();
  readonly #renewing = new Set<Key>();

  constructor(ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
    this.#batcher = new Batcher(async (keys) => {
      const askedAt = performance.now();
      const answers = await ask(keys);
      return new Map([...answers].map(([key, answer]) => [key, { answer, askedAt }]));
    });
  }

  /** At once, while the lease runs. */
  held(key: Key): Answer | undefined {
    const reserved = this.#held.get(key);
    const age = reserved ? performance.now() - reserved.askedAt : LEASE_MS;
    if (age >= LEASE_MS) return undefined;
    if (age >= RENEWED_AFTER_MS && !this.#renewing.has(key)) {
      apartFromTransaction(() => void this.#renew(key));
    }
    return reserved?.answer;
  }

  /** Not older than the lease. */
  async recent(key: Key): Promise<Answer | undefined> {
    return this.held(key) ?? this.exact(key);
  }

  async #renew(key: Key): Promise<void> {
    this.#renewing.add(key);
    // Whoever asks when the lease is over hears what was wrong.
    await this.exact(key).catch(() => undefined);
    this.#renewing.delete(key);
  }

  /** As it stands when this is called, or later. */
  async exact(key: Key): Promise<Answer | undefined> {
    const read = await this.#batcher.answer(key);
    if (!read) this.#held.delete(key);
    else if (read.askedAt >= (this.#held.get(key)?.askedAt ?? 0)) this.#held.set(key, read);
    return read?.answer;
  }
}
