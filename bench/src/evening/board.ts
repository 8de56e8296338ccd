import { setTimeout as pause } from 'node:timers/promises';
import { record } from '@tiffin/domain/core';
import type { Headers } from '@tiffin/server/testing/sign-in';
import { ask, type Restaurant } from './person.ts';

const COMES_BACK_AFTER_MS = 200;

/**
 * A location's tablet: it listens to the live events, comes back wherever it broke off, and remembers
 * when it heard of what.
 */
export class Board {
  readonly orders = new Map<string, number>();
  readonly bookings = new Map<string, number>();
  doubles = 0;
  /** How often it had been away for too long, and read its list anew. */
  resets = 0;
  /** Found in the list that was read anew: its event may follow, and is no double. */
  readonly #found = new Set<string>();
  readonly #restaurant: Restaurant;
  readonly #locationId: string;
  readonly #as: Headers;
  readonly #onOrder: (orderId: string) => void;
  readonly #onBooking: (reservationId: string) => void;
  #lastId: string | null = null;
  #line: AbortController | null = null;
  #open = true;
  #reading: Promise<void> = Promise.resolve();

  constructor(
    restaurant: Restaurant,
    location: { readonly id: string; readonly staff: Headers },
    on: { readonly order?: (orderId: string) => void; readonly booking?: (reservationId: string) => void } = {},
  ) {
    this.#restaurant = restaurant;
    this.#locationId = location.id;
    this.#as = location.staff;
    this.#onOrder = on.order ?? (() => undefined);
    this.#onBooking = on.booking ?? (() => undefined);
  }

  /** Resolves once it listens. */
  open(): Promise<void> {
    return new Promise((listens) => {
      this.#reading = this.#keepListening(listens);
    });
  }

  /** The tablet loses its network; it comes back by itself. */
  drop(): void {
    this.#line?.abort();
  }

  async close(): Promise<void> {
    this.#open = false;
    this.drop();
    await this.#reading;
  }

  async #keepListening(listens: () => void): Promise<void> {
    for (let turn = 0; this.#open; turn++) {
      try {
        await this.#listen(this.#restaurant.urls[turn % this.#restaurant.urls.length] ?? '', listens);
      } catch {
        // Broken off: it asks for what it missed.
      }
      if (this.#open) await pause(COMES_BACK_AFTER_MS);
    }
  }

  async #listen(url: string, listens: () => void): Promise<void> {
    this.#line = new AbortController();
    const answer = await fetch(`${url}/api/events`, {
      headers: { ...this.#as, ...(this.#lastId !== null && { 'last-event-id': this.#lastId }) },
      signal: this.#line.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`events: ${answer.status}`);
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of answer.body) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        await this.#take(text.slice(0, end));
        text = text.slice(end + 2);
        listens();
      }
    }
  }

  async #take(frame: string): Promise<void> {
    const field = (name: string): string | undefined =>
      frame
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    this.#lastId = field('id') ?? this.#lastId;
    const event = field('event');
    if (event === 'reset') await this.#readAnew();
    if (event !== 'order.created' && event !== 'reservation.created') return;
    const data = record(JSON.parse(field('data') ?? '{}'));
    if (data?.['locationId'] !== this.#locationId) return;
    if (event === 'order.created') this.#hear(this.orders, record(data['order'])?.['orderId'], this.#onOrder);
    else this.#hear(this.bookings, record(data['reservation'])?.['reservationId'], this.#onBooking);
  }

  #hear(received: Map<string, number>, id: unknown, notify: (id: string) => void): void {
    if (typeof id !== 'string') return;
    if (received.has(id)) {
      if (!this.#found.delete(id)) this.doubles++;
      return;
    }
    received.set(id, performance.now());
    notify(id);
  }

  /** As many as the board of the back office; and again, as that one does while it is not reached, until there is an answer. */
  async #readAnew(): Promise<void> {
    this.resets++;
    const query = { locationId: this.#locationId, limit: '500' };
    const readOnce = () =>
      ask(this.#restaurant, 'getLocationOrders', { query }, { as: this.#as, action: 'board reads anew' });
    let list = await readOnce();
    while (!list.ok && this.#open) {
      await pause(COMES_BACK_AFTER_MS);
      list = await readOnce();
    }
    if (!list.ok) return;
    for (const { orderId } of list.body.orders) {
      if (this.orders.has(orderId)) continue;
      this.#hear(this.orders, orderId, this.#onOrder);
      this.#found.add(orderId);
    }
  }
}
