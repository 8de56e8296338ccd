import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import { placeLine } from '@tiffin/domain/locations';
import type { Answer } from '../api/api.ts';
import type { Me } from '../api/server-context.ts';

/** Any map will do; this address opens the phone's own. */
export function mapHref(
  location: Parameters<typeof placeLine>[0] & Partial<Pick<Location, 'name' | 'country'>>,
): string {
  const { name, city, country } = location;
  const query = new URLSearchParams({
    api: '1',
    query: [placeLine({ ...location, city: city || name }), country].filter(Boolean).join(', '),
  });
  return `https://www.google.com/maps/search/?${query.toString()}`;
}

export type Site = Answer<'getSite'>['site'];
export type Location = Answer<'getLocations'>['locations'][number];

/** What every page knows. */
export interface RootData {
  readonly site: Site;
  readonly locations: readonly Location[];
  readonly me: Me;
  /** While the database is away nobody knows who is there. */
  readonly isMeKnown: boolean;
  readonly publicUrl: string;
  /** Where the pages of this language begin. */
  readonly pagesUrl: string;
  readonly year: number;
}

/** What this browser was last told: an error page still knows who we are. Never set on the server. */
let lastValue: RootData | null = null;

/** The same for what runs outside a page; null before any page has shown itself. */
export function lastRootData(): RootData | null {
  return lastValue;
}

/** `null` only on an error page that failed before anything was known. */
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

export function useSite(): Site {
  return useRootData().site;
}

export function useLocations(): readonly Location[] {
  return useRootData().locations;
}

export function useMe(): Me {
  const data = useRootDataIfAny();
  // The specification's words for it; what provides us with who is there is the root.
  if (!data) throw new Error('useAuth must be used within an AuthProvider');
  return data.me;
}
