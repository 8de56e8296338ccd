import { cents, entryOf, humaniseCode, say, type Cents } from '../core/index.ts';
import type { TipBase } from '../pricing/tax-codes.ts';

/** The card details that a reader reports, for the receipt. */
export interface CardUsed {
  readonly brand: string;
  /** The last four digits; '' if unknown. */
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
  const name = entryOf(BRANDS, brand) ?? humaniseCode(brand);
  return last4 === '' ? name : say`${name} ending in ${last4}`;
}

/** Interac, Canada's debit cards: a refund needs the card in the reader, so it is never sent automatically. */
export function needsCardForRefund(brand: string | null): boolean {
  return brand === 'interac';
}

export const REFUND_NEEDS_CARD = say`Interac refunds need the card in the reader`;

/**
 * The share of a partial payment on which a percentage tip at the card reader is calculated, before or with tax as the
 * location has set.
 */
export function tipBaseOfPayment(
  part: Cents,
  bill: {
    readonly subtotal: Cents;
    readonly discount: Cents;
    readonly tax: Cents;
    /** The tax included in its prices. */
    readonly taxIn?: Cents;
    readonly total: Cents;
  },
  tipBase: TipBase,
): Cents {
  const afterDiscounts = bill.subtotal - bill.discount;
  const tipBaseOfBill = tipBase === 'before-tax' ? afterDiscounts - (bill.taxIn ?? 0) : afterDiscounts + bill.tax;
  return bill.total <= 0 ? part : cents(Math.min(part, Math.max(1, Math.round((part * tipBaseOfBill) / bill.total))));
}
