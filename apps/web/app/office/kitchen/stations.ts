import { queryOptions } from '@tanstack/react-query';
import type { Station } from '@tiffin/domain/kitchen';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';

/** A station as the API sends it. */
export type WireStation = Answer<'getStations'>['stations'][number];

/** How often a kitchen screen says that it is online, and asks which others are. */
export const SCREEN_REPORT_MS = 20_000;

export const stationsKey = (locationId: string) => ['stations', locationId] as const;

/** The stations of a location. With `screenOf`, this screen reports that it shows the station. */
export function stationsQuery(locationId: string, screenOf: string | null = null) {
  return queryOptions({
    ...apiQuery([...stationsKey(locationId), screenOf], 'getStations', {
      query: { locationId, screenOf: screenOf ?? undefined },
    }),
    select: (answer: Answer<'getStations'>) => answer.stations,
  });
}

export function toStation(station: WireStation): Station {
  const { stationId, isOnline, ...rest } = station;
  // The server's last word counts. Otherwise a tablet without a connection would soon show the dishes of all others.
  return { ...rest, id: stationId, seenAt: isOnline ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
}
