import { setTimeout as pause } from 'node:timers/promises';
import { asRecord } from '@tiffin/domain/core';
import type { Headers } from '@tiffin/server/testing/sign-in';
import { ask, type Restaurant } from './person.ts';

const COMES_BACK_AFTER_MS = 200;

/** A location's board: receives live events, reconnects where it left off, and records when it received each order. */
export class Board {
  readonly orders = new Map<string, number>();
  readonly bookings = new Map<string, number>();
  doubles = 0;
  /** How often it was away too long and reloaded its list. */
  resets = 0;
  /** Orders found by reloading. Their events may still follow without counting as duplicates. */
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

  /** Resolves when the stream is open. */
  open(): Promise<void> {
    return new Promise((listens) => {
      this.#reading = this.#keepListening(listens);
    });
  }

  /** Breaks the connection; the board reconnects automatically. */
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
        // The connection broke; the board asks for what it missed.
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
    if (event === 'reset') await this.#reload();
    if (event !== 'order.created' && event !== 'reservation.created') return;
    const data = asRecord(JSON.parse(field('data') ?? '{}'));
    if (data?.['locationId'] !== this.#locationId) return;
    if (event === 'order.created') this.#hear(this.orders, asRecord(data['order'])?.['orderId'], this.#onOrder);
    else this.#hear(this.bookings, asRecord(data['reservation'])?.['reservationId'], this.#onBooking);
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

  /** Loads the same number of orders as the real board, and retries until it gets a response. */
  async #reload(): Promise<void> {
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
