import { PRIVACY, PrivacyPage } from '../../features/legal/privacy.tsx';
import { pageMeta, rootDataOf } from '../../lib/seo.ts';
import { useSite } from '../../lib/site.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/privacy';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: PRIVACY.title,
    description: PRIVACY.description,
    path: paths.privacy(),
    breadcrumbs: [{ name: PRIVACY.title, path: paths.privacy() }],
  });

export default function Privacy() {
  return <PrivacyPage site={useSite()} />;
}
