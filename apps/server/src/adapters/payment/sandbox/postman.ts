import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/connection.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Sandbox } from './sandbox.ts';
import { sign, SIGNATURE_HEADER } from './signature.ts';

const LOOK_EVERY_MS = 1_000;
const LEASE_MS = 60_000;
const MOST_ATTEMPTS = 12;

/** How a signed event is sent; answers the status that came back. */
export type Post = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>;

/** Over HTTP to the server's own door. */
export function postTo(url: string): Post {
  return async (body, headers) => {
    const answer = await fetch(`${url}/api/webhooks/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.status;
  };
}

/** Carries the sandbox's events to our own door over HTTP, as a real provider would: again until taken. */
export class Postman {
  readonly #sandbox: Sandbox;
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #post: Post;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<unknown> | null = null;
  #again = false;
  #stopped = false;

  constructor(sandbox: Sandbox, db: Db, clock: Clock, post: Post) {
    this.#sandbox = sandbox;
    this.#db = db;
    this.#clock = clock;
    this.#post = post;
  }

  start(): void {
    this.#sandbox.onEvent = () => this.#wake();
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#sandbox.onEvent = () => undefined;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Delivers what is due; answers how many events that were. */
  async deliver(): Promise<number> {
    const now = this.#clock.now();
    const due = await transaction(this.#db, (tx) =>
      tx
        .updateTable('sandbox_events')
        .set((set) => ({ deliver_at: new Date(now.getTime() + LEASE_MS), attempts: set('attempts', '+', 1) }))
        .where('id', 'in', (from) =>
          from
            .selectFrom('sandbox_events')
            .select('id')
            .where('deliver_at', '<=', now)
            .orderBy('deliver_at')
            .limit(20)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'body', 'copies', 'attempts'])
        .execute(),
    );
    for (const event of due) {
      const headers = { [SIGNATURE_HEADER]: sign(event.body, this.#sandbox.secret, this.#clock.now()) };
      const copies = Array.from({ length: event.copies }, () => this.#post(event.body, headers).catch(() => 0));
      const taken = (await Promise.all(copies)).some((status) => status >= 200 && status < 300);
      if (taken || event.attempts >= MOST_ATTEMPTS) {
        await this.#db.deleteFrom('sandbox_events').where('id', '=', event.id).execute();
      } else {
        const again = new Date(this.#clock.now().getTime() + 2_000 * 2 ** event.attempts);
        await this.#db.updateTable('sandbox_events').set({ deliver_at: again }).where('id', '=', event.id).execute();
      }
    }
    return due.length;
  }

  #wake(): void {
    this.#again = true;
    if (this.#stopped || this.#round) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#round = this.#work().finally(() => {
      this.#round = null;
      if (this.#stopped) return;
      this.#timer = setTimeout(() => this.#wake(), LOOK_EVERY_MS);
    });
  }

  async #work(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        while (!this.#stopped && (await this.deliver()) > 0) continue;
      }
    } catch {
      // The database is away: the next round tries again.
    }
  }
}
