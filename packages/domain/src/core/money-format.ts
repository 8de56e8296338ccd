import { keptFormat } from './formats.ts';

/** Amounts with the sign of their currency: '$12.50', '€12.50'; '12,50 $' in French. */
export function moneyFormat(currency: string, decimals = 2): Intl.NumberFormat {
  const look = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return keptFormat(`${currency} ${decimals}`, (locale) => new Intl.NumberFormat(locale, look));
}
