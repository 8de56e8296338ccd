import { Outlet } from 'react-router';
import { AuthFrame } from '../../guest/sign-in/auth-frame.tsx';
import { useTypedEmail } from '../../guest/sign-in/form-parts.tsx';
import { Brandmark } from '../../guest/frame/brandmark.tsx';
import { RouteProgress } from '../../guest/frame/site-frame.tsx';
import { PaintWhole } from '../../shared/page/paint-whole.tsx';
import { useSite } from '../../shared/site/site.ts';

export default function Frame() {
  const site = useSite();
  return (
    <>
      <RouteProgress />
      <AuthFrame brand={<Brandmark site={site} />}>
        <Outlet context={useTypedEmail()} />
      </AuthFrame>
      <PaintWhole />
    </>
  );
}

// Caught here rather than at the root, which would lose the data that all pages share.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-pages.tsx';
