import { languagePrefix } from '@tiffin/domain/core';
import { serverContext } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/sitemap';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, publicUrl } = context.get(serverContext);
  const [{ locations }, { site }] = await Promise.all([api('getLocations'), api('getSite')]);
  const pages = [
    paths.home(),
    ...locations.map((location) => paths.menu(location.id)),
    paths.reservations(),
    paths.privacy(),
    paths.terms(),
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${site.languages
  .flatMap((language) => pages.map((page) => publicUrl + languagePrefix(site.languages, language) + page))
  .map((address) => `  <url><loc>${escapeXml(address)}</loc></url>`)
  .join('\n')}
</urlset>
`;
  return new Response(body, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');
}
