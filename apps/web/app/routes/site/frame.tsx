import { Outlet } from 'react-router';
import { SiteFrame } from '../../features/site-frame/site-frame.tsx';

export default function Frame() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}

// Caught here rather than at the root, where what every page knows would be lost with the page.
export { ErrorPage as ErrorBoundary } from '../../features/site-frame/error-page.tsx';
