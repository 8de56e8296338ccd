import { TERMS, TermsPage } from '../../guest/legal/terms.tsx';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/terms';

export const handle: Handle = { sameForAll: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: TERMS.title,
    description: TERMS.description,
    path: paths.terms(),
    breadcrumbs: [{ name: TERMS.title, path: paths.terms() }],
  });

export default function Terms() {
  return <TermsPage site={useSite()} />;
}
