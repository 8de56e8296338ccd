import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.ts';

/** The template as `say` gets it. */
function template(parts: TemplateStringsArray, ..._values: readonly unknown[]): readonly string[] {
  return parts;
}

function catalogueWith(language: string, ...entries: readonly string[]): Catalogue {
  const made = new Catalogue(language);
  made.add(['msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"', ...entries].join('\n\n'));
  return made;
}

const FRENCH = catalogueWith(
  'fr',
  'msgid "Closed"\nmsgstr "Fermé"',
  'msgid "We open {time}"\nmsgstr "Nous ouvrons {time}"',
  'msgid "{count} of {dish}"\nmsgstr "{dish} : {count}"',
  'msgid "Hi {customerName}, {minutes} more"\nmsgstr "Encore {minutes}, {customerName}"',
  'msgid "Hello {customerName}"\nmsgstr "Bonjour {customerName}"',
  'msgid "1 dish"\nmsgid_plural "{count} dishes"\nmsgstr[0] "{count} plat"\nmsgstr[1] "{count} plats"',
  'msgid "Later"\nmsgstr ""',
  '#, fuzzy\nmsgid "Sooner"\nmsgstr "Plus tard"',
);

test.each([
  ['a text without values', template`Closed`, [], 'Fermé'],
  ['a value', template`We open ${1}`, ['18 h'], 'Nous ouvrons 18 h'],
  ['values in another order', template`${1} of ${2}`, [3, 'naan'], 'naan : 3'],
  ['braces of the text itself', template`Hi {customerName}, ${1} more`, ['5 min'], 'Encore 5 min, {customerName}'],
  ['braces alone', template`Hello {customerName}`, [], 'Bonjour {customerName}'],
  ['one', template`1 dish`, [], '1 plat'],
  ['many', template`${1} dishes`, [3], '3 plats'],
  ['none, which French counts as one', template`${1} dishes`, [0], '0 plat'],
  ['an untranslated text', template`Later`, [], undefined],
  ['an unreviewed translation', template`Sooner`, [], undefined],
  ['a text that is not in it', template`Elsewhere ${1}`, [1], undefined],
] as const)('%s', (_, parts, values, message) => {
  // Twice, because the second call uses the cached template.
  expect([FRENCH.say(parts, values), FRENCH.say(parts, values)]).toEqual([message, message]);
});

const plurals = (...forms: readonly string[]) =>
  `msgid "1 dish of {name}"\nmsgid_plural "{name}: {count} dishes"\n${forms
    .map((form, index) => `msgstr[${index}] "${form} {count} {name}"`)
    .join('\n')}`;

test.each([
  ['pl', ['one', 'few', 'many'], { 1: 'one', 2: 'few', 5: 'many', 22: 'few', 112: 'many' }],
  [
    'ar',
    ['zero', 'one', 'two', 'few', 'many', 'other'],
    { 0: 'zero', 1: 'one', 2: 'two', 7: 'few', 11: 'many', 100: 'other' },
  ],
  ['lt', ['one', 'few', 'other'], { 1: 'one', 21: 'one', 3: 'few', 10: 'other' }],
  ['ja', ['other'], { 1: 'other', 2: 'other' }],
] as const)('%s chooses among its plural forms by the count', (language, forms, expected) => {
  const catalogue = catalogueWith(language, plurals(...forms));
  const one = template`1 dish of ${'Asha'}`;
  const many = template`${'Asha'}: ${2} dishes`;
  const sayCount = (count: number) =>
    count === 1 ? catalogue.say(one, ['Asha']) : catalogue.say(many, ['Asha', count]);
  for (const [count, form] of Object.entries(expected)) expect(sayCount(Number(count))).toBe(`${form} ${count} Asha`);
});

test('finds a whole text', () => {
  expect(FRENCH.whole('Closed')).toBe('Fermé');
  expect(FRENCH.whole('Sooner')).toBeUndefined();
});
