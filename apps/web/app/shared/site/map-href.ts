import type { Location } from './site.ts';

/** Any map will do; this address opens the phone's own. */
export function mapHref({ address, name, postalCode }: Pick<Location, 'address' | 'name' | 'postalCode'>): string {
  const query = new URLSearchParams({ api: '1', query: `${address}, ${name}, NS ${postalCode}` });
  return `https://www.google.com/maps/search/?${query.toString()}`;
}
