import { expect, test } from 'vitest';
import { asCatalogue, type Catalogue } from './catalogue.ts';
import { inWordsOf } from './compile.ts';
import { po } from 'gettext-parser';

const french = (...entries: string[]): Catalogue =>
  asCatalogue(po.parse(['msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"', ...entries].join('\n\n')));

/** What the rewritten function answers. */
function said(catalogue: Catalogue | null, source: string, ...values: unknown[]): unknown {
  const written =
    inWordsOf(catalogue, `const t = ${source};`, 'apps/web/app/guest/cart/texts.ts') ?? `const t = ${source};`;
  // oxlint-disable-next-line typescript/no-implied-eval -- the source is this file's
  return (new Function(`const say = String.raw; ${written} return t;`)() as (...all: unknown[]) => unknown)(...values);
}

const COUNT = '(n) => (n === 1 ? `one order of ${n}` : `${n} orders`)';
const counted = french(
  'msgid "one order of {n}"\nmsgid_plural "{n} orders"\nmsgstr[0] "{n} commande"\nmsgstr[1] "{n} commandes"',
);

test.each([
  [0, '0 commande'],
  [1, '1 commande'],
  [2, '2 commandes'],
])('%i of something takes the form of the language', (count, words) => {
  expect(said(counted, COUNT, count)).toBe(words);
});

test.each([
  [0, '0 orders'],
  [1, 'one order of 1'],
])('without a catalogue %i of something says what the code says', (count, words) => {
  expect(said(null, COUNT, count)).toBe(words);
});

test('values stand where the language wants them, and are words of it themselves', () => {
  const catalogue = french(
    'msgid "{name} at {value}"\nmsgstr "À {value}, c’est {name}"',
    'msgid "the door"\nmsgstr "la porte"',
  );
  expect(said(catalogue, "(name, isDoor) => say`${name} at ${isDoor ? 'the door' : 'home'}`", 'Asha', true)).toBe(
    'À la porte, c’est Asha',
  );
});

test('backticks, backslashes and dollars of a translation stay what they are', () => {
  const catalogue = french('msgid "Press {key}"\nmsgstr "`{key}` \\\\ ${{key}"');
  expect(said(catalogue, '(key) => `Press ${key}`', 'X')).toBe('`X` \\ ${X');
});

test('what is not translated, or not looked over, is said as it stands in the code', () => {
  const catalogue = french('msgid "Later on"\nmsgstr ""', '#, fuzzy\nmsgid "Sooner"\nmsgstr "Plus tard"');
  expect([said(catalogue, "() => 'Later on'"), said(catalogue, "() => 'Sooner'")]).toEqual(['Later on', 'Sooner']);
});

test('a hole that the code cannot fill stops the build', () => {
  const catalogue = french('msgid "Hello {name}"\nmsgstr "Bonjour {nom}"');
  expect(() => said(catalogue, '(name) => `Hello ${name}`', 'x')).toThrow('has no {nom} to put in');
});
