import { say, type Cents } from '@tiffin/domain/core';
import { amountUntilFreeDelivery, amountUntilMinimum, deliveryFee, type ZoneTerms } from '@tiffin/domain/delivery';
import { formatMoney } from '../../ui/format.ts';

/** What is missing to the minimum or to free delivery; null if the fee stays. The menu and the cart say the same. */
export function deliveryMissingText(terms: ZoneTerms, food: Cents): string | null {
  const missing = amountUntilMinimum(terms, food);
  if (missing > 0) return say`${formatMoney(missing)} more to reach the minimum of ${formatMoney(terms.minimum)}.`;
  if (deliveryFee(terms, food) === 0) return say`Delivery is free.`;
  const more = amountUntilFreeDelivery(terms, food);
  return more === null ? null : say`${formatMoney(more)} more and delivery is free.`;
}
