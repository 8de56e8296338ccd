import { redirect } from 'react-router';
import { startLocation } from '../../shared/cart/start-location.ts';
import { NOT_CHOSEN } from '../../shared/offline/stored.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { lastRootData, type RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/menu-start';

/** What is in the carts is known in the browser alone: for the server it is the house's own choice, which says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const [{ site }, { locations }] = await Promise.all([api('getSite'), api('getLocations')]);
  const id = housesChoice({ site, locations });
  return redirect(id === undefined ? paths.home() : paths.menu(id) + NOT_CHOSEN);
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const known = lastRootData();
  const id = known && (startLocation(known.locations.map((place) => place.id)) ?? housesChoice(known));
  return id ? redirect(paths.menu(id)) : serverLoader();
}

function housesChoice({ site, locations }: Pick<RootData, 'site' | 'locations'>): string | undefined {
  return (locations.find(({ id }) => id === site.defaultLocationId) ?? locations[0])?.id;
}
