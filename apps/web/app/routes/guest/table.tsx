import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { TablePage } from '../../guest/table/table-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { menuFrom } from '../../shared/dish/read-menu.ts';
import { reloadsUnlessOnlyQuery, type Handle } from '../../shared/page/handle.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/table';

export const handle: Handle = { wide: true, shortFooter: true };

export async function loader({ context, params: { tableId } }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  try {
    const table = await api('getTable', { query: { tableId } });
    const { locationId } = table;
    const [menu, { location }] = await Promise.all([
      api('getLocationMenu', { query: { locationId } }),
      api('getLocation', { query: { locationId } }),
    ]);
    return { table, menu: menuFrom(menu), location: { ...location, tableId } };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

export const shouldRevalidate = reloadsUnlessOnlyQuery;

export const meta: Route.MetaFunction = privateMeta({
  title: say`Your table`,
  description: say`Order and pay at your table with your phone.`,
});

export default function TableRoute({ loaderData }: Route.ComponentProps) {
  return <TablePage {...loaderData} />;
}
