import { LOCALE } from './format.ts';

const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

/** 0.425 → '42.5%'; in French '42,5 %'. */
export function formatPercent(share: number): string {
  return percents.format(share);
}
