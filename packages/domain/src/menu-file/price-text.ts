import { cents, type Cents } from '../core/money.ts';

export type DecimalSign = '.' | ',';

/** Longer texts are not parsed. */
const LONGEST = 40;

/** Removes a currency, spaces and thousands separators from an amount. */
function bare(text: string): string {
  if (text.length > LONGEST) return '';
  return text
    .replace(
      /^[\s$€£]*(?:CA\$|CAD|USD|EUR|GBP|AUD|NZD|CHF)?[\s$€£]*|[\s$€£]*(?:CAD|USD|EUR|GBP|AUD|NZD|CHF)?[\s$€£]*$/gi,
      '',
    )
    .replace(/[\s\u00A0’'](?=\d{3}(?:\D|$))/g, '');
}

/** The decimal separator that most prices of a file use; a point if unclear. */
export function decimalSignOf(prices: readonly string[]): DecimalSign {
  let commas = 0;
  for (const price of prices) {
    const sign = /([.,])\d{1,2}$/.exec(bare(price))?.[1];
    if (sign) commas += sign === ',' ? 1 : -1;
  }
  return commas > 0 ? ',' : '.';
}

/**
 * Parses '12,95' or '$1,234.50'; null if it is no amount. A separator before the last one or two digits is always the
 * decimal separator, whatever the rest of the file uses.
 */
export function parsePrice(text: string, sign: DecimalSign): Cents | null {
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
