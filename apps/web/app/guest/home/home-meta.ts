import type { MetaDescriptor } from 'react-router';
import { openingHoursSpecification } from '../../shared/site/hours-text.ts';
import { pageMeta, type JsonLd } from '../../shared/site/seo.ts';
import type { Location, RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { mapHref } from '../../shared/site/map-href.ts';
import { placesText } from './places.ts';
import { texts } from './texts.ts';

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
      addressLocality: location.name,
      addressRegion: 'NS',
      postalCode: location.postalCode,
      addressCountry: 'CA',
    },
    openingHoursSpecification: location.hours ? openingHoursSpecification(location.hours) : undefined,
    aggregateRating:
      location.reviewCount > 0
        ? { '@type': 'AggregateRating', ratingValue: location.rating, reviewCount: location.reviewCount }
        : undefined,
  };
}
