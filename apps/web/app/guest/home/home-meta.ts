import type { MetaDescriptor } from 'react-router';
import { say } from '@tiffin/domain/core';
import { restaurantJsonLd } from '../../shared/site/restaurant-json-ld.ts';
import { pageMeta } from '../../shared/site/seo.ts';
import { offeredServices, type Location, type RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { joinNames } from '../../ui/locale.ts';

// An owner types the cuisine and the names, so no sentence may depend on their grammar: 'Bakery', 'Thai', 'Le Plateau'.
const titleText = (cuisine: string, places: string) => (cuisine === '' ? places : say`${places}: ${cuisine}`);

/** What guests can do here. */
function servicesSentence({ delivers, seats }: { delivers: boolean; seats: boolean }): string {
  if (delivers)
    return seats ? say`Pick it up, have it delivered, or book a table.` : say`Pick it up, or have it delivered.`;
  return seats ? say`Pick it up, or book a table.` : say`Pick it up.`;
}

/** `Mile End and Mill Village` */
function locationNamesText(locations: readonly Location[]): string {
  return joinNames(locations.map((location) => location.name));
}

/** The restaurant in two sentences. */
export function aboutText(locations: readonly Location[], cuisine: string): string {
  const places = locationNamesText(locations);
  const about =
    cuisine !== ''
      ? say`${cuisine} food from ${places}.`
      : locations.length === 1
        ? say`Our restaurant: ${places}.`
        : say`Our restaurants: ${places}.`;
  return `${about} ${servicesSentence(offeredServices(locations))}`;
}

export function homeMeta(root: RootData | undefined): MetaDescriptor[] {
  const locations = root?.locations ?? [];
  const cuisine = root?.site.cuisine ?? '';
  const places = locationNamesText(locations);
  if (root && locations.length === 0) {
    return pageMeta(root, {
      title: say`Opening soon`,
      description: say`${root.site.name} is getting ready. Please come back soon.`,
      path: paths.home(),
    });
  }
  return pageMeta(root, {
    title: titleText(cuisine, places),
    description: aboutText(locations, cuisine),
    path: paths.home(),
    // Search engines read it in the page that the server sends, so browsers need not load its code.
    jsonLd: import.meta.env.SSR && root ? root.locations.map((location) => restaurantJsonLd(root, location)) : [],
  });
}
