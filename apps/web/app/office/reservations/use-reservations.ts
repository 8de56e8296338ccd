import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type ReservationFilter, RESERVATIONS_PER_PAGE, takesReservations } from '@tiffin/domain/reservation';
import { api, type Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { reservationIn, withReservation, type HostDay, type Reservation } from './reservation.ts';
import { HALIFAX } from '@tiffin/domain/core';
import { worksAt } from '@tiffin/domain/people';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useBatchedCall } from '../../shared/page/debounced.ts';

const ROOT = 'reservations';
export const RESERVATIONS_KEY = [ROOT] as const;
/** The key of a location's plan with who sits where, and of its waitlist. */
export const floorKey = (locationId: string) => ['floor', locationId] as const;
/** Events within this time cause one reload of the figures. */
const GATHER_MS = 250;
const EXPORT_PAGE_SIZE = 1000;
/** Instead of a date: the location's today, also after midnight on a page that stays open. */
export const TODAY = null;

export type ReservationListResponse = Answer<'getAllReservations'>;

export function useReservationList(filter: ReservationFilter, page: number, enabled = true) {
  return useQuery({
    enabled,
    ...apiQuery([ROOT, 'list', filter, page], 'getAllReservations', { query: { ...queryOf(filter), ...pageOf(page) } }),
    placeholderData: keepPreviousData,
  });
}

function pageOf(page: number) {
  return { limit: RESERVATIONS_PER_PAGE, offset: (page - 1) * RESERVATIONS_PER_PAGE };
}

function queryOf({ search, status, location, date }: ReservationFilter) {
  return { search: search.trim(), status, locationId: location, date };
}

/** Loads all pages of the filtered list. `asOf` is the time of the last one. */
export async function loadAllReservations(filter: ReservationFilter): Promise<{ all: Reservation[]; asOf: string }> {
  const all: Reservation[] = [];
  let asOf = '';
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { ...queryOf(filter), limit: EXPORT_PAGE_SIZE, cursor: cursor || undefined };
    const answer: ReservationListResponse = await api('getAllReservations', { query });
    all.push(...answer.reservations);
    asOf = answer.asOf;
    cursor = answer.nextCursor;
  }
  return { all, asOf };
}

/** How many reservations and guests a location has, or all locations together. */
export function useReservationFigures(locationId: string) {
  return useQuery({
    ...apiQuery([ROOT, 'figures', locationId], 'getReservationStats', { query: { locationId } }),
    placeholderData: keepPreviousData,
  });
}

/** The reservations and time slots of a day; `TODAY` is the location's today. */
export function useReservationDay(locationId: string, date: string | null) {
  return useQuery({
    ...apiQuery([ROOT, 'day', locationId, date], 'getReservationDay', {
      query: { locationId, date: date ?? undefined },
    }),
    enabled: locationId !== '',
    placeholderData: keepPreviousData,
    // Moves on to the next slot even without events.
    refetchInterval: 60_000,
  });
}

/** The free times of a day. The seats of the reservation `changing` count as free. */
export function useFreeTimes(locationId: string, partySize: number, date: string, changing?: string) {
  return useQuery({
    ...apiQuery([ROOT, 'slots', locationId, partySize, date, changing], 'getReservationSlots', {
      query: { locationId, partySize, date, changing },
    }),
    enabled: locationId !== '' && date !== '',
    staleTime: 0,
  });
}

/** Live updates: a changed reservation at once, figures and new reservations a moment later. */
export function useLiveReservations(): { refresh: () => void } {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: RESERVATIONS_KEY });
  const refreshSoon = useBatchedCall(refresh, GATHER_MS);
  useLiveEvents(['reservation.created', 'reservation.updated', 'reset'], ({ data }) => {
    const reservation = reservationIn(data);
    if (reservation) cacheReservation(client, reservation);
    refreshSoon();
  });
  useQueueDone(({ answer }) => {
    if ('reservation' in answer) {
      cacheReservation(client, answer.reservation);
      refreshSoon();
    }
    // False leaves it to the queue's toast to say what succeeded.
    return false;
  });
  return { refresh };
}

/** Puts a changed reservation into the loaded lists and days. */
export function cacheReservation(client: QueryClient, reservation: Reservation): void {
  client.setQueriesData<ReservationListResponse>(
    { queryKey: [ROOT, 'list'] },
    (listed) => listed && { ...listed, reservations: withReservation(listed.reservations, reservation) },
  );
  client.setQueriesData<Answer<'getReservationDay'>>(
    { queryKey: [ROOT, 'day'] },
    (answer) =>
      answer && { ...answer, day: { ...answer.day, reservations: reservationsOnDay(answer.day, reservation) } },
  );
}

/** A reservation that moved to another day leaves this one. */
function reservationsOnDay({ date, reservations }: HostDay, changed: Reservation): Reservation[] {
  if (changed.reservationDetails.date === date) return withReservation(reservations, changed);
  return reservations.filter(({ id }) => id !== changed.id);
}

export interface ReservationLocations {
  /** The locations where this person works. */
  readonly all: readonly Location[];
  /** Those of them that take reservations. */
  readonly bookable: readonly Location[];
  readonly zoneOf: (locationId: string) => string;
}

/** The locations of the signed-in person, for reservations. */
export function useReservationLocations(): ReservationLocations {
  const { actor } = useBackOffice();
  const all = useLocations().filter((location) => worksAt(actor, location.id));
  return {
    all,
    bookable: all.filter((location) => takesReservations(location).ok),
    zoneOf: (locationId) => all.find((location) => location.id === locationId)?.timeZone ?? HALIFAX,
  };
}
