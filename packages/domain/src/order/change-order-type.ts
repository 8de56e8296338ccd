import { addMinutes, ok, say, type Result, fail } from '../core/index.ts';
import { isOrderTypeOffered, orderTypeGoesTo, type OrderType } from './order-types.ts';
import { moveWindow, type PromisedWindow } from './promise/promised-window.ts';

interface OrderToSwitch {
  readonly orderType: OrderType;
  readonly hasDriver: boolean;
}

/**
 * Checks that staff may change how the guest gets a placed order: pickup and delivery can be exchanged until the order is
 * handed over. An order at a table stays there.
 */
export function checkOrderTypeChange(
  { orderType, hasDriver }: OrderToSwitch,
  to: OrderType,
  features: readonly string[],
): Result<true> {
  if (orderTypeGoesTo(orderType, 'table') || orderTypeGoesTo(to, 'table')) {
    const text = say`Only pickup and delivery can be exchanged. Please place a new order for the table.`;
    return fail('invalid-argument', text, { field: 'orderType' });
  }
  if (!isOrderTypeOffered(features, to)) {
    return fail('invalid-argument', say`This location does not deliver.`, { field: 'orderType' });
  }
  if (hasDriver) {
    const text = say`A driver has taken this order. The driver returns it to the list first.`;
    return fail('failed-precondition', text);
  }
  return ok(true);
}

/**
 * The promise after a change of the order type. It moves by the minutes that the new type takes longer or shorter. If the
 * promise has passed, added minutes count from now. The new promise is never in the past.
 */
export function promiseAfterTypeChange(window: PromisedWindow, minutes: number, now: Date): PromisedWindow {
  const start = minutes > 0 && window.to < now ? now : window.to;
  const end = addMinutes(start, minutes);
  return moveWindow(window, end < now ? now : end);
}
