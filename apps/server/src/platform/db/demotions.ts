/**
 * How often the database turned out to be read-only: another node is the primary now. Connections from before the last
 * time may still lead to the old one, so they are not used again.
 */
export class Demotions {
  readonly #listeners = new Set<() => void>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** `openedAt` is the count when the connection was opened that found the database read-only. */
  report(openedAt: number): void {
    if (openedAt < this.#count) return; // its successors may lead to the new primary already
    this.#count++;
    for (const listener of this.#listeners) listener();
  }

  /** For connections outside the pools. */
  onDemotion(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
