import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@tiffin/domain/core';
import { randomBetween } from '@tiffin/demo/history/random';
import type { WireOrder as OrderOf } from '@tiffin/contract/order/order-answer';
import type { Headers } from '@tiffin/server/testing/sign-in';
import { ask, type Restaurant } from './person.ts';
import { collectOnTwoTablets, makeDishes } from './kitchen.ts';
import type { Promised } from './promises.ts';

/** A member of staff at a location, and what they need. */
export interface Shift {
  readonly restaurant: Restaurant;
  readonly promised: Promised;
  readonly staff: Headers;
  readonly manager: Headers;
  /** The ids of the kitchen's stations; without them one cook does everything. */
  readonly stations?: readonly string[];
  /** Two tablets take the cash of this share of the orders. */
  readonly secondTabletShare?: number;
  readonly random: Random;
  /** How long each step takes. */
  readonly pace: readonly [least: number, most: number];
}

const IS_SENT_AWAY = 0.04;
const REFUND_SHARE = 0.03;
const IS_CHANGED = 0.15;
const IS_PAID_IN_PARTS = 0.4;
const COMES_TO_NOTHING = ['conflict', 'failed-precondition', 'more-than-due'];

/** The kitchen takes an order through its statuses, the till takes the payment, and sometimes a manager acts. */
export async function serve(shift: Shift, orderId: string): Promise<void> {
  const { restaurant, staff, manager, random } = shift;
  const step = (status: 'preparing' | 'completed') =>
    ask(restaurant, 'updateOrderStatus', { body: { orderId, status } }, { as: staff, action: `step to ${status}` });
  await work(shift);
  if (random() < IS_SENT_AWAY) {
    const body = { orderId, cancelReason: 'Out of lamb' };
    await ask(restaurant, 'cancelOrder', { body }, { as: manager, action: 'cancel an order' });
    return;
  }
  const started = await step('preparing');
  if (!started.ok) return;
  await work(shift);
  if (random() < IS_CHANGED) await change(shift, started.body.order);
  const ready = await makeDishes(shift, started.body.order);
  if (!ready) return;
  await work(shift);
  if (ready.paymentStatus === 'unpaid' && random() < (shift.secondTabletShare ?? 0)) {
    await collectOnTwoTablets(shift, ready);
  } else if (ready.paymentStatus !== 'paid' && random() < IS_PAID_IN_PARTS) {
    await takeInParts(shift, ready.billId);
  } else if (ready.paymentStatus === 'unpaid') {
    const request = { as: staff, key: randomUUID(), action: 'take the money' };
    await ask(restaurant, 'processOrderPayment', { body: { orderId } }, request);
  }
  await step('completed');
  if (random() < REFUND_SHARE) {
    const refund = { orderId, items: [{ line: 1, quantity: 1 }], reason: 'It was cold' };
    await ask(
      restaurant,
      'refundOrderItems',
      { body: refund },
      { as: manager, key: randomUUID(), action: 'give a dish back' },
    );
  }
}

/** The guests order one more of the first dish, or one fewer. */
async function change(
  { restaurant, promised, manager, random }: Shift,
  { orderId, version, items }: Pick<OrderOf, 'orderId' | 'version' | 'items'>,
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const quantity = first.quantity > 1 && random() < 0.5 ? first.quantity - 1 : first.quantity + 1;
  const why = quantity < first.quantity ? 'The guest changed their mind' : undefined;
  const body = { orderId, version, change: [{ line: first.line, quantity }], why };
  const request = { as: manager, key: randomUUID(), action: 'change an order', expects: COMES_TO_NOTHING };
  const changed = await ask(restaurant, 'changeOrder', { body }, request);
  if (changed.ok) promised.changed(orderId);
}

/** Pays a third with cash, the rest and a tip by debit. */
async function takeInParts({ restaurant, promised, staff }: Shift, billId: string): Promise<void> {
  const read = await ask(restaurant, 'getBill', { query: { billId } }, { as: staff, action: 'read a bill' });
  if (!read.ok || read.body.bill.due <= 0) return;
  const { due } = read.body.bill;
  const coins = Math.round((due * 100) / 3) / 100;
  const parts = [
    { tender: 'cash', amount: coins },
    { tender: 'debit', amount: Math.round((due - coins) * 100) / 100, tip: 2 },
  ] as const;
  for (const part of parts) {
    const request = { as: staff, key: randomUUID(), action: 'take a part of a bill', expects: COMES_TO_NOTHING };
    const taken = await ask(restaurant, 'addPayment', { body: { billId, ...part } }, request);
    if (taken.ok) promised.taken.add(taken.body.paymentId);
  }
}

/** The host seats a party. */
export async function seat(shift: Shift, reservationId: string): Promise<void> {
  const { restaurant, staff, random } = shift;
  await work(shift);
  const body = { reservationId, status: 'seated' as const, tableNumber: String(randomBetween(random, 1, 20)) };
  await ask(restaurant, 'updateReservationStatus', { body }, { as: staff, action: 'seat a party' });
}

async function work({ random, pace: [least, most] }: Shift): Promise<void> {
  await pause(randomBetween(random, least, most));
}
