import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { texts } from '../../guest/booking/texts.ts';
import { ReservationNotFound, ReservationPage } from '../../guest/booking/reservation-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { accessTokenHeaders } from '../../shared/page/key-in-address.ts';
import type { Route } from './+types/reservation';

export const handle: Handle = { worksOffline: true };

export async function loader({ context, params: { reservationId }, request }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const token = new URL(request.url).searchParams.get('token') ?? undefined;
  try {
    const view = await api('getReservation', { query: { reservationId, token } });
    const { locations } = await api('getLocations');
    return { seen: view, token, place: locations.find(({ id }) => id === view.reservation.location) ?? null };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
    return data({ seen: null, token, place: null }, { status: error.status });
  }
}

export const meta: Route.MetaFunction = (args) =>
  privateMeta({ title: `${say`Reservation`} ${args.params.reservationId}`, description: texts.keepLink })(args);

export const headers = accessTokenHeaders;

export default function Reservation({
  loaderData: { seen: reservationView, token, place },
  params,
}: Route.ComponentProps) {
  if (!reservationView) return <ReservationNotFound id={params.reservationId} />;
  return <ReservationPage answer={reservationView} place={place} token={token} />;
}
