import { Outlet } from 'react-router';
import { AuthFrame } from '../../features/sign-in/auth-frame.tsx';
import { Brandmark } from '../../features/site-frame/brandmark.tsx';
import { RouteProgress } from '../../features/site-frame/route-progress.tsx';
import { useSite } from '../../lib/site.ts';

export default function Frame() {
  const site = useSite();
  return (
    <>
      <RouteProgress />
      <AuthFrame brand={<Brandmark site={site} />}>
        <Outlet />
      </AuthFrame>
    </>
  );
}

// Caught here rather than at the root, where what every page knows would be lost with the page.
export { ErrorPage as ErrorBoundary } from '../../features/site-frame/error-page.tsx';
