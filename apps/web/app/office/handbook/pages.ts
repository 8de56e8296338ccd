import { currentLanguage } from '@tiffin/domain/core';
import { parseMarkdown, type MarkdownPage } from '../../shared/page/read-markdown.ts';

type NamedPage = MarkdownPage & { readonly id: string };

const FOLDER = '../../../../../docs/handbook';

/** The text of each file, by its path in docs/handbook. Translations are in a folder with the name of their language. */
const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../../../docs/handbook/**/*.md', { eager: true, query: '?raw', import: 'default' }),
  ).map(([file, text]) => [file.slice(FOLDER.length + 1), text]),
);

/** The names of the pages, in the order of the table of contents. */
const IDS = [...(FILES['README.md'] ?? '').matchAll(/^- \[.+?\]\(([\w-]+)\.md\)/gm)].map(([, id = '']) => id);

/** The pages in reading order. One that is not translated is shown in English. */
export function handbookPages(language = currentLanguage()): readonly NamedPage[] {
  const textOf = (id: string) => FILES[`${language}/${id}.md`] ?? FILES[`${id}.md`] ?? '';
  return IDS.map((id) => ({ id, ...parseMarkdown(textOf(id)) }));
}

/** The URL of each picture, by file name. */
export const PICTURES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../../../docs/handbook/*.webp', { eager: true, query: '?url', import: 'default' }),
  ).map(([file, url]) => [file.slice(FOLDER.length + 1), url]),
);
