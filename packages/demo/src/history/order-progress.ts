import type { Random } from '@tiffin/domain/core';
import {
  orderTypeGoesTo,
  PREPARATION_MINUTES,
  defaultPrepMinutes,
  type OrderStatus,
  type OrderType,
} from '@tiffin/domain/order';
import { randomBetween, WeightedRandom } from './random.ts';
import type { Millis, PastOrder, PastStatusChange } from './record.ts';

const MINUTE = 60_000;

/** The share of cancelled orders, and of those cancelled while pending. */
const CANCELLED_SHARE = 0.036;
const CANCELLED_BEFORE_COOKING_SHARE = 0.72;

const cancelReasons = new WeightedRandom([
  ['Customer requested cancellation', 38],
  ['Ordered by mistake', 17],
  ['Customer no-show', 12],
  ['Could not reach the customer', 9],
  ['Wrong location', 9],
  ['Kitchen too busy', 8],
  ['Out of an ingredient', 7],
]);

export type OrderProgress = Pick<
  PastOrder,
  'status' | 'steps' | 'estimatedReadyAt' | 'prepStartAt' | 'readyAt' | 'completedAt' | 'cancelledAt' | 'cancelReason'
>;

/** Returns what happened to an order until `until`. */
export function simulateService(
  random: Random,
  placedAt: Millis,
  orderType: OrderType,
  dishes: number,
  atTill: boolean,
  until: Millis,
): OrderProgress {
  const accepted = placedAt + randomWait(random, atTill ? 0.4 : 1, atTill ? 2.5 : 7);
  const cooked = accepted + randomWait(random, 7 + Math.min(dishes, 14), 22 + Math.min(dishes, 20) * 1.4);
  const handedOver = cooked + handOverWait(random, orderType);
  const cancelled = random() < CANCELLED_SHARE ? cancelMoment(random, placedAt, accepted, cooked) : Infinity;

  const steps: PastStatusChange[] = [];
  let status: OrderStatus | null = null;
  const step = (to: OrderStatus, at: Millis): Millis | null => {
    if (at > until || at >= cancelled) return null;
    steps.push({ from: status, to, at });
    status = to;
    return at;
  };
  step('pending', placedAt);
  const prepStartAt = step('preparing', accepted);
  const readyAt = step('ready', cooked);
  const completedAt = step('completed', handedOver);
  const cancelledAt = cancelled <= until ? cancelled : null;
  if (cancelledAt !== null) {
    steps.push({ from: status, to: 'cancelled', at: cancelledAt });
    status = 'cancelled';
  }
  return {
    status: status ?? 'pending',
    steps,
    // Starting never moves the promise later.
    estimatedReadyAt: Math.min(
      placedAt + defaultPrepMinutes(orderType, dishes) * MINUTE,
      (prepStartAt ?? Infinity) + PREPARATION_MINUTES * MINUTE,
    ),
    prepStartAt,
    readyAt,
    completedAt,
    cancelledAt,
    cancelReason: cancelledAt === null ? null : cancelReasons.draw(random),
  };
}

/** Returns a random wait in milliseconds, usually short and sometimes long. */
function randomWait(random: Random, least: number, most: number): Millis {
  return Math.round((least + (most - least) * random() * random()) * MINUTE);
}

function handOverWait(random: Random, orderType: OrderType): Millis {
  if (orderTypeGoesTo(orderType, 'address')) return randomWait(random, 12, 45);
  if (orderTypeGoesTo(orderType, 'table')) return randomWait(random, 22, 75);
  return randomWait(random, 0.5, 24);
}

/** A time while the order is pending or preparing, but never once it is ready. */
function cancelMoment(random: Random, placedAt: Millis, accepted: Millis, cooked: Millis): Millis {
  return random() < CANCELLED_BEFORE_COOKING_SHARE
    ? randomBetween(random, placedAt + 1, accepted)
    : randomBetween(random, accepted + 1, cooked);
}
