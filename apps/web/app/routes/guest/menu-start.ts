import { redirect } from 'react-router';
import { startLocation } from '../../shared/cart/start-location.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { defaultLocation, lastRootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/menu-start';

/**
 * Only the browser knows the carts. The server redirects to the restaurant's default location, and the menu there
 * corrects the choice.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const [{ site }, { locations }] = await Promise.all([api('getSite'), api('getLocations')]);
  const id = defaultLocation({ site, locations })?.id;
  return redirect(id === undefined ? paths.home() : paths.menu(id));
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const rootData = lastRootData();
  const id = rootData && (startLocation(rootData.locations.map((place) => place.id)) ?? defaultLocation(rootData)?.id);
  return id ? redirect(paths.menu(id)) : serverLoader();
}
