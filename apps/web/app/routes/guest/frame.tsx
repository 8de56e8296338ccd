import { Outlet } from 'react-router';
import { SiteFrame } from '../../guest/frame/site-frame.tsx';

export default function Frame() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}

// Caught here rather than at the root, where what every page knows would be lost with the page.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-page.tsx';
