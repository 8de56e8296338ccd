import { expect, test } from 'vitest';
import { PAGES } from './pages.ts';
import { readPage } from './read-page.ts';

const pieces = PAGES.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.flat()));

test('every page of the handbook is read whole: no mark of its writing is left over', () => {
  for (const { title, blocks } of PAGES) {
    expect(title).toMatch(/^[A-Z]/);
    expect(blocks.length).toBeGreaterThan(3);
  }
  expect(pieces.map(({ text }) => text).filter((text) => /[*`#]|\]\(|\b_|_\b|^- /.test(text))).toEqual([]);
});

test('what one page says of another leads there', () => {
  const ids = PAGES.map(({ id }) => id);
  const led = pieces.flatMap(({ to = [] }) => to);
  expect(led).toContain('leaving');
  expect(ids).toEqual(expect.arrayContaining(led));
});

test('a page is headings, paragraphs and lists; of its links those that lead outside are words', () => {
  expect(readPage('# A day\n\nOne **bold** _word_\nand `code`.\n\n- a [b](b.md)\n- [c](../c.md)\n\n1. first')).toEqual({
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
      { kind: 'steps', lines: [[{ text: 'first' }]] },
    ],
  });
});
