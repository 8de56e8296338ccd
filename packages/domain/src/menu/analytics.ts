import { averageCents, sumOf, ZERO } from '../core/index.ts';
import type { MenuItem } from './item.ts';
import type { DishHeat } from './spice.ts';

/** Figures about the dishes of a menu. */
export function menuAnalytics(items: readonly MenuItem[]) {
  const count = (matches: (item: MenuItem) => boolean) => items.filter(matches).length;
  const heat = (level: DishHeat) => count((item) => item.spiceLevel === level);
  const prices = items.map((item) => item.price).toSorted((a, b) => a - b);
  const available = count((item) => item.isAvailable);
  return {
    totalItems: items.length,
    availableItems: available,
    unavailableItems: items.length - available,
    categoriesCount: new Set(items.map((item) => item.category)).size,
    averagePrice: averageCents(sumOf(prices), prices.length),
    priceRange: { min: prices[0] ?? ZERO, max: prices.at(-1) ?? ZERO },
    dietaryOptions: {
      vegetarian: count((item) => item.isVegetarian),
      vegan: count((item) => item.isVegan),
      glutenFree: count((item) => item.isGlutenFree),
    },
    spiceLevels: { none: heat('none'), mild: heat('mild'), medium: heat('medium'), hot: heat('hot') },
    popularItems: items.filter((item) => item.isPopular).map(({ id, name, price }) => ({ id, name, price })),
  };
}
