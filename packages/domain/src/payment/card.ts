import { say } from '../core/language.ts';
import { cents, type Cents } from '../core/money.ts';
import { entryOf, plainWord } from '../core/variants.ts';
import type { TipBase } from '../pricing/tax-codes.ts';

/** A card as its reader saw it: enough for a receipt. */
export interface CardUsed {
  readonly brand: string;
  /** Its last four digits; '' where nobody said. */
  readonly last4: string;
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
};

/** 'Visa ending in 4242' */
export function cardText({ brand, last4 }: CardUsed): string {
  const name = entryOf(BRANDS, brand) ?? plainWord(brand);
  return last4 === '' ? name : say`${name} ending in ${last4}`;
}

/** Canada's debit cards take money back only with the card in the reader, so it never goes back by itself. */
export function needsCardForRefund(brand: string | null): boolean {
  return brand === 'interac';
}

export const NEEDS_CARD = say`Interac gives money back only with the card in the reader`;

/** What of a part a tip in per cent is of, at the reader: tax is in it or not, as the place reckons its tips. */
export function tipOnOfPart(
  part: Cents,
  bill: {
    readonly subtotal: Cents;
    readonly discount: Cents;
    readonly tax: Cents;
    /** What of its prices is tax. */
    readonly taxIn?: Cents;
    readonly total: Cents;
  },
  tipBase: TipBase,
): Cents {
  const afterDiscounts = bill.subtotal - bill.discount;
  const of = tipBase === 'before-tax' ? afterDiscounts - (bill.taxIn ?? 0) : afterDiscounts + bill.tax;
  return bill.total <= 0 ? part : cents(Math.min(part, Math.max(1, Math.round((part * of) / bill.total))));
}
