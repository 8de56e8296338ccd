import type { Cents } from '../core/money.ts';
import { digitsOf, NAME_MIN, normalisePhone, PHONE_DIGITS_MAX } from '../people/index.ts';
import { isSumCorrect, type PriceFigure } from '../pricing/check-price.ts';
import { NAME_LIMIT } from './contact.ts';
import { MAX_ORDER_TOTAL, ORDER_TEXTS } from './texts.ts';

// Checks of an order's fields, used by the API and by the till before sending. Texts must be trimmed; null means valid.

export function customerNameProblem(name: string): string | null {
  if (name === '') return ORDER_TEXTS.name;
  if (name.length < NAME_MIN) return ORDER_TEXTS.nameShort;
  return name.length < NAME_LIMIT ? null : ORDER_TEXTS.nameLong;
}

export function customerPhoneProblem(phone: string): string | null {
  if (digitsOf(phone).length > PHONE_DIGITS_MAX) return ORDER_TEXTS.phoneLong;
  return normalisePhone(phone) === null ? ORDER_TEXTS.phone : null;
}

export function totalProblem(
  bill: Readonly<Record<PriceFigure, Cents>> & {
    readonly off?: Cents | undefined;
    readonly charges?: Cents | undefined;
  },
): string | null {
  // A total of zero is valid if a discount covers all of it.
  if (bill.total < 0 || (bill.total === 0 && !bill.off)) return ORDER_TEXTS.total;
  if (bill.total > MAX_ORDER_TOTAL) return ORDER_TEXTS.totalLarge;
  return isSumCorrect(bill) ? null : ORDER_TEXTS.sum;
}
