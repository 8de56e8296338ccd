import type { Context } from '../../context.ts';

/** Runs work once at a time per key; callers that come meanwhile share its result. */
export class InFlight<T> {
  readonly #running = new WeakMap<Context, Map<string, Promise<T>>>();

  /** The running work of a key, or null. */
  get(context: Context, key: string): Promise<T> | null {
    return this.#running.get(context)?.get(key) ?? null;
  }

  /** Starts the work of a key, or joins it if it runs already. */
  share(context: Context, key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(context) ?? new Map<string, Promise<T>>();
    this.#running.set(context, running);
    const first = running.get(key);
    if (first) return first;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }
}
