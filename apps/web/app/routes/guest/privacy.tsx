import { PRIVACY, PrivacyPage } from '../../guest/legal/privacy.tsx';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/privacy';

export const handle: Handle = { sameForAll: true };

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
