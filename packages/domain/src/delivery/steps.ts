import { say, sayNow } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { keysOf, plainWord } from '../core/variants.ts';
import type { OrderStatus } from '../order/statuses.ts';

/** How it is brought: what comes after each step. Nobody drives it yet while it has none. */
const STEPS = {
  taken: { label: say`Taken by a driver`, news: null, next: ['waiting', 'on-the-way'] },
  'on-the-way': { label: say`On the way`, news: say`is on its way to you`, next: ['at-door', 'delivered', 'failed'] },
  'at-door': { label: say`At the door`, news: say`is at your door`, next: ['delivered', 'failed'] },
  // whoever holds it in their hands needs no message
  delivered: { label: say`Delivered`, news: null, next: [] },
  failed: { label: say`Could not be delivered`, news: say`could not be delivered`, next: [] },
} as const;

export type DeliveryState = keyof typeof STEPS;
/** What a driver says of it: a step, or that somebody else shall take it. */
export type DeliveryStep = DeliveryState | 'waiting';

export const DELIVERY_STATES = keysOf<DeliveryState>(STEPS);
export const DELIVERY_STEPS: readonly DeliveryStep[] = ['waiting', ...DELIVERY_STATES];

export function deliveryLabel(state: string): string {
  return sayNow(
    DELIVERY_STATES.find((each) => each === state) ? STEPS[state as DeliveryState].label : plainWord(state),
  );
}

/** Where it is put down when nobody opens; what is still to be collected is handed over. */
export function doorText(order: {
  readonly due: number;
  readonly deliveryInfo?: { readonly leaveAtDoor?: boolean | undefined } | undefined;
}): string | null {
  return order.deliveryInfo?.leaveAtDoor && order.due <= 0 ? say`Leave at the door` : null;
}

/** What its guest is told of a step, as the end of a sentence about their order; null: nothing. */
export function deliveryNews(state: DeliveryState): string | null {
  const { news } = STEPS[state];
  return news && sayNow(news);
}

export function isDelivered(state: DeliveryState | null): boolean {
  return state === 'delivered' || state === 'failed';
}

export interface Trip {
  readonly state: DeliveryState | null;
  readonly driverId: string | null;
  readonly driver: string;
  readonly status: OrderStatus;
}

/**
 * Whether somebody takes this step; `changed` is false where it stands there already by them: a step that was pressed
 * twice, or arrives twice, is one. An order is one driver's until they give it back. Whoever `leads` the place says what
 * became of it for a driver who cannot, and puts it back on the list, also after it has left.
 */
export function decideStep(
  trip: Trip,
  to: DeliveryStep,
  by: string,
  { leads = false }: { readonly leads?: boolean } = {},
): Result<{ readonly changed: boolean }> {
  const { state, driverId, status } = trip;
  const refuse = (words: string) => err(failure('failed-precondition', words));
  const isAnothers = state !== null && driverId !== by;
  if (isAnothers && (!leads || to === 'taken')) {
    const text = trip.driver ? say`${trip.driver} brings this order.` : say`Somebody else brings this order.`;
    return err(failure('conflict', text, { field: 'driver' }));
  }
  if (to === (state ?? 'waiting')) return ok({ changed: false });
  if (status === 'cancelled') return refuse(say`This order was cancelled: it is not brought any more.`);
  if (state === null) {
    return to === 'taken' ? ok({ changed: true }) : refuse(say`Somebody has to take this order first.`);
  }
  if (leads && to === 'waiting' && !isDelivered(state)) return ok({ changed: true });
  const next: readonly DeliveryStep[] = STEPS[state].next;
  if (!next.includes(to)) {
    const [was, requested] = [deliveryLabel(state), deliveryLabel(to)];
    return refuse(say`From “${was}” it does not go to “${requested}”.`);
  }
  if (to === 'on-the-way' && status !== 'ready' && status !== 'completed') {
    return refuse(say`The kitchen has not finished this order yet.`);
  }
  return ok({ changed: true });
}

/** When a step was taken, as the device says it: never before the order, nor after now. */
export function stepTaken(message: Date | null, ordered: Date, now: Date): Date {
  if (message === null || message > now) return now;
  return message < ordered ? ordered : message;
}

/** Why it came back. */
export const FAILED_REASONS = [
  say`Nobody came to the door`,
  say`The address could not be found`,
  say`The guest did not want it`,
] as const;
export const FAILED_NOTE_MOST = 200;
