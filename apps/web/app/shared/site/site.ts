import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import { addressLine } from '@tiffin/domain/locations';
import type { Answer } from '../api/api.ts';
import type { Me } from '../api/server-context.ts';

/** A link to the location on a map. On a phone it opens the phone's own map app. */
export function mapHref(location: Parameters<typeof addressLine>[0] & Partial<Pick<Location, 'name' | 'country'>>) {
  const { name, city, country } = location;
  const query = new URLSearchParams({
    api: '1',
    query: [addressLine({ ...location, city: city || name }), country].filter(Boolean).join(', '),
  });
  return `https://www.google.com/maps/search/?${query.toString()}`;
}

export type Site = Answer<'getSite'>['site'];
export type Location = Answer<'getLocations'>['locations'][number] & {
  /** The table at which this phone orders. */
  readonly tableId?: string;
};

export interface RootData {
  readonly site: Site;
  readonly locations: readonly Location[];
  readonly me: Me;
  /** False while the database is unavailable, when the user cannot be identified. */
  readonly isSessionLoaded: boolean;
  readonly publicUrl: string;
  /** The base address of this language's pages. */
  readonly pagesUrl: string;
  readonly year: number;
}

/** The last root data of this browser, so that an error page can still show the restaurant. Never set on the server. */
let lastValue: RootData | null = null;

/** The same for code outside a page; null before the first page is shown. */
export function lastRootData(): RootData | null {
  return lastValue;
}

/** `null` only on an error page that failed before the root data was loaded. */
export function useRootDataIfAny(): RootData | null {
  const data = useRouteLoaderData<RootData>('root');
  useEffect(() => {
    if (data) lastValue = data;
  }, [data]);
  return data ?? lastValue;
}

export function useRootData(): RootData {
  const data = useRootDataIfAny();
  if (!data) throw new Error('root data is missing');
  return data;
}

/** The location that a visitor sees first; undefined in a restaurant without locations. */
export function defaultLocation({ site, locations }: Pick<RootData, 'site' | 'locations'>): Location | undefined {
  return locations.find(({ id }) => id === site.defaultLocationId) ?? locations[0];
}

export function offeredServices(locations: readonly Location[]) {
  const some = (service: Location['services'][number]) => locations.some(({ services }) => services.includes(service));
  return { delivers: some('delivery'), seats: some('dine-in') };
}

export function useSite(): Site {
  return useRootData().site;
}

export function useLocations(): readonly Location[] {
  return useRootData().locations;
}

export function useMe(): Me {
  const data = useRootDataIfAny();
  // The specification fixes this message; the root is the provider.
  if (!data) throw new Error('useAuth must be used within an AuthProvider');
  return data.me;
}
