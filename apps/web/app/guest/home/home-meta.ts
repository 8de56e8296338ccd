import type { MetaDescriptor } from 'react-router';
import { restaurantJsonLd } from '../../shared/site/restaurant-json-ld.ts';
import { pageMeta } from '../../shared/site/seo.ts';
import type { Location, RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { joinNames } from '../../ui/format.ts';
import { texts } from './texts.ts';

/** `Mile End and Mill Village` */
export function locationNamesText(locations: readonly Location[]): string {
  return joinNames(locations.map((location) => location.name));
}

export function homeMeta(root: RootData | undefined): MetaDescriptor[] {
  const locations = root?.locations ?? [];
  const cuisine = root?.site.cuisine ?? '';
  const places = locationNamesText(locations);
  if (root && locations.length === 0) {
    return pageMeta(root, { title: texts.soon, description: texts.soonText(root.site.name), path: paths.home() });
  }
  return pageMeta(root, {
    title: texts.title(cuisine, places),
    description: `${texts.cooking(cuisine, places, locations.length)} ${texts.order(offeredServices(locations))}`,
    path: paths.home(),
    jsonLd: root ? root.locations.map((location) => restaurantJsonLd(root, location)) : [],
  });
}

/** Which services some location offers besides pickup. */
export function offeredServices(locations: readonly Location[]) {
  const some = (service: Location['services'][number]) => locations.some(({ services }) => services.includes(service));
  return { delivers: some('delivery'), seats: some('dine-in') };
}
