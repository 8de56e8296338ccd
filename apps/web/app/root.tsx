import frauncesUrl from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url';
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import './ui/tokens.css';
import './ui/base.css';
import './ui/layout.css';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { Route } from './+types/root';
import { dropHandledClick, useReplayedClicks } from './replay-clicks.ts';
import { useTrackPageAge } from './shared/live/revalidate.ts';
import { CRASH } from './guest/frame/error-pages.tsx';
import { useErrorId } from './shared/errors/error-id.ts';
import { hasSetting, surfaceOf } from './shared/page/handle.ts';
import { loadRootData } from './root-data.server.ts';
import { useTrackPerson } from './shared/session/person.ts';
import { useRootData, useRootDataIfAny } from './shared/site/site.ts';
import { OfflineWork } from './shared/offline/offline-work.tsx';
import { paths } from './paths.ts';
import { LOCALE, setFormats } from './ui/locale.ts';
import { LinkComponent } from './ui/link.tsx';
import { Toaster } from './ui/toaster.tsx';
import { RouterLink } from './shared/page/router-link.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: frauncesUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: paths.manifest() },
];

/** For pages without a title of their own, and for pages that failed before they had one. */
export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  { title: error ? CRASH.title : (loaderData?.site.name ?? CRASH.title) },
  { name: 'description', content: loaderData?.site.tagline ?? CRASH.text },
  ...(error ? [{ name: 'robots', content: 'noindex' }] : []),
];

export function loader({ context }: Route.LoaderArgs) {
  return loadRootData(context);
}

/** A filter in the address does not change the data of the frame. */
export function shouldRevalidate({
  formMethod,
  actionStatus,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const onlyFiltered = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  if (onlyFiltered && !formMethod && actionStatus === undefined) return false;
  return defaultShouldRevalidate;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const surface = surfaceOf(useMatches());
  const data = useRootDataIfAny();
  if (data) setFormats(data.site);
  const errorId = useErrorId(useRouteError());
  const brandColour = data?.site.brandColour;
  const accentColour = data?.site.accentColour;
  const colours =
    (brandColour || accentColour) &&
    paths.brandColours({ brand: brandColour ?? undefined, accent: accentColour ?? undefined });
  return (
    <html lang={LOCALE} data-surface={surface}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fdfaf3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#150b13" media="(prefers-color-scheme: dark)" />
        {data && <meta name="application-name" content={data.site.name} />}
        {errorId && <meta name="error-id" content={errorId} />}
        <Links />
        {colours && <link rel="stylesheet" href={colours} />}
        <Meta />
      </head>
      <body onClickCapture={dropHandledClick}>
        <LinkComponent value={RouterLink}>{children}</LinkComponent>
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const { me, isSessionLoaded } = useRootData();
  useReplayedClicks();
  useTrackPageAge();
  useTrackPerson(isSessionLoaded ? me : undefined);
  const matches = useMatches();
  return (
    <>
      <OfflineWork isStaff={surfaceOf(matches) === 'staff'} hasNote={!hasSetting(matches, 'showsItsAge')} />
      <Outlet />
    </>
  );
}

export { ErrorPage as ErrorBoundary } from './guest/frame/error-pages.tsx';
