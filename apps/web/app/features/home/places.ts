import type { Location } from '../../lib/site.ts';

const list = new Intl.ListFormat('en-CA', { type: 'conjunction' });

/** `New Glasgow and Truro Heights` */
export function placesText(locations: readonly Location[]): string {
  return list.format(locations.map((location) => location.name));
}

/** Any map will do; this address opens the phone's own. */
export function mapHref(location: Location): string {
  const query = new URLSearchParams({
    api: '1',
    query: `${location.address}, ${location.name}, NS ${location.postalCode}`,
  });
  return `https://www.google.com/maps/search/?${query}`;
}
