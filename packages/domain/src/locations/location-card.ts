import { currentLocale, say, type Cents } from '../core/index.ts';
import { featureName } from './features.ts';

export const FEATURES_SHOWN = 4;

/** The names of the first features, and '+3 more' for the rest. */
export function featureChips(features: readonly string[]): { shown: readonly string[]; more: string | null } {
  const rest = features.length - FEATURES_SHOWN;
  return { shown: features.slice(0, FEATURES_SHOWN).map(featureName), more: rest > 0 ? say`+${rest} more` : null };
}

/** 'Since 2019', from the opening date; null without one. */
export function sinceText(openingDate: string | null): string | null {
  const year = /^(\d{4})-/.exec(openingDate ?? '')?.[1];
  return year === undefined ? null : say`Since ${year}`;
}

export function managerText(manager: string | null): string {
  return manager?.trim() || say`TBD`;
}

export function showsRating(rating: number | null): boolean {
  return rating !== null && rating > 0;
}

export interface LocationFigures {
  readonly isActive: boolean;
  readonly rating: number | null;
  readonly totalOrders: number;
  readonly monthlyRevenue: Cents;
}

/** The figures above the list of locations. */
export function locationTiles(locations: readonly LocationFigures[]) {
  const rated = locations.flatMap(({ rating }) => (rating !== null && rating > 0 ? [rating] : []));
  const revenue = locations.reduce((sum, location) => sum + location.monthlyRevenue, 0);
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false } as const;
  const thousands = (Math.round(revenue / 10_000) / 10).toLocaleString(currentLocale(), options);
  return {
    totalLocations: locations.length,
    activeLocations: locations.filter((location) => location.isActive).length,
    averageRating: rated.length === 0 ? 0 : Math.round((rated.reduce((sum, r) => sum + r, 0) / rated.length) * 10) / 10,
    totalOrders: locations.reduce((sum, location) => sum + location.totalOrders, 0),
    monthlyRevenue: say`${thousands}K`,
  };
}
