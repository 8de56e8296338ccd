import { replace } from 'react-router';
import { say } from '@tiffin/domain/core';
import { HandbookPage } from '../../office/handbook/handbook-page.tsx';
import { paths } from '../../paths.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { requireBackOffice } from '../../shared/session/guards.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/handbook';

export async function loader(args: Route.LoaderArgs) {
  // The dashboard shows the forbidden page to people who are not staff.
  if (!(await requireBackOffice(args))) throw replace(paths.adminDashboard());
  return null;
}

export const handle: Handle = { surface: 'staff' };

export const meta = privateMeta({ title: say`Handbook`, description: say`For owners and staff.` });

export default function Handbook() {
  return <HandbookPage />;
}

// Caught here rather than at the root, which would lose the data that all pages share.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-pages.tsx';
