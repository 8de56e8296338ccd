import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { allergenChart } from '../../guest/menu/allergen-chart.ts';
import { AllergensPage } from '../../guest/menu/allergens-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/allergens';

export const handle: Handle = { wide: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api, now } = context.get(serverContext);
  const { locationId } = params;
  try {
    const [menu, { location }] = await Promise.all([
      api('getLocationMenu', { query: { locationId } }),
      api('getLocation', { query: { locationId } }),
    ]);
    return { chart: allergenChart(menu), location, at: now.toISOString() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(rootDataOf(matches), {
        title: say`Allergens, ${loaderData.location.name}`,
        description: say`What every dish on our menu contains, to read or to print.`,
        path: paths.allergens(loaderData.location.id),
      })
    : [];

export default function Allergens({ loaderData }: Route.ComponentProps) {
  return <AllergensPage {...loaderData} />;
}
