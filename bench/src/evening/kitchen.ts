import { setTimeout as pause } from 'node:timers/promises';
import type { WireOrder as OrderOf } from '@tiffin/contract/order/order-answer';
import { randomBetween } from '@tiffin/demo/history/random';
import type { Headers } from '@tiffin/server/testing/sign-in';
import { ask, type Restaurant } from './person.ts';
import type { Shift } from './staff.ts';

interface NewStation {
  readonly name: string;
  readonly categories?: readonly string[];
  readonly itemIds?: readonly string[];
  readonly isDefault?: boolean;
}

/** Creates stations at a location and returns their ids. */
export async function openStations(
  restaurant: Restaurant,
  locationId: string,
  manager: Headers,
  stations: readonly NewStation[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { categories = [], itemIds = [], ...station } of stations) {
    const body = { locationId, ...station, categories: [...categories], itemIds: [...itemIds] };
    const saved = await ask(restaurant, 'saveStation', { body }, { as: manager });
    if (!saved.ok) throw new Error(`the station ${station.name} was refused: ${saved.code}`);
    ids.push(saved.body.station.stationId);
  }
  return ids;
}

const UNCONFIRMED = ['allergy-unconfirmed'];
const IS_RECALLED = 0.1;

/** The kitchen makes the dishes. Returns the ready order, or null if it was refused. */
export async function makeDishes(shift: Shift, started: OrderOf): Promise<OrderOf | null> {
  const { restaurant, staff, random, stations = [] } = shift;
  const { orderId } = started;
  if (started.awaitsAllergyCheck) {
    if (await markReady(shift, orderId)) {
      restaurant.tally.errors.push(`${orderId} was ready before a person confirmed its dishes`);
    }
    await confirmDishes(shift, orderId);
  }
  if (stations.length === 0) {
    const body = { orderId, line: 1, done: true };
    const request = { as: staff, action: 'strike a line through', expects: UNCONFIRMED };
    await ask(restaurant, 'strikeOrderItem', { body }, request);
    return finish(shift, orderId);
  }
  const ready = (await bumpAll(shift, orderId)) ?? (await finish(shift, orderId));
  const [recalling] = stations;
  if (!ready || recalling === undefined || random() > IS_RECALLED) return ready;
  const body = { orderId, stationId: recalling };
  await ask(restaurant, 'recallTicket', { body }, { as: staff, action: 'recall a ticket' });
  return (await bumpAll(shift, orderId)) ?? (await finish(shift, orderId));
}

async function confirmDishes({ restaurant, staff }: Shift, orderId: string): Promise<void> {
  await ask(restaurant, 'confirmAllergies', { body: { orderId } }, { as: staff, action: 'confirm dishes' });
}

async function markReady({ restaurant, staff }: Shift, orderId: string): Promise<OrderOf | null> {
  const body = { orderId, status: 'ready' as const };
  const request = { as: staff, action: 'step to ready', expects: UNCONFIRMED };
  const ready = await ask(restaurant, 'updateOrderStatus', { body }, request);
  return ready.ok ? ready.body.order : null;
}

/** An order that its guest changed meanwhile must be confirmed again. */
async function finish(shift: Shift, orderId: string): Promise<OrderOf | null> {
  const ready = await markReady(shift, orderId);
  if (ready) return ready;
  await confirmDishes(shift, orderId);
  return markReady(shift, orderId);
}

/** All stations bump their dishes at once. Returns the order if that made it ready. */
async function bumpAll(shift: Shift, orderId: string): Promise<OrderOf | null> {
  const { restaurant, staff, stations = [] } = shift;
  const answers = await Promise.all(
    stations.map((stationId) =>
      ask(
        restaurant,
        'bumpLines',
        { body: { orderId, stationId, done: true } },
        { as: staff, action: 'bump', expects: UNCONFIRMED },
      ),
    ),
  );
  return (
    answers.flatMap((answer) => (answer.ok ? [answer.body.order] : [])).find(({ status }) => status === 'ready') ?? null
  );
}

const BOTH_TOOK_IT = 0.5;

/**
 * Two tablets took the cash of an order while they were offline, and send it when they are back. The server accepts
 * one; the other is asked, and records its money if its person took it too.
 */
export async function collectOnTwoTablets(shift: Shift, { orderId, due }: OrderOf): Promise<void> {
  const { restaurant, promised, staff, manager, random, pace } = shift;
  const collected = Math.round(due * 20) / 20;
  const send = async (as: Headers) => {
    await pause(randomBetween(random, ...pace));
    const body = { orderId, paymentData: { method: 'cash' }, collected };
    const request = { as, action: 'take cash offline', expects: ['already-paid'] };
    return ask(restaurant, 'processOrderPayment', { body }, request);
  };
  const answers = await Promise.all([send(staff), send(manager)]);
  if (!answers.some(({ ok }) => ok)) return;
  if (answers.every(({ ok }) => ok)) restaurant.tally.errors.push(`${orderId}: both tablets took the same money`);
  promised.collected.set(orderId, 1);
  if (random() > BOTH_TOOK_IT) return;
  const body = { orderId, paymentData: { method: 'cash' }, collected, takenAnyway: true };
  const second = await ask(restaurant, 'processOrderPayment', { body }, { as: manager, action: 'take it too' });
  if (second.ok) promised.collected.set(orderId, 2);
}
