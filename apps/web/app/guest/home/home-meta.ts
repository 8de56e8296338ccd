import type { MetaDescriptor } from 'react-router';
import { pageMeta, type JsonLd } from '../../shared/site/seo.ts';
import { type Location, type RootData, mapHref } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { joinNames } from '../../ui/format.ts';
import { texts } from './texts.ts';
import { WEEK } from '../../shared/site/hours-text.tsx';

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
    description: `${texts.cooking(cuisine, places)} ${texts.order(offeredServices(locations))}`,
    path: paths.home(),
    jsonLd: root ? root.locations.map((location) => restaurant(root, location)) : [],
  });
}

/** Which services some location offers besides pickup. */
export function offeredServices(locations: readonly Location[]) {
  const some = (service: Location['services'][number]) => locations.some(({ services }) => services.includes(service));
  return { delivers: some('delivery'), seats: some('dine-in') };
}

function restaurant(root: RootData, location: Location): JsonLd {
  return {
    '@type': 'Restaurant',
    '@id': `${root.publicUrl}/#${location.id}`,
    name: `${root.site.name}, ${location.name}`,
    url: root.pagesUrl + paths.home(),
    telephone: location.phone,
    image: root.publicUrl + (root.site.heroUrl ?? '/share.png'),
    servesCuisine: root.site.cuisine || undefined,
    priceRange: root.site.priceRange || undefined,
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
    // Our own rating is left out: search engines penalise self-reported ratings.
    openingHoursSpecification: location.hours ? openingHoursSpecification(location.hours) : undefined,
    specialOpeningHoursSpecification: exceptionsSpecification(location.hoursExceptions),
  };
}

/** The weekly hours in the format of schema.org. */
export function openingHoursSpecification(week: NonNullable<Location['hours']>) {
  return WEEK.flatMap(({ day }) => {
    const hours = week[day];
    if (!hours || hours.closed) return [];
    return [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`,
        opens: hours.open,
        closes: hours.close,
      },
    ];
  });
}

/** Dates with different hours. In schema.org a closed day opens and closes at midnight. */
export function exceptionsSpecification(exceptions: Location['hoursExceptions']) {
  return exceptions.map(({ date, closed, open, close }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: closed || open === null ? '00:00' : open,
    closes: closed || close === null ? '00:00' : close,
  }));
}
