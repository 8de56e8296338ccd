import type { Context } from '../../context.ts';

/** Work that a process does once at a time for each key: who asks for it meanwhile hears what becomes of it. */
export class InFlight<T> {
  readonly #running = new WeakMap<Context, Map<string, Promise<T>>>();

  /** What is under way for a key; null when nothing is. */
  of(context: Context, key: string): Promise<T> | null {
    return this.#running.get(context)?.get(key) ?? null;
  }

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
