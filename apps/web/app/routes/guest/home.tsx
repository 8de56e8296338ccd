import { isFinalStatus } from '@tiffin/domain/order';
import type { Api } from '../../shared/api/api.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { homeMeta } from '../../guest/home/home-meta.ts';
import { HomePage } from '../../guest/home/home-page.tsx';
import type { Handle } from '../../shared/page/handle.ts';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { rootDataOf } from '../../shared/site/seo.ts';
import type { RepeatableOrder } from '../../shared/order/order-again.ts';
import { defaultLocation } from '../../shared/site/site.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Route } from './+types/home';

export const handle: Handle = { sameForAll: true, worksOffline: true, brandTop: true };

export const meta: Route.MetaFunction = ({ matches }) => homeMeta(rootDataOf(matches));

/** The categories of the default menu; the page also works without them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, me } = context.get(serverContext);
  const [{ site }, { locations }, lastOrder] = await Promise.all([
    api('getSite'),
    api('getLocations'),
    me().then((person) => (person ? readLastOrder(api) : null)),
  ]);
  const first = defaultLocation({ site, locations });
  if (!first) return { categories: [], lastOrder };
  const { categories } = await api('getLocationMenu', { query: { locationId: first.id } });
  return { categories: categories.map(({ id, name, art }) => ({ id, name, art })), lastOrder };
}

/** The last order, to offer it again unless it is still being made. It is only an offer, so the page works without it. */
async function readLastOrder(api: Api): Promise<RepeatableOrder | null> {
  try {
    const { orders } = await api('getCustomerOrders', { query: { limit: 1 } });
    const [last] = orders;
    if (!last || !isFinalStatus(last.status)) return null;
    return { location: last.location, items: last.items, allergies: last.allergies };
  } catch {
    return null;
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  useRevalidate(CACHE_LIFETIMES.location);
  return <HomePage {...loaderData} />;
}
