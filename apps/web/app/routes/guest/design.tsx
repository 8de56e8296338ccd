import { data } from 'react-router';
import { DesignPage } from '../../design/design-page.tsx';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Route } from './+types/design';

/** For developers only; returns 404 in production. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(serverContext).isProduction) throw data(null, { status: 404 });
  return null;
}

export const meta = privateMeta({ title: 'Design', description: 'Every part of the design system in every state.' });

export default DesignPage;
