import { addCents, cents, type Cents } from '../core/money.ts';
import { spread, type Discount } from './discounts.ts';
import { lineNet, type PricedLine } from './priced-line.ts';

/** What points buy: `step` points take `worth` off an order. Without a worth they buy nothing. */
export interface PointsTerms {
  readonly step: number;
  readonly worth: Cents;
}

/** What points take off; only whole steps count. */
export function pointsWorth(points: number, { step, worth }: PointsTerms): Cents {
  return cents(Math.floor(Math.max(0, points) / step) * worth);
}

/** How many of a customer's points an order can use: whole steps, and at most what its dishes cost. */
export function usablePoints(balance: number, food: Cents, { step, worth }: PointsTerms): number {
  if (worth === 0) return 0;
  return Math.max(0, Math.min(Math.floor(balance / step), Math.floor(food / worth))) * step;
}

/** The price of dishes after what was taken off them. */
export function foodSum(lines: readonly PricedLine[]): Cents {
  return addCents(...lines.map(lineNet));
}

/** Takes points off what offers left of the lines, as exact amounts. */
export function pointsDiscounts(amount: Cents, lines: readonly PricedLine[]): Discount[] {
  return spread(amount, lines).flatMap((share, line): Discount[] =>
    share === 0 ? [] : [{ on: { line }, off: { amount: share }, kind: 'points', source: 'points', label: 'Points' }],
  );
}
