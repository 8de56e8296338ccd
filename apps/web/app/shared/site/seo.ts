import type { MetaDescriptor } from 'react-router';
import { say } from '@tiffin/domain/core';
import { LOCALE } from '../../ui/locale.ts';
import type { RootData } from './site.ts';

interface PageContent {
  /** Without the restaurant's name, which is added later. */
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** From the page below home to this one. */
  readonly breadcrumbs?: readonly Crumb[];
  readonly jsonLd?: readonly JsonLd[];
}

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };
export type JsonLd = Readonly<Record<string, Json | undefined>>;

/** Title, description, canonical address, sharing picture and search-engine data of one page. */
export function pageMeta(root: RootData | undefined, pageContent: PageContent): MetaDescriptor[] {
  const name = root?.site.name ?? '';
  const title = titled(root, pageContent.title);
  const base = root?.pagesUrl ?? '';
  const url = base + pageContent.path;
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: pageContent.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: pageContent.description },
    { property: 'og:url', content: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: LOCALE.replace('-', '_') },
    { property: 'og:image', content: `${root?.publicUrl ?? ''}/share.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  if (name) meta.push({ property: 'og:site_name', content: name });
  if (pageContent.breadcrumbs?.length) meta.push({ 'script:ld+json': breadcrumbList(base, pageContent.breadcrumbs) });
  for (const block of pageContent.jsonLd ?? [])
    meta.push({ 'script:ld+json': { '@context': 'https://schema.org', ...block } });
  return meta;
}

function breadcrumbList(base: string, crumbs: readonly Crumb[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: say`Home`, path: '/' }, ...crumbs].map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: base + crumb.path,
    })),
  };
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Title and description of a page that is not for search engines. */
export function privateMeta({ title, description }: { title: string; description: string }) {
  return ({ matches }: { matches: Matches }): MetaDescriptor[] => [
    { title: titled(rootDataOf(matches), title) },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}

function titled(root: RootData | undefined, title: string): string {
  return root?.site.name ? `${title} · ${root.site.name}` : title;
}

export function rootDataOf(matches: Matches): RootData | undefined {
  const root = matches.find((match) => match?.id === 'root');
  return root?.loaderData as RootData | undefined;
}
