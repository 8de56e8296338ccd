import { toDollars, type Cents } from '@tiffin/domain/core';
import { DELIVERY_STEPS, type DeliveryState, type DeliveryStep } from '@tiffin/domain/delivery';
import type { Answer, Body } from '../../shared/api/api.ts';
import type { Change } from '../../shared/offline/changes.ts';
import { serverNow } from '../../shared/live/server-clock.ts';

export type Deliveries = Answer<'getDeliveries'>;
export type Trip = Deliveries['deliveries'][number];
export type Colleague = NonNullable<Deliveries['colleagues']>[number];

/** How far a delivery is; null while no driver has taken it. */
export function deliveryState({ order }: Trip): DeliveryState | null {
  return order.deliveryInfo?.courier?.state ?? null;
}

export const DELIVERIES_KEY = ['deliveries'] as const;

/** What a driver adds to a step. */
export interface StepDetails {
  readonly note?: string;
  /** The cash taken at the door; absent if the guest paid nothing now. */
  readonly collected?: Cents;
}

/** A step of a delivery, with the time it was pressed. */
export function deliveryStepOf(
  { order }: Trip,
  step: DeliveryStep,
  { note, collected }: StepDetails = {},
): Body<'stepDelivery'> {
  return {
    orderId: order.orderId,
    step,
    doneAt: serverNow().toISOString(),
    note: note || undefined,
    // Sends the collected amount too, because another sum may be due when a queued step arrives.
    paidInCash: collected === undefined ? undefined : true,
    collected: collected === undefined ? undefined : toDollars(collected),
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

/** The trip after a step, until the server has answered. */
function afterStep(
  { order, driver }: Trip,
  stepName: string,
  me: { readonly driverId: string; readonly name: string },
  { paidInCash, at }: { readonly paidInCash: boolean; readonly at: string },
): Trip {
  const step = DELIVERY_STEPS.find((each) => each === stepName);
  if (!step) return { order, driver };
  const info = order.deliveryInfo ?? { address: '', instructions: '' };
  const courier = step === 'waiting' ? undefined : { state: step, at };
  return {
    order: { ...order, due: paidInCash ? 0 : order.due, deliveryInfo: { ...info, courier } },
    // A step recorded for a driver leaves the delivery with that driver.
    driver: step === 'waiting' ? null : (driver ?? me),
  };
}
