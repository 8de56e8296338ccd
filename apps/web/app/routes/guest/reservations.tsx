import { redirect } from 'react-router';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { takesReservations, PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { BookingPage, NoTables } from '../../guest/booking/booking-page.tsx';
import type { BookingStart } from '../../guest/booking/choose-table.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { PaintWhole } from '../../shared/page/paint-whole.tsx';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { defaultLocation } from '../../shared/site/site.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { joinNames } from '../../ui/format.ts';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/reservations';

export const handle: Handle = { worksOffline: true };

const USUAL_PARTY = 2;

export async function loader({ context, request }: Route.LoaderArgs): Promise<{ start: BookingStart | null }> {
  const { api } = context.get(serverContext);
  const query = new URL(request.url).searchParams;
  const [{ locations }, { site }] = await Promise.all([api('getLocations'), api('getSite')]);
  if (locations.length === 0) throw redirect(paths.home());
  const places = locations.filter((location) => takesReservations(location).ok);
  const chosen =
    (query.has('location') && places.find((place) => place.id === query.get('location'))) ||
    defaultLocation({ site, locations: places });
  if (!chosen) return { start: null };
  const partySize = Math.min(PARTY_MAX, Math.max(PARTY_MIN, Math.trunc(Number(query.get('party'))) || USUAL_PARTY));
  const { days, problem } = await api('getReservationDays', { query: { locationId: chosen.id, partySize } }).then(
    (answer) => ({ days: { days: answer.days, timeZone: answer.timeZone }, problem: null }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { days: null, problem: reservationErrorText(error) };
    },
  );
  const requestedDay =
    query.get('day') === 'tonight' ? days?.days[0] : days?.days.find(({ date }) => date === query.get('day'));
  return {
    start: {
      date: requestedDay?.state === 'free' ? requestedDay.date : null,
      places: places.map(({ id, name, address, phone }) => ({ id, name, address, phone })),
      locationId: chosen.id,
      partySize,
      days,
      problem,
    },
  };
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = rootDataOf(matches);
  const path = paths.reservations();
  return pageMeta(root, {
    title: say`Make a reservation`,
    description: say`Book a table in ${joinNames((root?.locations ?? []).map((location) => location.name))}: live free times, confirmed at once.`,
    path,
    breadcrumbs: [{ name: say`Reservations`, path }],
  });
};

export default function Reservations({ loaderData: { start } }: Route.ComponentProps) {
  useRevalidate(CACHE_LIFETIMES.dineInLocations);
  return (
    <>
      {start ? <BookingPage start={start} /> : <NoTables />}
      <PaintWhole />
    </>
  );
}
