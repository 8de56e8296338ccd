import { expect, test } from 'vitest';
import { asCatalogue, type Catalogue } from './catalogue.ts';
import { translateSource } from './compile.ts';
import { po } from 'gettext-parser';

const french = (...entries: string[]): Catalogue =>
  asCatalogue(po.parse(['msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"', ...entries].join('\n\n')));

/** Runs the compiled function and returns its result. */
function result(catalogue: Catalogue | null, source: string, ...values: unknown[]): unknown {
  const compiled =
    translateSource(catalogue, `const t = ${source};`, 'apps/web/app/guest/cart/cart.tsx') ?? `const t = ${source};`;
  // oxlint-disable-next-line typescript/no-implied-eval -- the source is this file's
  return (new Function(`const say = String.raw; ${compiled} return t;`)() as (...all: unknown[]) => unknown)(...values);
}

const COUNT = '(n) => (n === 1 ? say`one order of ${n}` : say`${n} orders`)';
const counted = french(
  'msgid "one order of {n}"\nmsgid_plural "{n} orders"\nmsgstr[0] "{n} commande"\nmsgstr[1] "{n} commandes"',
);

test.each([
  [0, '0 commande'],
  [1, '1 commande'],
  [2, '2 commandes'],
])('%i uses the plural form of the language', (count, expected) => {
  expect(result(counted, COUNT, count)).toBe(expected);
});

test.each([
  [0, '0 orders'],
  [1, 'one order of 1'],
])('without a catalogue %i uses the text of the source', (count, expected) => {
  expect(result(null, COUNT, count)).toBe(expected);
});

test('inserts values in the order of the translation and translates texts within them', () => {
  const catalogue = french(
    'msgid "{name} at {value}"\nmsgstr "À {value}, c’est {name}"',
    'msgid "the door"\nmsgstr "la porte"',
  );
  expect(
    result(catalogue, '(name, isDoor) => say`${name} at ${isDoor ? say`the door` : say`home`}`', 'Asha', true),
  ).toBe('À la porte, c’est Asha');
});

test('keeps backticks, backslashes and dollar signs of a translation', () => {
  const catalogue = french('msgid "Press {key}"\nmsgstr "`{key}` \\\\ ${{key}"');
  expect(result(catalogue, '(key) => say`Press ${key}`', 'X')).toBe('`X` \\ ${X');
});

test('keeps the source text if a translation is missing or fuzzy', () => {
  const catalogue = french('msgid "Later on"\nmsgstr ""', '#, fuzzy\nmsgid "Sooner"\nmsgstr "Plus tard"');
  expect([result(catalogue, '() => say`Later on`'), result(catalogue, '() => say`Sooner`')]).toEqual([
    'Later on',
    'Sooner',
  ]);
});

test('fails the build if a translation has an unknown placeholder', () => {
  const catalogue = french('msgid "Hello {name}"\nmsgstr "Bonjour {nom}"');
  expect(() => result(catalogue, '(name) => say`Hello ${name}`', 'x')).toThrow('has no {nom} to put in');
});
