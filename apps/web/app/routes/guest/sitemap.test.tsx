import { expect, test } from 'vitest';
import { fakeNetwork } from '../../testing/network.ts';
import { rootData, truro } from '../../testing/samples.ts';
import { contextOf } from '../../testing/show.tsx';
import { loader } from './sitemap.ts';

async function sitemap(languages: readonly ('en' | 'fr')[]) {
  const changed = { ...truro, updatedAt: '2026-11-20T12:00:00.000Z' };
  const net = fakeNetwork({
    getLocations: { locations: [changed, { ...truro, id: 'new-glasgow', updatedAt: '2026-10-01T12:00:00.000Z' }] },
    getSite: { site: { ...rootData.site, languages: [...languages] } },
  });
  const answer = await loader({ context: contextOf(net) } as never);
  const text = await answer.text();
  const base = location.origin;
  return {
    text,
    entry: (path: string) => text.split('\n').find((line) => line.includes(`<loc>${base}${path}</loc>`)) ?? '',
    base,
  };
}

test('each page is listed in each language with its alternates, a default and the day of its last change', async () => {
  const { entry, base } = await sitemap(['en', 'fr']);
  for (const path of ['/menu/truro', '/fr/menu/truro']) {
    expect(entry(path)).toContain(`<xhtml:link rel="alternate" hreflang="en" href="${base}/menu/truro"/>`);
    expect(entry(path)).toContain(`<xhtml:link rel="alternate" hreflang="fr" href="${base}/fr/menu/truro"/>`);
    expect(entry(path)).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${base}/menu/truro"/>`);
    expect(entry(path)).toContain('<lastmod>2026-11-20T12:00:00.000Z</lastmod>');
  }
  expect(entry('/menu/new-glasgow')).toContain('<lastmod>2026-10-01T12:00:00.000Z</lastmod>');
  expect(entry('/')).toContain('<lastmod>2026-11-20T12:00:00.000Z</lastmod>');
});

test('a page whose last change is not known has none, and one language needs no alternates', async () => {
  const { entry, text } = await sitemap(['en']);
  expect(entry('/terms')).not.toBe('');
  expect(entry('/terms')).not.toContain('lastmod');
  expect(text).not.toContain('xhtml:link');
});
