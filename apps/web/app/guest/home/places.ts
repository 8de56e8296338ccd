import type { Location } from '../../shared/site/site.ts';

const list = new Intl.ListFormat('en-CA', { type: 'conjunction' });

/** `New Glasgow and Truro Heights` */
export function placesText(locations: readonly Location[]): string {
  return list.format(locations.map((location) => location.name));
}
