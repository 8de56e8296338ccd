import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { texts } from '../../guest/booking/texts.ts';
import { ReservationNotFound, ReservationPage } from '../../guest/booking/reservation-page.tsx';
import { formErrorText, formText, refuseForm } from '../../guest/sign-in/read-form.ts';
import { submitWithTimeout } from '../../guest/sign-in/submit-with-timeout.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { accessTokenFormHeaders } from '../../shared/page/access-token-headers.ts';
import type { Route } from './+types/reservation';

export const handle: Handle = { worksOffline: true };

export async function loader({ context, params: { reservationId }, request }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const token = new URL(request.url).searchParams.get('token') ?? undefined;
  try {
    const view = await api('getReservation', { query: { reservationId, token } });
    const { locations } = await api('getLocations');
    return { view, token, place: locations.find(({ id }) => id === view.reservation.location) ?? null };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
    return data({ view: null, token, place: null }, { status: error.status });
  }
}

/** The two buttons that answer the reminder. They work before the scripts are loaded, too. */
export async function action({ context, params: { reservationId }, request }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? undefined;
  const isCancelled = formText(await request.formData(), 'answer') === 'cancel';
  try {
    const call = isCancelled ? 'cancelReservation' : 'confirmReservation';
    await context.get(serverContext).api(call, { body: { reservationId, token } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuseForm({ whole: formErrorText(error) });
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitWithTimeout(serverAction);

export const meta: Route.MetaFunction = (args) =>
  privateMeta({ title: `${say`Reservation`} ${args.params.reservationId}`, description: texts.keepLink })(args);

export const headers = accessTokenFormHeaders;

export default function Reservation({ loaderData, actionData, params }: Route.ComponentProps) {
  const { view, token, place } = loaderData;
  if (!view) return <ReservationNotFound id={params.reservationId} />;
  const failed = actionData?.failure.whole ?? null;
  return <ReservationPage answer={view} location={place} token={token} failed={failed} />;
}
