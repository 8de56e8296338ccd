import { say } from '@tiffin/domain/core';
import { serverContext } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import { LOCALE } from '../../ui/format.ts';
import type { Route } from './+types/app-manifest';

export async function loader({ context }: Route.LoaderArgs) {
  const { site } = await context.get(serverContext).api('getSite');
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const body = {
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.tagline,
    lang: LOCALE,
    start_url: paths.home(),
    scope: '/',
    display: 'standalone',
    background_color: '#fdfaf3',
    theme_color: site.brandColour ?? '#33152d',
    icons: [
      icon('icon', 192, 'any'),
      icon('icon', 512, 'any'),
      icon('icon-maskable', 192, 'maskable'),
      icon('icon-maskable', 512, 'maskable'),
    ],
    shortcuts: [
      { name: say`Menu`, url: paths.menuStart() },
      { name: say`Reservations`, url: paths.reservations() },
      { name: say`Back Office`, url: paths.adminDashboard() },
    ],
  };
  return new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
