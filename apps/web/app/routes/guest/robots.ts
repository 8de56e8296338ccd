import { serverContext } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/robots';

/** Login and dashboard carry `noindex`, so crawlers must be allowed to read them. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(serverContext);
  const body = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /checkout',
    'Disallow: /*/checkout',
    'Disallow: /in/',
    'Disallow: /receipt/',
    'Disallow: /*/receipt/',
    '',
    `Sitemap: ${publicUrl}${paths.sitemap()}`,
    '',
  ];
  return new Response(body.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
