import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { JoinWaitlist, WaitPage } from '../../guest/booking/waitlist.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { accessTokenHeaders } from '../../shared/page/access-token-headers.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/waitlist';

export async function loader({ context, params: { locationId }, request }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const location = (await api('getLocations')).locations.find(({ id }) => id === locationId);
  if (!location) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const [waitId, token] = [query.get('wait'), query.get('token')];
  if (waitId === null || token === null) return { location, party: null };
  try {
    const { wait } = await api('getWait', { query: { waitId, token } });
    return { location, party: { wait, token } };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

export const meta: Route.MetaFunction = privateMeta({
  title: say`Waitlist`,
  description: say`Join the waitlist at the door, and get a text message when your table is ready.`,
});

export const headers = accessTokenHeaders;

export default function Waitlist({ loaderData: { location, party } }: Route.ComponentProps) {
  return party ? <WaitPage location={location} {...party} /> : <JoinWaitlist location={location} />;
}
