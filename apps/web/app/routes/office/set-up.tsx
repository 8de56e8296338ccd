import { localDate, say } from '@tiffin/domain/core';
import { replace } from 'react-router';
import { SetUpPage } from '../../office/set-up/set-up-page.tsx';
import { paths } from '../../paths.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { requireBackOffice } from '../../shared/session/guards.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/set-up';

/** Reloaded after each step, because the server decides which steps are done. */
export async function loader(args: Route.LoaderArgs) {
  const me = await requireBackOffice(args);
  if (!me?.isAdmin) throw replace(paths.adminDashboard());
  const { api, publicUrl } = args.context.get(serverContext);
  const [{ settings, providers }, { locations }] = await Promise.all([api('getSettings'), api('getAllLocations')]);
  const location = locations.find(({ isActive }) => isActive) ?? locations[0] ?? null;
  const at = location && { query: { locationId: location.id } };
  // The location's stored order count is delayed, but the first order must show at once.
  const [{ items }, { total: orders }, { locations: fiscalStates }] = at
    ? await Promise.all([api('getLocationMenuAdmin', at), api('getLocationOrderCounts', at), api('getFiscalStates')])
    : [{ items: [] }, { total: 0 }, { locations: [] }];
  return {
    settings,
    providers,
    location,
    fiscal: fiscalStates.find(({ locationId }) => locationId === location?.id) ?? null,
    locations: locations.length,
    orders: locations.reduce((sum, { totalOrders }) => sum + totalOrders, orders),
    dishes: {
      shown: items.filter((item) => item.isAvailable).length,
      hidden: items.filter((item) => !item.isAvailable).length,
    },
    today: localDate(new Date(), location?.timeZone ?? settings.timeZone),
    publicUrl,
  };
}

export const handle: Handle = { surface: 'staff' };

export const meta = privateMeta({
  title: say`Set up the restaurant`,
  description: say`From nothing to the first order.`,
});

export default function SetUp({ loaderData }: Route.ComponentProps) {
  return <SetUpPage restaurantState={loaderData} />;
}

// Caught here rather than at the root, which would lose the data that all pages share.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-pages.tsx';
