import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@tiffin/domain/core';
import { randomBetween, pickRandom } from '@tiffin/demo/history/random';
import { CARDS } from '@tiffin/server/testing/cards';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import type { Headers } from '@tiffin/server/testing/sign-in';
import { ask, send, type Restaurant } from './person.ts';
import type { Promised } from './promises.ts';

/** What all guests of an evening share. */
export interface Dining {
  readonly restaurant: Restaurant;
  readonly locationIds: readonly string[];
  /** Guests with an account. All others use the site's key. */
  readonly regulars: readonly Headers[];
  readonly site: Headers;
  /** True if the pages are built and can be visited. */
  readonly pages: boolean;
  readonly promised: Promised;
  /** How many orders state an allergy. */
  readonly allergyShare: number;
  /** Invents a guest without an account, when people watch the evening. */
  readonly newcomer?: () => { readonly name: string; readonly email: string; readonly phone: string };
  /** Pays at a provider outside the server. Default: on the sandbox's page. */
  readonly pay?: (sessionId: string) => void;
}

const ORDERS_CASH = 0.5;
const PAYS_BY_CARD = 0.3;
const IS_REGULAR = 0.3;
const CHANGES_MIND = 0.06;
const WANTS_MORE = 0.1;
const CARD_DECLINED = 0.08;
/** How often the provider sends the event of a payment five times. */
const EVENT_COMES_FIVE_TIMES = 0.1;
const POLL_ORDER_MS = 250;

/** One guest: looks at the menu, then orders with cash or by card, or books a table. */
export async function visit(dining: Dining, random: Random): Promise<void> {
  const { restaurant, locationIds, regulars, site, pages } = dining;
  const locationId = pickRandom(random, locationIds);
  const as = random() < IS_REGULAR ? pickRandom(random, regulars) : site;
  if (pages) await send(restaurant, 'look at the menu’s page', `/menu/${locationId}`, {});
  const found = await ask(restaurant, 'getLocation', { query: { locationId } }, { as, action: 'look at the location' });
  const menu = await ask(restaurant, 'getLocationMenu', { query: { locationId } }, { as, action: 'look at the menu' });
  if (!found.ok || !menu.ok) return;
  const fate = random();
  if (fate > ORDERS_CASH + PAYS_BY_CARD) return book(dining, locationId, as, random);

  const available = menu.body.items.filter((item) => item.isAvailable);
  const dishes: Record<string, number> = {};
  for (let n = randomBetween(random, 1, 4); n > 0; n--)
    dishes[pickRandom(random, available).id] = randomBetween(random, 1, 2);
  const key = randomUUID();
  const payload = {
    ...payloadFor(found.body.location, menu.body, {
      dishes,
      tipCents: randomBetween(random, 0, 4) * 100,
      customer: dining.newcomer?.() ?? { name: 'Evening Guest', email: `${key}@example.test`, phone: '(902) 555-0150' },
      // Identifies the order if its response is lost.
      ...(!dining.newcomer && { specialInstructions: key }),
    }),
    agreesToWait: true,
    ...(random() < dining.allergyShare && { allergies: [{ code: 'milk' as const }] }),
  };
  // With protection on, cash orders of unknown guests need a code, at night always.
  const paysCash = fate < ORDERS_CASH && !(dining.newcomer && as === site);
  if (paysCash)
    await orderCash(dining, {
      key,
      payload,
      as,
      wantsMore: random() < WANTS_MORE && as !== site,
      regrets: random() < CHANGES_MIND && as !== site,
    });
  else await payByCard(dining, { key, payload, as, random });
}

type Payload = ReturnType<typeof payloadFor>;

async function orderCash(
  { restaurant, promised }: Dining,
  {
    key,
    payload,
    as,
    wantsMore,
    regrets,
  }: {
    readonly key: string;
    readonly payload: Payload;
    readonly as: Headers;
    readonly wantsMore: boolean;
    readonly regrets: boolean;
  },
): Promise<void> {
  const request = { as, key, action: 'order in cash' };
  const order = { name: 'createCustomerOrderCash', body: { ...payload } } as const;
  promised.requested.add(key);
  const placed = await ask(restaurant, order.name, { body: order.body }, request);
  if (!placed.ok) return;
  const { orderId } = placed.body;
  promised.orders.set(key, {
    orderId,
    at: performance.now(),
    again: async () => {
      const again = await ask(
        restaurant,
        order.name,
        { body: order.body },
        { ...request, action: 'ask the same again' },
      );
      return again.ok ? again.body.orderId : null;
    },
  });
  const [first] = placed.body.order.items;
  if (wantsMore && first) {
    const change = [{ line: first.line, quantity: first.quantity + 1 }];
    const more = { orderId, version: placed.body.order.version, change };
    const expects = ['conflict', 'failed-precondition'];
    const changed = await ask(
      restaurant,
      'changeOrder',
      { body: more },
      { as, key: randomUUID(), action: 'change one’s order', expects },
    );
    if (changed.ok) promised.changed(orderId);
  }
  if (regrets)
    await ask(restaurant, 'cancelCustomerOrder', { body: { orderId } }, { as, action: 'cancel one’s order' });
}

async function payByCard(
  { restaurant, promised, pay }: Dining,
  { key, payload, as, random }: { key: string; payload: Payload; as: Headers; random: Random },
): Promise<void> {
  const body = { orderData: { ...payload, paymentMethod: 'online' as const } };
  promised.requested.add(key);
  const session = await ask(restaurant, 'createCustomerPayment', { body }, { as, key, action: 'go to pay by card' });
  if (!session.ok) return;
  const { sessionId, paymentUrl } = session.body;
  const press = async (card: string): Promise<boolean> => {
    const pressed = await send(restaurant, 'pay', new URL(paymentUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ card, action: 'pay' }).toString(),
    });
    if (pressed && pressed.status >= 500)
      restaurant.tally.errors.push(`pay: ${pressed.status} ${pressed.text.slice(0, 200)}`);
    return pressed !== null && pressed.status < 500;
  };
  if (pay) pay(sessionId);
  else if (random() < CARD_DECLINED) await press(CARDS.declined);
  if (!pay && !(await press(random() < EVENT_COMES_FIVE_TIMES ? CARDS.fiveTimes : CARDS.pays))) return;
  promised.paid.add(sessionId);
  const began = performance.now();
  const request = { as, action: 'ask for the paid order', expects: ['order-not-found', 'not-found'] };
  for (;;) {
    const found = await ask(restaurant, 'getOrderBySessionId', { body: { sessionId } }, request);
    if (found.ok) {
      restaurant.tally.done('from paying to the order', performance.now() - began);
      promised.orders.set(key, { orderId: found.body.orderId, at: performance.now(), again: null });
      return;
    }
    if (performance.now() - began > (restaurant.patienceMs ?? 60_000)) {
      restaurant.tally.errors.push(`the order of ${sessionId} never came`);
      return;
    }
    await pause(POLL_ORDER_MS);
  }
}

/** Books a table for tonight or one of the next evenings. */
async function book(
  { restaurant, promised, newcomer }: Dining,
  locationId: string,
  as: Headers,
  random: Random,
): Promise<void> {
  const partySize = randomBetween(random, 1, 6);
  const query = { locationId, partySize: String(partySize) };
  const days = await ask(restaurant, 'getReservationDays', { query }, { as, action: 'look at the days' });
  const free = days.ok ? days.body.days.filter((day) => day.state === 'free').slice(0, 14) : [];
  if (free.length === 0) return;
  const { date } = pickRandom(random, free);
  const times = await ask(
    restaurant,
    'getReservationSlots',
    { query: { ...query, date } },
    { as, action: 'look at the times' },
  );
  if (!times.ok || times.body.slots.length === 0) return;
  const slot = pickRandom(random, times.body.slots);
  const key = randomUUID();
  const body = {
    locationId,
    date: slot.date,
    time: slot.time,
    partySize,
    customerInfo: newcomer?.() ?? { name: 'Evening Guest', email: `${key}@example.test`, phone: '902-555-0151' },
    ...(!newcomer && { specialRequests: key }),
  };
  promised.requested.add(key);
  const booked = await ask(restaurant, 'createReservation', { body }, { as, key, action: 'book a table' });
  if (!booked.ok) return;
  promised.bookings.set(key, booked.body.reservation.reservationId);
}
