import { intervalsOf } from '@tiffin/domain/hours';
import { offersReservations } from '@tiffin/domain/reservation';
import type { OrderType } from '@tiffin/domain/order';
import { paths } from '../../paths.ts';
import { WEEK } from './hours-text.tsx';
import type { JsonLd } from './seo.ts';
import { mapHref, type Location, type RootData } from './site.ts';

const DELIVERY_METHODS: Readonly<Partial<Record<OrderType, string>>> = {
  pickup: 'http://purl.org/goodrelations/v1#DeliveryModePickUp',
  delivery: 'http://purl.org/goodrelations/v1#DeliveryModeOwnFleet',
};

/**
 * A location for search engines. The address of a location (`url`) is that of its menu, because it has no other page.
 * `pagesUrl` contains the language of the page. The id does not, so that it is the same on every page.
 */
export function restaurantJsonLd(root: RootData, location: Location): JsonLd {
  const page = root.pagesUrl + paths.menu(location.id);
  const { point } = location;
  return {
    '@type': 'Restaurant',
    '@id': `${root.publicUrl}${paths.menu(location.id)}#restaurant`,
    name: `${root.site.name}, ${location.name}`,
    url: page,
    telephone: location.phone,
    image: root.publicUrl + rasterImage(root.site.heroUrl),
    servesCuisine: root.site.cuisine || undefined,
    priceRange: root.site.priceRange || undefined,
    currenciesAccepted: root.site.currency,
    hasMenu: page,
    // Google reads the older name.
    menu: page,
    hasMap: mapHref(location),
    acceptsReservations: offersReservations(location),
    address: {
      '@type': 'PostalAddress',
      streetAddress: location.address,
      // Search engines expect a locality. A location is mostly named after its own.
      addressLocality: location.city || location.name,
      addressRegion: location.region || undefined,
      postalCode: location.postalCode,
      addressCountry: location.country,
    },
    geo: point ? { '@type': 'GeoCoordinates', latitude: point.lat, longitude: point.lng } : undefined,
    // Our own rating is left out: search engines penalise self-reported ratings.
    openingHoursSpecification: location.hours ? openingHoursSpecification(location.hours) : undefined,
    specialOpeningHoursSpecification: exceptionsSpecification(location.hoursExceptions),
    potentialAction: actionsOf(root, location),
  };
}

/** Search engines do not show vector pictures, so those are replaced by the sharing picture. */
function rasterImage(heroUrl: string | null): string {
  return heroUrl === null || heroUrl.toLowerCase().endsWith('.svg') ? '/share.png' : heroUrl;
}

/** Where a guest orders and books. */
function actionsOf(root: RootData, location: Location) {
  const order = {
    '@type': 'OrderAction',
    target: entryPoint(root.pagesUrl + paths.menu(location.id)),
    deliveryMethod: location.services.flatMap((service) => DELIVERY_METHODS[service] ?? []),
  };
  const reserve = {
    '@type': 'ReserveAction',
    target: entryPoint(root.pagesUrl + paths.reservations({ location: location.id })),
    result: { '@type': 'FoodEstablishmentReservation' },
  };
  return offersReservations(location) ? [order, reserve] : [order];
}

function entryPoint(url: string) {
  return {
    '@type': 'EntryPoint',
    urlTemplate: url,
    actionPlatform: ['https://schema.org/DesktopWebPlatform', 'https://schema.org/MobileWebPlatform'],
  };
}

/** The weekly hours in the format of schema.org. */
export function openingHoursSpecification(week: NonNullable<Location['hours']>) {
  return WEEK.flatMap(({ day }) => {
    const hours = week[day];
    return (hours ? intervalsOf(hours) : []).map(({ open, close }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`,
      opens: open,
      closes: close,
    }));
  });
}

const MIDNIGHT = { open: '00:00', close: '00:00' };

/** Dates with different hours. In schema.org a closed day opens and closes at midnight. */
export function exceptionsSpecification(exceptions: Location['hoursExceptions']) {
  return exceptions.flatMap(({ date, closed, open, close, more = [] }) => {
    const intervals = closed || open === null || close === null ? [MIDNIGHT] : [{ open, close }, ...more];
    return intervals.map((hours) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: date,
      validThrough: date,
      opens: hours.open,
      closes: hours.close,
    }));
  });
}
