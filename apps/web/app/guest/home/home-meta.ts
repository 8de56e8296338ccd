import type { MetaDescriptor } from 'react-router';
import { say } from '@tiffin/domain/core';
import { restaurantJsonLd } from '../../shared/site/restaurant-json-ld.ts';
import { pageMeta } from '../../shared/site/seo.ts';
import { offeredServices, type Location, type RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { joinNames } from '../../ui/format.ts';

// An owner types the cuisine and the names, so no sentence may depend on their grammar: 'Bakery', 'Thai', 'Le Plateau'.
const titleText = (cuisine: string, places: string) => (cuisine === '' ? places : say`${places}: ${cuisine}`);

const orderText = ({ delivers, seats }: { delivers: boolean; seats: boolean }) =>
  delivers
    ? seats
      ? say`Order online for pickup or delivery, or book a table.`
      : say`Order online for pickup or delivery.`
    : seats
      ? say`Order online for pickup, or book a table.`
      : say`Order online for pickup.`;

/** `Mile End and Mill Village` */
function locationNamesText(locations: readonly Location[]): string {
  return joinNames(locations.map((location) => location.name));
}

export function aboutText(locations: readonly Location[], cuisine: string): string {
  const places = locationNamesText(locations);
  if (cuisine !== '') return say`${cuisine} food from ${places}.`;
  return locations.length === 1 ? say`Our restaurant: ${places}.` : say`Our restaurants: ${places}.`;
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
    description: `${aboutText(locations, cuisine)} ${orderText(offeredServices(locations))}`,
    path: paths.home(),
    jsonLd: root ? root.locations.map((location) => restaurantJsonLd(root, location)) : [],
  });
}
