import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@tiffin/domain/core';
import { between } from '@tiffin/demo/history/dice';
import type { Headers } from '@tiffin/server/testing/sign-in';
import { ask, type Restaurant } from './person.ts';

/** One who works at a location, and what is to be done there. */
export interface Shift {
  readonly restaurant: Restaurant;
  readonly staff: Headers;
  readonly manager: Headers;
  readonly random: Random;
  /** How long one thing takes. */
  readonly pace: readonly [least: number, most: number];
}

const IS_SENT_AWAY = 0.04;
const IS_GIVEN_BACK = 0.03;

/** The kitchen takes an order through its steps; the till takes the money; now and then a manager is asked. */
export async function serve(shift: Shift, orderId: string): Promise<void> {
  const { restaurant, staff, manager, random } = shift;
  const step = (status: 'preparing' | 'ready' | 'completed') =>
    ask(restaurant, 'updateOrderStatus', { body: { orderId, status } }, { as: staff, action: `step to ${status}` });
  await work(shift);
  if (random() < IS_SENT_AWAY) {
    const body = { orderId, cancelReason: 'Out of lamb' };
    await ask(restaurant, 'cancelOrder', { body }, { as: manager, action: 'cancel an order' });
    return;
  }
  const begun = await step('preparing');
  if (!begun.ok) return;
  await work(shift);
  const body = { orderId, line: 1, done: true };
  await ask(restaurant, 'strikeOrderItem', { body }, { as: staff, action: 'strike a line through' });
  const ready = await step('ready');
  if (!ready.ok) return;
  await work(shift);
  if (ready.body.order.paymentStatus === 'unpaid') {
    const wish = { as: staff, key: randomUUID(), action: 'take the money' };
    await ask(restaurant, 'processOrderPayment', { body: { orderId } }, wish);
  }
  await step('completed');
  if (random() < IS_GIVEN_BACK) {
    const refund = { orderId, items: [{ line: 1, quantity: 1 }], reason: 'It was cold' };
    await ask(
      restaurant,
      'refundOrderItems',
      { body: refund },
      { as: manager, key: randomUUID(), action: 'give a dish back' },
    );
  }
}

/** The host brings the guests to their table. */
export async function seat(shift: Shift, reservationId: string): Promise<void> {
  const { restaurant, staff, random } = shift;
  await work(shift);
  const body = { reservationId, status: 'seated' as const, tableNumber: String(between(random, 1, 20)) };
  await ask(restaurant, 'updateReservationStatus', { body }, { as: staff, action: 'seat a party' });
}

async function work({ random, pace: [least, most] }: Shift): Promise<void> {
  await pause(between(random, least, most));
}
