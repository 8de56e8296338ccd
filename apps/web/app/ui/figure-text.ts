import type { Cents } from '@tiffin/domain/core';
import { moneyText as inCurrency } from '@tiffin/domain/stats';
import { currency } from './format.ts';

/** A figure in the house's currency: '$1,235' of a revenue, '$12.50' of an average. */
export function moneyText(amount: Cents, kind: Parameters<typeof inCurrency>[1]): string {
  return inCurrency(amount, kind, currency);
}
