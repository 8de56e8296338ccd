import { expect, test } from 'vitest';
import { HANDBOOK_PAGE_OF_SECTION } from '../../shared/handbook/page-of.ts';
import { handbookPages, PICTURES } from './pages.ts';
import { parseMarkdown, type Block } from '../../shared/page/read-markdown.ts';

const LANGUAGES = ['en', 'fr'] as const;
type Language = (typeof LANGUAGES)[number];
const ids = handbookPages('en').map(({ id }) => id);

const piecesIn = (language: Language) =>
  handbookPages(language).flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.flat()));

test.each(LANGUAGES)('parses every handbook page without leftover Markdown: %s', (language) => {
  for (const { title, blocks } of handbookPages(language)) {
    expect(title).toMatch(/^\p{Lu}/u);
    expect(blocks.length).toBeGreaterThan(1);
  }
  const texts = piecesIn(language).map(({ text }) => text);
  expect(texts.filter((text) => /[*`#]|\]\(|\b_|_\b|^- /.test(text))).toEqual([]);
});

test('links between handbook pages work', () => {
  const links = piecesIn('en').flatMap(({ to = [] }) => to);
  expect(links).toContain('leaving');
  expect(ids).toEqual(expect.arrayContaining(links.filter((to) => !to.startsWith('https:'))));
});

test('every picture in a page exists, and every picture file is used', () => {
  const shown = piecesIn('en').flatMap(({ file = [] }) => file);
  expect(shown.toSorted()).toEqual(Object.keys(PICTURES).toSorted());
});

test('each section of the back office has a page, and the table of contents lists every file of docs/handbook', () => {
  expect(ids).toEqual(expect.arrayContaining(Object.values(HANDBOOK_PAGE_OF_SECTION)));
  const files = Object.keys(import.meta.glob('../../../../../docs/handbook/*.md'));
  expect(files.map((file) => file.replace(/^.*\/|\.md$/g, '')).toSorted()).toEqual([...ids, 'README'].toSorted());
});

/** What a translation has in common with its page: the same blocks in the same order, the same links and pictures. */
const shapeOf = (blocks: readonly Block[]) =>
  blocks.map(({ kind, lines }) => ({
    kind,
    lines: lines.map((line) => line.flatMap(({ to = [], file = [] }) => [to, file].flat()).toSorted()),
  }));

test.each(ids)('the French page says as much as the English one: %s', (id) => {
  const [english, french] = LANGUAGES.map((language) => handbookPages(language).find((page) => page.id === id));
  expect(french?.title).not.toBe(english?.title);
  expect(shapeOf(french?.blocks ?? [])).toEqual(shapeOf(english?.blocks ?? []));
});

test('the French handbook calls every button and page as the French office does', () => {
  const translations = readTranslations();
  const missing = handbookPages('en').flatMap(({ id, blocks }) => {
    const french = handbookPages('fr').find((page) => page.id === id);
    return blocks.flatMap(({ lines }, block) =>
      lines.flatMap((line, index) => {
        const text = (french?.blocks[block]?.lines[index] ?? []).map((piece) => piece.text).join('');
        return line
          .filter(({ look }) => look === 'bold' || look === 'set-apart')
          .map((piece) => translations.get(piece.text) ?? [])
          .filter((names) => names.length > 0 && !names.some((name) => text.includes(name)))
          .map((names) => `${id}: ${names.join(' | ')}, not in: ${text}`);
      }),
    );
  });
  expect(missing).toEqual([]);
});

/** The French of each text of the office, which can be several. */
function readTranslations(): Map<string, string[]> {
  const catalogues = import.meta.glob<string>('../../../../../languages/fr/**/*.po', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const translations = new Map<string, string[]>();
  for (const text of Object.values(catalogues)) {
    for (const [, english = '', french = ''] of text.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)) {
      translations.set(english, [...(translations.get(english) ?? []), french]);
    }
  }
  return translations;
}

test('parses headings, paragraphs and lists, and shows links to other files as text', () => {
  expect(
    parseMarkdown(
      '# A day\n\nOne **bold** _word_\nand `code`.\n\n- a [b](b.md)\n- [c](../c.md) [d](https://d.example/)\n\n![seen](d.webp)\n\n1. first',
    ),
  ).toEqual({
    title: 'A day',
    blocks: [
      {
        kind: 'paragraph',
        lines: [
          [
            { text: 'One ' },
            { text: 'bold', look: 'bold' },
            { text: ' ' },
            { text: 'word', look: 'set-apart' },
            { text: ' and ' },
            { text: 'code', look: 'code' },
            { text: '.' },
          ],
        ],
      },
      {
        kind: 'list',
        lines: [
          [{ text: 'a ' }, { text: 'b', to: 'b' }],
          [{ text: 'c' }, { text: ' ' }, { text: 'd', to: 'https://d.example/' }],
        ],
      },
      { kind: 'picture', lines: [[{ text: 'seen', file: 'd.webp' }]] },
      { kind: 'steps', lines: [[{ text: 'first' }]] },
    ],
  });
});
