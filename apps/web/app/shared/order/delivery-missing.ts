import type { Cents } from '@tiffin/domain/core';
import { amountUntilFreeDelivery, amountUntilMinimum, deliveryFee, type ZoneTerms } from '@tiffin/domain/delivery';
import { formatMoney } from '../../ui/format.ts';
import { deliveryMissingTexts as texts } from './delivery-missing-texts.ts';

/** What is missing to the minimum or to free delivery; null if the fee stays. The menu and the cart say the same. */
export function deliveryMissingText(terms: ZoneTerms, food: Cents): string | null {
  const missing = amountUntilMinimum(terms, food);
  if (missing > 0) return texts.toMinimum(formatMoney(missing), formatMoney(terms.minimum));
  if (deliveryFee(terms, food) === 0) return texts.free;
  const more = amountUntilFreeDelivery(terms, food);
  return more === null ? null : texts.toFree(formatMoney(more));
}
