import type { Cents } from '../core/money.ts';

/** A dish below this number of sold portions is not judged. */
export const MIN_JUDGED_UNITS = 30;
/** A dish is popular from this part of an equal share of the portions of its category. */
const POPULAR_SHARE = 0.7;

/** Where a dish is in the chart of its category, by how often it is sold and what a portion earns. */
export const MARGIN_PLACES = ['keep', 'loved', 'show-more', 'neither', 'too-few', 'no-cost'] as const;
export type MarginPlace = (typeof MARGIN_PLACES)[number];

/** The sales of a dish in a period. `cost` is null if some of its portions have no cost. */
export interface SoldDish {
  readonly units: number;
  readonly net: Cents;
  readonly cost: Cents | null;
}

/** The lines that divide the chart of a category: popular from these units on, and the mean that a portion earns. */
export interface MarginLimits {
  readonly popularUnits: number;
  /** Per portion, in cents. Not rounded. */
  readonly meanMargin: number;
}

/** The limits of a category; null if none of its dishes can be judged. */
export function marginLimits(dishes: readonly SoldDish[]): MarginLimits | null {
  const judged = dishes.filter(isJudged);
  const units = judged.reduce((sum, dish) => sum + dish.units, 0);
  if (units === 0) return null;
  const earned = judged.reduce((sum, { net, cost }) => sum + net - cost, 0);
  return { popularUnits: (POPULAR_SHARE * units) / judged.length, meanMargin: earned / units };
}

export function marginPlace(dish: SoldDish, limits: MarginLimits | null): MarginPlace {
  if (dish.cost === null) return 'no-cost';
  if (dish.units < MIN_JUDGED_UNITS || limits === null) return 'too-few';
  const isPopular = dish.units >= limits.popularUnits;
  const earnsWell = (dish.net - dish.cost) / dish.units >= limits.meanMargin;
  if (isPopular) return earnsWell ? 'keep' : 'loved';
  return earnsWell ? 'show-more' : 'neither';
}

function isJudged(dish: SoldDish): dish is SoldDish & { readonly cost: Cents } {
  return dish.cost !== null && dish.units >= MIN_JUDGED_UNITS;
}
