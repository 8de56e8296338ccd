import { useMemo } from 'react';
import { data } from 'react-router';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { CartDock, loadCart } from '../../guest/cart/cart-dock.tsx';
import { cartDish } from '../../shared/dish/dish.ts';
import { DefaultLocationNote } from '../../guest/menu/default-location-note.tsx';
import { menuFrom } from '../../shared/dish/read-menu.ts';
import { menuMeta } from '../../guest/menu/menu-meta.ts';
import { MenuPage } from '../../guest/menu/menu-page.tsx';
import { useRememberMenu } from '../../guest/menu/use-remember-menu.ts';
import { reloadsUnlessOnlyQuery, type Handle } from '../../shared/page/handle.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { rootDataOf } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { useRunAt } from '../../shared/live/use-moment.ts';
import { useLiveEventsSoon } from '../../shared/live/listen-soon.ts';
import type { Route } from './+types/menu';

export const handle: Handle = { sameForAll: true, worksOffline: true, wide: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api, me } = context.get(serverContext);
  const { locationId } = params;
  try {
    const [menu, { location }, person] = await Promise.all([
      api('getLocationMenu', { query: { locationId } }),
      api('getLocation', { query: { locationId } }),
      me(),
    ]);
    const hearts = person && (await api('getFavorites', { query: { locationId } })).favorites;
    return { menu: menuFrom(menu), location, favourites: hearts && hearts.map(({ itemId }) => itemId) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

/** Opening a dish changes the address but not the menu. */
export const shouldRevalidate = reloadsUnlessOnlyQuery;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? menuMeta(rootDataOf(matches), loaderData.location, loaderData.menu) : [];

export default function MenuRoute({ loaderData }: Route.ComponentProps) {
  const { menu, location, favourites } = loaderData;
  const inCart = useMemo(() => new Map(menu.dishes.map((dish) => [dish.id, cartDish(dish, menu.heats)])), [menu]);
  useFreshMenu(location.id, menu.changesAt);
  const isDefault = useRememberMenu(location.id);
  return (
    <>
      {isDefault && <DefaultLocationNote location={location} />}
      <MenuPage
        key={location.id}
        location={location}
        menu={menu}
        favourites={favourites}
        cart={<CartDock location={location} menu={inCart} />}
        onNear={() => void loadCart()}
      />
    </>
  );
}

/** Reloads the menu at once when the kitchen changes it, and every few minutes because of the opening hours. */
function useFreshMenu(locationId: string, changesAt: string | undefined) {
  const reload = useRevalidate(CACHE_LIFETIMES.menu);
  useLiveEventsSoon(['menu.changed', 'location.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId || event.type === 'location.changed') reload();
  });
  useRunAt(changesAt, reload);
}
