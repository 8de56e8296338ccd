import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_CUSTOMER_KEY } from '@tiffin/demo/people';
import { CARDS } from '@tiffin/server/testing/cards';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { ask, send, type Restaurant } from '../evening/person.ts';
import type { Promised } from '../evening/promises.ts';

const SITE = { 'x-api-key': DEMO_CUSTOMER_KEY };
const SETTLES_WITHIN_MS = 30_000;

/** A payment page that a guest opened and has not paid yet. */
export interface OpenPayment {
  readonly key: string;
  readonly sessionId: string;
  readonly paymentUrl: string;
}

/** An order in cash with the key of its request, as a browser's queue repeats it. */
export interface KeyedOrder {
  readonly orderId: string;
  repeat(at: Restaurant): Promise<string | null>;
}

export class GuestWithOpenWork {
  readonly #restaurant: Restaurant;
  readonly #promised: Promised;
  #guests = 0;

  constructor(restaurant: Restaurant, promised: Promised) {
    this.#restaurant = restaurant;
    this.#promised = promised;
  }

  async openPayment(): Promise<OpenPayment> {
    const { key, payload } = await this.#newOrder();
    const body = { orderData: { ...payload, paymentMethod: 'online' as const } };
    const opened = await ask(this.#restaurant, 'createCustomerPayment', { body }, { as: SITE, key });
    if (!opened.ok) throw new Error(`the payment page did not open: ${opened.code}`);
    return { key, sessionId: opened.body.sessionId, paymentUrl: opened.body.paymentUrl };
  }

  /** Pays and waits for the order. Returns whether it came. */
  async pay({ key, sessionId, paymentUrl }: OpenPayment): Promise<boolean> {
    await send(this.#restaurant, 'pay', new URL(paymentUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ card: CARDS.pays, action: 'pay' }).toString(),
    });
    this.#promised.paid.add(sessionId);
    const request = { as: SITE, expects: ['order-not-found', 'not-found'] };
    for (const deadline = performance.now() + SETTLES_WITHIN_MS; performance.now() < deadline; await pause(100)) {
      const found = await ask(this.#restaurant, 'getOrderBySessionId', { body: { sessionId } }, request);
      if (!found.ok) continue;
      this.#promised.orders.set(key, { orderId: found.body.orderId, at: performance.now(), again: null });
      return true;
    }
    return false;
  }

  async orderInCash(): Promise<KeyedOrder> {
    const { key, payload } = await this.#newOrder();
    const order = (at: Restaurant) =>
      ask(at, 'createCustomerOrderCash', { body: { ...payload } }, { as: SITE, key, action: 'a queued order' });
    const placed = await order(this.#restaurant);
    if (!placed.ok) throw new Error(`the order was refused: ${placed.code}`);
    const { orderId } = placed.body;
    return {
      orderId,
      async repeat(at) {
        const again = await order(at);
        return again.ok ? again.body.orderId : null;
      },
    };
  }

  /** Each guest has another phone number, because a number may have only one unpaid order. */
  async #newOrder() {
    const query = { locationId: 'truro' };
    const location = await ask(this.#restaurant, 'getLocation', { query }, { as: SITE });
    const menu = await ask(this.#restaurant, 'getLocationMenu', { query }, { as: SITE });
    if (!location.ok || !menu.ok) throw new Error('no menu');
    const key = randomUUID();
    const phone = `(902) 555-${3000 + ++this.#guests}`;
    const customer = { name: 'Upgrade Guest', email: `${key}@example.test`, phone };
    const payload = payloadFor(location.body.location, menu.body, { customer, specialInstructions: key });
    this.#promised.requested.add(key);
    return { key, payload: { ...payload, agreesToWait: true } };
  }
}
