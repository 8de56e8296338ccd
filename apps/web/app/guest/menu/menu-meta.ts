import type { MetaDescriptor } from 'react-router';
import { toDollars, say } from '@tiffin/domain/core';
import { restaurantJsonLd } from '../../shared/site/restaurant-json-ld.ts';
import { pageMeta, type JsonLd } from '../../shared/site/seo.ts';
import type { Location, RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { LOCALE } from '../../ui/format.ts';
import type { Dish, Menu } from '../../shared/dish/dish.ts';

/** Our specification [C-SEO-01] lists no more dishes for search engines. These find the others on the page itself. */
const MOST_DISHES = 15;

export function menuMeta(root: RootData | undefined, location: Location, menu: Menu): MetaDescriptor[] {
  const path = paths.menu(location.id);
  return pageMeta(root, {
    title: say`Menu, ${location.name}`,
    description: say`Every dish at ${location.name} with its price, heat and allergens. Order for pickup, delivery or your table.`,
    path,
    breadcrumbs: [{ name: say`Menu`, path }],
    // Search engines read it in the page that the server sends, so browsers need not load its code.
    jsonLd: import.meta.env.SSR
      ? [...(root ? [restaurantJsonLd(root, location)] : []), menuOf(root, location, menu)]
      : [],
  });
}

/** The menu by category. If not all dishes can be listed, the specials are chosen first. */
function menuOf(root: RootData | undefined, location: Location, menu: Menu): JsonLd {
  const topDishes = menu.dishes.toSorted((a, b) => Number(b.special) - Number(a.special)).slice(0, MOST_DISHES);
  return {
    '@type': 'Menu',
    name: root ? `${root.site.name}, ${location.name}` : location.name,
    url: `${root?.pagesUrl ?? ''}${paths.menu(location.id)}`,
    inLanguage: LOCALE,
    hasMenuSection: menu.categories.flatMap((category) => {
      const dishes = topDishes.filter((dish) => dish.category === category.id);
      if (dishes.length === 0) return [];
      return [{ '@type': 'MenuSection', name: category.name, hasMenuItem: dishes.map((dish) => menuItem(dish, root)) }];
    }),
  };
}

const DIETS = { vegan: 'VeganDiet', vegetarian: 'VegetarianDiet', 'non-veg': null } as const;

function menuItem(dish: Dish, root: RootData | undefined) {
  const diets = [DIETS[dish.diet], dish.glutenFree ? 'GlutenFreeDiet' : null].filter((diet) => diet !== null);
  return {
    '@type': 'MenuItem',
    name: dish.name,
    description: dish.description || undefined,
    offers: {
      '@type': 'Offer',
      price: toDollars(dish.price).toFixed(2),
      priceCurrency: root?.site.currency,
      availability: `https://schema.org/${dish.available ? 'InStock' : 'OutOfStock'}`,
    },
    suitableForDiet: diets.length > 0 ? diets.map((diet) => `https://schema.org/${diet}`) : undefined,
  };
}
