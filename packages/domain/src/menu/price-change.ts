import { cents, percentOf, type Cents } from '../core/index.ts';

/** The ending of prices after a change; '' does not round. */
export const PRICE_ENDINGS = ['', '.05', '.10', '.50', '.95', '.99'] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** A change of many prices by an amount or a percentage; negative values lower them. */
export type PriceChange = ({ readonly by: Cents } | { readonly percent: number }) & { readonly ending: PriceEnding };

export const MAX_PRICE_CHANGE = { percent: 100, by: cents(100_000) } as const;

/** The distance between prices with this ending, and the lowest one. */
const ROUNDED: Readonly<Record<PriceEnding, { readonly step: number; readonly from: number }>> = {
  '': { step: 1, from: 1 },
  '.05': { step: 5, from: 5 },
  '.10': { step: 10, from: 10 },
  '.50': { step: 50, from: 50 },
  '.95': { step: 100, from: 95 },
  '.99': { step: 100, from: 99 },
};

/** The price after the change, rounded to the nearest price with the ending, up if in doubt. It is never zero. */
export function applyPriceChange(price: Cents, change: PriceChange): Cents {
  const by = 'by' in change ? change.by : Math.sign(change.percent) * percentOf(price, Math.abs(change.percent));
  const { step, from } = ROUNDED[change.ending];
  return cents(from + step * Math.max(0, Math.floor((price + by - from) / step + 0.5)));
}
