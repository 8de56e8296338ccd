import { isRouteErrorResponse, useRouteError } from 'react-router';
import { CrashPage } from './crash-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { SiteFrame } from './site-frame.tsx';

/** What stands in for a page that could not be shown. */
export function ErrorPage() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return <SiteFrame>{isNotFound ? <NotFoundPage /> : <CrashPage error={error} />}</SiteFrame>;
}
