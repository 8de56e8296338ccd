import { expect, test } from 'vitest';
import { HANDBOOK_PAGE_OF_SECTION } from '../../shared/handbook/page-of.ts';
import { PAGES, PICTURES } from './pages.ts';
import { parseHandbookPage } from './read-page.ts';

const pieces = PAGES.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.flat()));

test('parses every handbook page without leftover Markdown', () => {
  for (const { title, blocks } of PAGES) {
    expect(title).toMatch(/^[A-Z]/);
    expect(blocks.length).toBeGreaterThan(1);
  }
  expect(pieces.map(({ text }) => text).filter((text) => /[*`#]|\]\(|\b_|_\b|^- /.test(text))).toEqual([]);
});

test('links between handbook pages work', () => {
  const ids = PAGES.map(({ id }) => id);
  const led = pieces.flatMap(({ to = [] }) => to);
  expect(led).toContain('leaving');
  expect(ids).toEqual(expect.arrayContaining(led));
});

test('every picture in a page exists, and every picture file is used', () => {
  const shown = pieces.flatMap(({ file = [] }) => file);
  expect(shown.toSorted()).toEqual(Object.keys(PICTURES).toSorted());
});

test('each section of the back office has a page, and every file of docs/handbook is listed', () => {
  const ids = PAGES.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.values(HANDBOOK_PAGE_OF_SECTION)));
  const files = Object.keys(import.meta.glob('../../../../../docs/handbook/*.md'));
  expect(
    files
      .map((file) => file.replace(/^.*\/|\.md$/g, ''))
      .filter((id) => id !== 'README')
      .toSorted(),
  ).toEqual(ids.toSorted());
});

test('parses headings, paragraphs and lists, and shows links outside the handbook as text', () => {
  expect(
    parseHandbookPage(
      '# A day\n\nOne **bold** _word_\nand `code`.\n\n- a [b](b.md)\n- [c](../c.md)\n\n![seen](d.webp)\n\n1. first',
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
      { kind: 'list', lines: [[{ text: 'a ' }, { text: 'b', to: 'b' }], [{ text: 'c' }]] },
      { kind: 'picture', lines: [[{ text: 'seen', file: 'd.webp' }]] },
      { kind: 'steps', lines: [[{ text: 'first' }]] },
    ],
  });
});
