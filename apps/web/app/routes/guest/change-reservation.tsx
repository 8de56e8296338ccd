import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { presetIn } from '../../guest/booking/change-choice.ts';
import { changeTexts } from '../../guest/booking/change-texts.ts';
import { ChangeReservation } from '../../guest/booking/change-reservation.tsx';
import { ReservationNotFound } from '../../guest/booking/reservation-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/api.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { accessTokenHeaders } from '../../shared/page/access-token-headers.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/change-reservation';

export async function loader({ context, params: { reservationId }, request }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const query = new URL(request.url).searchParams;
  const token = query.get('token') ?? undefined;
  const preset = presetIn(query);
  try {
    const view = await api('getReservation', { query: { reservationId, token } });
    const { location: locationId, reservationDetails } = view.reservation;
    const partySize = preset.party ?? reservationDetails.partySize;
    const [{ locations }, days] = await Promise.all([api('getLocations'), readDays(api, locationId, partySize)]);
    const location = locations.find(({ id }) => id === locationId) ?? null;
    return { found: { view, location, days, preset, token } };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
    return data({ found: null }, { status: error.status });
  }
}

/** The days are shown as missing if the location takes no reservations now; requests can still be changed. */
async function readDays(api: Api, locationId: string, partySize: number) {
  try {
    const { days, timeZone } = await api('getReservationDays', { query: { locationId, partySize } });
    return { answer: { days, timeZone }, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: null, problem: reservationErrorText(error) };
  }
}

export const meta: Route.MetaFunction = (args) =>
  privateMeta({
    title: `${say`Change reservation`} ${args.params.reservationId}`,
    description: changeTexts.keepsNumber(args.params.reservationId),
  })(args);

export const headers = accessTokenHeaders;

export default function ChangeReservationRoute({ loaderData: { found }, params }: Route.ComponentProps) {
  return found ? <ChangeReservation {...found} /> : <ReservationNotFound id={params.reservationId} />;
}
