import { toDollars, type Cents } from '@tiffin/domain/core';
import { DELIVERY_STEPS, type DeliveryState, type DeliveryStep } from '@tiffin/domain/delivery';
import type { Answer, Body } from '../../shared/api/api.ts';
import type { Change } from '../../shared/offline/changes.ts';
import { serverNow } from '../../shared/live/server-clock.ts';

export type Deliveries = Answer<'getDeliveries'>;
export type Trip = Deliveries['deliveries'][number];
export type Colleague = NonNullable<Deliveries['colleagues']>[number];

export function deliveryState({ order }: Trip): DeliveryState | null {
  return order.deliveryInfo?.courier?.state ?? null;
}

export const DELIVERIES_KEY = ['deliveries'] as const;

/** A step of a delivery, with the time it was pressed. */
export function deliveryStepOf(
  { order }: Trip,
  step: DeliveryStep,
  { note, collected }: { readonly note?: string; readonly collected?: Cents } = {},
): Body<'stepDelivery'> {
  return {
    orderId: order.orderId,
    step,
    doneAt: serverNow().toISOString(),
    ...(note && { note }),
    // Sends the collected amount too, because another sum may be due when a queued step arrives.
    ...(collected !== undefined && { paidInCash: true, collected: toDollars(collected) }),
  };
}

/** The trips with a change that this person made. */
export function withTripChange(
  trips: readonly Trip[],
  { call, body }: Change,
  at: string,
  me: NonNullable<Trip['driver']>,
  colleagues: readonly Colleague[],
): readonly Trip[] {
  if (call !== 'handOverDelivery' && call !== 'stepDelivery') return trips;
  return trips.map((trip) => {
    if (trip.order.orderId !== body.orderId) return trip;
    if (call === 'stepDelivery') return afterStep(trip, body.step, me, { paidInCash: body.paidInCash === true, at });
    const name = colleagues.find((each) => each.driverId === body.driverId)?.name ?? '';
    return { order: trip.order, driver: { driverId: body.driverId, name } };
  });
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
