import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { homeMeta } from '../../guest/home/home-meta.ts';
import { HomePage } from '../../guest/home/home-page.tsx';
import type { Handle } from '../../shared/page/handle.ts';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { rootDataOf } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Route } from './+types/home';

export const handle: Handle = { sameForAll: true, worksOffline: true, brandTop: true };

export const meta: Route.MetaFunction = ({ matches }) => homeMeta(rootDataOf(matches));

/** The categories of the default menu; the page also works without them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const [{ site }, { locations }] = await Promise.all([api('getSite'), api('getLocations')]);
  const first = locations.find(({ id }) => id === site.defaultLocationId) ?? locations[0];
  if (!first) return { categories: [] };
  const { categories } = await api('getLocationMenu', { query: { locationId: first.id } });
  return { categories: categories.map(({ id, name, art }) => ({ id, name, art })) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  useRevalidate(CACHE_LIFETIMES.location);
  return <HomePage categories={loaderData.categories} />;
}
