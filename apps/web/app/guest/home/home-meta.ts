import type { MetaDescriptor } from 'react-router';
import { exceptionsSpecification, openingHoursSpecification } from '../../shared/site/hours-text.tsx';
import { pageMeta, type JsonLd } from '../../shared/site/seo.ts';
import { type Location, type RootData, mapHref } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { texts } from './texts.ts';

const list = new Intl.ListFormat('en-CA', { type: 'conjunction' });

/** `New Glasgow and Truro Heights` */
export function placesText(locations: readonly Location[]): string {
  return list.format(locations.map((location) => location.name));
}

export function homeMeta(root: RootData | undefined): MetaDescriptor[] {
  const places = placesText(root?.locations ?? []);
  return pageMeta(root, {
    title: texts.title(places),
    description: texts.description(places),
    path: paths.home(),
    jsonLd: root ? root.locations.map((location) => restaurant(root, location)) : [],
  });
}

function restaurant(root: RootData, location: Location): JsonLd {
  return {
    '@type': 'Restaurant',
    '@id': `${root.publicUrl}/#${location.id}`,
    name: `${root.site.name}, ${location.name}`,
    url: root.publicUrl + paths.home(),
    telephone: location.phone,
    servesCuisine: texts.cuisine,
    currenciesAccepted: root.site.currency,
    hasMenu: root.publicUrl + paths.menu(location.id),
    hasMap: mapHref(location),
    acceptsReservations: location.services.includes('dine-in'),
    address: {
      '@type': 'PostalAddress',
      streetAddress: location.address,
      addressLocality: location.city || location.name,
      addressRegion: location.region || undefined,
      postalCode: location.postalCode,
      addressCountry: location.country,
    },
    // Not the rating we give ourselves: search engines take that for a lie.
    openingHoursSpecification: location.hours ? openingHoursSpecification(location.hours) : undefined,
    specialOpeningHoursSpecification: exceptionsSpecification(location.hoursExceptions),
  };
}
