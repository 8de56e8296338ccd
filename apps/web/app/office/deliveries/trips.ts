import { toDollars, type Cents } from '@tiffin/domain/core';
import { DELIVERY_STEPS, type DeliveryState, type DeliveryStep } from '@tiffin/domain/delivery';
import type { Answer } from '../../shared/api/api.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import { callOutCode } from '@tiffin/domain/order';
import { texts } from './texts.ts';

export type Deliveries = Answer<'getDeliveries'>;
export type Trip = Deliveries['deliveries'][number];
export type Colleague = NonNullable<Deliveries['colleagues']>[number];

export function deliveryState({ order }: Trip): DeliveryState | null {
  return order.deliveryInfo?.courier?.state ?? null;
}

/** Sends or queues a step, with the time it was pressed. */
export function sendDeliveryStep(
  { order }: Trip,
  step: DeliveryStep,
  { note, collected }: { readonly note?: string; readonly collected?: Cents } = {},
) {
  const doneAt = serverNow().toISOString();
  return sendOrQueue<'stepDelivery'>(
    {
      call: 'stepDelivery',
      body: {
        orderId: order.orderId,
        step,
        doneAt,
        ...(note && { note }),
        // Sends the collected amount too, because another sum may be due when a queued step arrives.
        ...(collected !== undefined && { paidInCash: true, collected: toDollars(collected) }),
      },
    },
    texts.about(callOutCode(order.orderId), step),
  );
}

/** Sends or queues handing a delivery over to a colleague. */
export function sendHandOver({ order }: Trip, to: Colleague) {
  return sendOrQueue<'handOverDelivery'>(
    { call: 'handOverDelivery', body: { orderId: order.orderId, driverId: to.driverId } },
    texts.handOver.about(callOutCode(order.orderId), to.name),
  );
}

/** The list with all queued steps applied. */
export function withQueuedSteps(
  deliveries: readonly Trip[],
  waiting: readonly QueuedChange[],
  me: { readonly driverId: string; readonly name: string },
  colleagues: readonly Colleague[] = [],
): Trip[] {
  return deliveries.map((trip) =>
    waiting.reduce((now, change) => {
      if (!change.isStuck && change.call === 'handOverDelivery' && change.body.orderId === trip.order.orderId) {
        const { driverId } = change.body;
        const name = colleagues.find((each) => each.driverId === driverId)?.name ?? '';
        return { order: now.order, driver: { driverId, name } };
      }
      if (change.isStuck || change.call !== 'stepDelivery' || change.body.orderId !== trip.order.orderId) return now;
      const { step, paidInCash } = change.body;
      return afterStep(now, step, me, { paidInCash: paidInCash === true, at: new Date(change.madeAt).toISOString() });
    }, trip),
  );
}

function afterStep(
  { order, driver }: Trip,
  message: string,
  me: { readonly driverId: string; readonly name: string },
  { paidInCash, at }: { readonly paidInCash: boolean; readonly at: string },
): Trip {
  const step = DELIVERY_STEPS.find((each) => each === message);
  if (!step) return { order, driver };
  const { courier: _before, ...info } = order.deliveryInfo ?? { address: '', instructions: '' };
  return {
    order: {
      ...order,
      ...(paidInCash && { due: 0 }),
      deliveryInfo: { ...info, ...(step !== 'waiting' && { courier: { state: step, at } }) },
    },
    // A step recorded for a driver leaves the delivery with that driver.
    driver: step === 'waiting' ? null : (driver ?? me),
  };
}
