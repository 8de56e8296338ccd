import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { payloadFor } from '@tiffin/server/testing/order-payload';
import type { Promised } from '../evening/promises.ts';

const EVERY_MS = 300;
const ANSWERS_WITHIN_MS = 15_000;

type Payload = ReturnType<typeof payloadFor>;

/** Places an order at a fixed pace, without retries, and records when ordering worked. */
export class OrderProbe {
  /** When each order was confirmed. */
  readonly #confirmedAt: number[] = [];
  /** Answers that are neither an order nor "try again at this time". */
  readonly errors: string[] = [];
  refused = 0;
  readonly #url: string;
  readonly #payload: (key: string) => Payload;
  readonly #promised: Promised;

  constructor(url: string, payload: (key: string) => Payload, promised: Promised) {
    this.#url = url;
    this.#payload = payload;
    this.#promised = promised;
  }

  async run(ends: AbortSignal): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!ends.aborted) {
      const order = this.#place().finally(() => open.delete(order));
      open.add(order);
      await pause(EVERY_MS);
    }
    await Promise.all(open);
  }

  async #place(): Promise<void> {
    const key = randomUUID();
    this.#promised.requested.add(key);
    try {
      const response = await fetch(`${this.#url}/api/createCustomerOrderCash`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'pk_demo', 'idempotency-key': key },
        body: JSON.stringify(this.#payload(key)),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      const text = await response.text();
      if (response.ok) {
        const { orderId } = JSON.parse(text) as { orderId: string };
        this.#confirmedAt.push(performance.now());
        this.#promised.orders.set(key, { orderId, at: performance.now(), again: null });
      } else if (response.status === 503 && response.headers.get('retry-after') !== null) this.refused++;
      else this.errors.push(`order: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      // Without an answer a guest tries again, as after a 503.
      if (error instanceof DOMException && error.name === 'TimeoutError') this.refused++;
      else
        this.errors.push(
          `order: ${error instanceof Error ? `${error.message}, ${error.cause instanceof Error ? error.cause.message : ''}` : String(error)}`,
        );
    }
  }

  /** The longest time without a confirmed order since this moment, in seconds. */
  longestGapSince(moment: number): number {
    const before = this.#confirmedAt.findLast((at) => at <= moment) ?? moment;
    const times = [before, ...this.#confirmedAt.filter((at) => at > moment)].toSorted((a, b) => a - b);
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000;
  }

  hasOrderSince(moment: number): boolean {
    return this.#confirmedAt.some((at) => at > moment);
  }
}
