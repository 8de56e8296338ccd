import { HOME_CURRENCY, type Cents } from '../core/money.ts';
import { largeOrderTotal } from '../restaurant/currency.ts';

export type Urgency = 'high' | 'medium' | 'normal';

/** The first matching entry wins. */
const URGENCY = [
  { urgency: 'high', shareOfLarge: 1, itemsAbove: 5 },
  { urgency: 'medium', shareOfLarge: 0.5, itemsAbove: 3 },
] as const;

/** 'high' plays the urgent sound. `largeTotal` is the total from which an order counts as large. */
export function urgencyOf(total: Cents, items: number, largeTotal: Cents = largeOrderTotal(HOME_CURRENCY)): Urgency {
  return (
    URGENCY.find((entry) => total > entry.shareOfLarge * largeTotal || items > entry.itemsAbove)?.urgency ?? 'normal'
  );
}
