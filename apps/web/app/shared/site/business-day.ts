import type { DateText } from '@tiffin/domain/core';
import { businessDayOf, lastDayEnd } from '@tiffin/domain/stats';
import { useServerNow } from '../live/server-clock.ts';
import type { Location } from './site.ts';

/** Which business day it is at one of these locations, or at all of them, by the server's clock. */
export function useBusinessDay(locations: readonly Location[]): (locationId: string) => DateText {
  const now = useServerNow(60_000);
  return (locationId) => businessDayAt(locations, locationId, now);
}

/** The business day of an instant at one of these locations, or the last one that runs at all of them. */
export function businessDayAt(locations: readonly Location[], locationId: string, at: Date): DateText {
  const one = locations.filter(({ id }) => id === locationId);
  const shown = one.length > 0 ? one : locations;
  const ends = shown.map(({ timeZone: zone, dayEndHour: hour = null }) => ({ zone, hour }));
  return businessDayOf(at, lastDayEnd(ends, at));
}
