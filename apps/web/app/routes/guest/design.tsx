import { data } from 'react-router';
import { DesignPage } from '../../design/design-page.tsx';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { officePaths } from '../../office-paths.ts';
import type { Route } from './+types/design';

/** For those who build the site; in production it is not there. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(serverContext).isProduction) throw data(null, { status: 404 });
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: 'Design',
    description: 'Every part of the design system in every state.',
    path: officePaths.design(),
    noindex: true,
  });

export default DesignPage;
