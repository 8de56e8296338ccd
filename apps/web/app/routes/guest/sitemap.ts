import { languagePrefix, type Language } from '@tiffin/domain/core';
import { serverContext } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/sitemap';

interface Page {
  readonly path: string;
  /** When its content changed last; absent if that is not known. */
  readonly changed?: string | undefined;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { api, publicUrl } = context.get(serverContext);
  const [{ locations }, { site }] = await Promise.all([api('getLocations'), api('getSite')]);
  const newest = locations
    .flatMap(({ updatedAt }) => updatedAt ?? [])
    .toSorted()
    .at(-1);
  const pages: readonly Page[] = [
    { path: paths.home(), changed: newest },
    ...locations.map(({ id, updatedAt }) => ({ path: paths.menu(id), changed: updatedAt })),
    { path: paths.reservations(), changed: newest },
    { path: paths.privacy() },
    { path: paths.accessibility() },
    { path: paths.terms() },
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${site.languages.flatMap((language) => pages.map((page) => urlEntry(page, language, site.languages, publicUrl))).join('\n')}
</urlset>
`;
  return new Response(body, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}

/** A page in one language, with its address in every language. The main language is the default for other readers. */
function urlEntry({ path, changed }: Page, language: Language, languages: readonly Language[], publicUrl: string) {
  const address = (each: Language) => escapeXml(publicUrl + languagePrefix(languages, each) + path);
  const alternate = (code: string, href: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`;
  const [main = language] = languages;
  const alternates =
    languages.length > 1
      ? [...languages.map((each) => alternate(each, address(each))), alternate('x-default', address(main))].join('')
      : '';
  const lastmod = changed === undefined ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`;
  return `  <url><loc>${address(language)}</loc>${lastmod}${alternates}</url>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');
}
