import { humaniseCode, keysOf, ok, say, sayNow, type Result, fail } from '../core/index.ts';
import type { OrderStatus } from '../order/statuses.ts';

/** The states of a delivery and the steps that may follow. Without a state, no driver has taken it. */
const STEPS = {
  taken: { label: say`Taken by a driver`, news: null, next: ['waiting', 'on-the-way'] },
  'on-the-way': { label: say`On the way`, news: say`is on its way to you`, next: ['at-door', 'delivered', 'failed'] },
  'at-door': { label: say`At the door`, news: say`is at your door`, next: ['delivered', 'failed'] },
  // The guest has the food and needs no message.
  delivered: { label: say`Delivered`, news: null, next: [] },
  failed: { label: say`Could not be delivered`, news: say`could not be delivered`, next: ['returned'] },
  // The guest was notified of the failure before. The restaurant decides about the food and the money.
  returned: { label: say`Back at the restaurant`, news: null, next: ['waiting'] },
} as const;

export type DeliveryState = keyof typeof STEPS;
/** A step of a driver: a new state, or 'waiting' to return the order to the list. */
export type DeliveryStep = DeliveryState | 'waiting';

export const DELIVERY_STATES = keysOf<DeliveryState>(STEPS);
export const DELIVERY_STEPS: readonly DeliveryStep[] = ['waiting', ...DELIVERY_STATES];

/** The name of a state. It accepts any text, because a browser tab can be older than the server. */
export function deliveryLabel(state: string): string {
  const known = DELIVERY_STATES.find((each) => each === state);
  return sayNow(known ? STEPS[known].label : humaniseCode(state));
}

/** The text for an order to leave at the door. If money is due, the order is handed over instead. */
export function leaveAtDoorText(order: {
  readonly due: number;
  readonly deliveryInfo?: { readonly leaveAtDoor?: boolean | undefined } | undefined;
}): string | null {
  return order.deliveryInfo?.leaveAtDoor && order.due <= 0 ? say`Leave at the door` : null;
}

/** What the guest is notified about, as the end of a sentence about the order; null for nothing. */
export function deliveryNews(state: DeliveryState): string | null {
  const { news } = STEPS[state];
  return news && sayNow(news);
}

/** True if nobody has the order on the way any more. After a failure the driver still has to bring it back. */
export function isDeliveryOver(state: DeliveryState | null): boolean {
  return state === 'delivered' || state === 'returned';
}

/** Where a delivery is, and who has it. */
export interface DeliveryProgress {
  readonly state: DeliveryState | null;
  readonly driverId: string | null;
  /** The driver's name. */
  readonly driver: string;
  readonly status: OrderStatus;
}

/**
 * Checks a step of a delivery. `changed` is false if the delivery is already in that state, so a repeated request has
 * no effect. An order belongs to one driver until they return it. A manager (`leads`) can report the result for a
 * driver who cannot, and return the order to the list even after it has left.
 */
export function decideDeliveryStep(
  trip: DeliveryProgress,
  step: DeliveryStep,
  actingDriverId: string,
  { leads = false }: { readonly leads?: boolean } = {},
): Result<{ readonly changed: boolean }> {
  const { state, driverId, status } = trip;
  const refuse = (words: string) => fail('failed-precondition', words);
  const isOfOtherDriver = state !== null && driverId !== actingDriverId;
  if (isOfOtherDriver && (!leads || step === 'taken')) {
    const text = trip.driver
      ? say`${trip.driver} is delivering this order.`
      : say`Somebody else is delivering this order.`;
    return fail('conflict', text, { field: 'driver' });
  }
  if (step === (state ?? 'waiting')) return ok({ changed: false });
  if (status === 'cancelled') return refuse(say`This order was cancelled and will not be delivered.`);
  if (state === null) {
    return step === 'taken' ? ok({ changed: true }) : refuse(say`A driver has to take this order first.`);
  }
  // A failed delivery returns to the restaurant first, which decides about the food and the money.
  const isOnTheWay = !isDeliveryOver(state) && state !== 'failed';
  if (leads && step === 'waiting' && isOnTheWay) return ok({ changed: true });
  const next: readonly DeliveryStep[] = STEPS[state].next;
  if (!next.includes(step)) {
    const [was, requested] = [deliveryLabel(state), deliveryLabel(step)];
    return refuse(say`A delivery cannot go from “${was}” to “${requested}”.`);
  }
  if (step === 'on-the-way' && status !== 'ready' && status !== 'completed') {
    return refuse(say`The kitchen has not finished this order yet.`);
  }
  return ok({ changed: true });
}

/**
 * Checks that a delivery may go to another driver, wherever it is on its way. The driver hands it over, or a manager.
 * `changed` is false if that driver has it already.
 */
export function decideHandOver(
  trip: DeliveryProgress,
  actingId: string,
  { toDriverId, leads }: { readonly toDriverId: string; readonly leads: boolean },
): Result<{ readonly changed: boolean }> {
  const { state, driverId, driver, status } = trip;
  const refuse = (words: string) => fail('failed-precondition', words);
  if (state === null) return refuse(say`A driver has to take this order first.`);
  if (driverId === toDriverId) return ok({ changed: false });
  if (driverId !== actingId && !leads) {
    const text = driver ? say`${driver} is delivering this order.` : say`Somebody else is delivering this order.`;
    return fail('conflict', text, { field: 'driver' });
  }
  if (isDeliveryOver(state)) return refuse(say`This delivery is over. It cannot go to somebody else.`);
  return status === 'cancelled'
    ? refuse(say`This order was cancelled and will not be delivered.`)
    : ok({ changed: true });
}

/** The time of a step as reported by the device, limited to between the order and now. */
export function clampStepTime(reportedAt: Date | null, orderedAt: Date, now: Date): Date {
  if (reportedAt === null || reportedAt > now) return now;
  return reportedAt < orderedAt ? orderedAt : reportedAt;
}

export const FAILED_DELIVERY_REASONS = [
  say`Nobody came to the door`,
  say`The address could not be found`,
  say`The guest did not want it`,
] as const;
/** The longest note of a driver: why a delivery failed, or why the cash handed in differs. */
export const MAX_DELIVERY_NOTE_LENGTH = 200;
