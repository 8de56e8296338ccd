import { cents, type Cents } from '../core/money.ts';

export type DecimalSign = '.' | ',';

/** Longer is no price, and is not looked at. */
const LONGEST = 40;

/** Without what stands before or after an amount, a currency and blanks, and without what parts its thousands. */
function bare(text: string): string {
  if (text.length > LONGEST) return '';
  return text
    .replace(
      /^[\s$€£]*(?:CA\$|CAD|USD|EUR|GBP|AUD|NZD|CHF)?[\s$€£]*|[\s$€£]*(?:CAD|USD|EUR|GBP|AUD|NZD|CHF)?[\s$€£]*$/gi,
      '',
    )
    .replace(/[\s\u00A0’'](?=\d{3}(?:\D|$))/g, '');
}

/** Which sign parts the cents in a file, by the most of its prices that say so; a point where none does. */
export function decimalSignOf(prices: readonly string[]): DecimalSign {
  let commas = 0;
  for (const price of prices) {
    const sign = /([.,])\d{1,2}$/.exec(bare(price))?.[1];
    if (sign) commas += sign === ',' ? 1 : -1;
  }
  return commas > 0 ? ',' : '.';
}

/** '12,95', '$1,234.50': an amount, or null. With two figures after it a sign parts the cents, whatever others do. */
export function priceOf(text: string, sign: DecimalSign): Cents | null {
  const digits = bare(text);
  const own = /([.,])\d{1,2}$/.exec(digits)?.[1] ?? sign;
  const thousands = own === '.' ? ',' : '.';
  const pattern =
    own === '.' ? /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/ : /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;
  const [, whole, part = ''] = pattern.exec(digits) ?? [];
  if (whole === undefined || whole.length > 12) return null;
  return cents(Number(whole.replaceAll(thousands, '')) * 100 + Number(part.padEnd(2, '0')));
}

export function priceText(price: Cents): string {
  return (price / 100).toFixed(2);
}
