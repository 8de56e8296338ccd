import { expect, test } from 'vitest';
import { booleanField, formOf, valueField, optionalNumber, optionalText, textField, wholeNumber } from './form.ts';

const form = formOf(
  {
    name: textField('Name'),
    price: wholeNumber('Price', { least: 1, most: 99 }),
    calories: optionalNumber('Calories', { least: 0, most: 900 }),
    note: optionalText('Note'),
    tags: valueField<readonly string[]>('Tags', []),
    isSpecial: booleanField('Special', { initialValue: true }),
    until: optionalText('Until'),
  },
  {
    check: (draft) => (draft.name === '' ? { name: 'Name is required' } : {}),
    settled: (values) => (values.isSpecial ? values : { ...values, until: null }),
  },
);
const korma = {
  name: 'Korma',
  price: 15,
  calories: null,
  note: null,
  tags: ['mild'],
  isSpecial: true,
  until: '2026-11-30',
};
const typed = form.draftOf(korma);

test('shows values as typed text, and sends unchanged ones as they were read', () => {
  expect(typed).toEqual({ ...korma, price: '15', calories: '', note: '' });
  expect(form.sentOf(typed)).toEqual(korma);
  expect(form.initialDraft).toMatchObject({ name: '', price: '', tags: [], isSpecial: true });
});

test('sends only changed fields, trimmed', () => {
  expect(form.updatesOf(korma, typed)).toEqual({});
  expect(form.updatesOf(korma, { ...typed, name: ' Korma ', price: '16', note: ' hot ', tags: [] })).toEqual({
    price: 16,
    note: 'hot',
    tags: [],
  });
});

test('treats null, an empty text and an empty list as equal', () => {
  expect(form.updatesOf({ ...korma, tags: [] }, { ...typed, tags: [], note: ' ' })).toEqual({});
  expect(form.updatesOf({ ...korma, calories: 500 }, typed)).toEqual({ calories: null });
});

test('one field can determine the value of another', () => {
  expect(form.updatesOf(korma, { ...typed, isSpecial: false })).toEqual({ isSpecial: false, until: null });
});

test('validates each field, and the form as a whole', () => {
  expect(form.problemsOf({ ...typed, name: '', price: '0', calories: 'few' })).toEqual({
    name: 'Name is required',
    price: 'A whole number from 1 to 99',
    calories: 'A whole number from 0 to 900',
  });
  expect(form.problemsOf(typed)).toEqual({});
});

test('merges my draft with the saved version: others’ changes are taken over, and fields that both changed stay mine and are listed first', () => {
  const mine = { ...typed, price: '16', calories: '500', tags: ['hot'] };
  const owned = { ...korma, name: 'Navratan Korma', price: 17, calories: 500, note: 'new' };
  const { draft, changes } = form.merged(korma, mine, owned);
  expect(draft).toEqual({ ...mine, name: 'Navratan Korma', note: 'new' });
  expect(changes).toEqual([
    { field: 'price', base: '15', mine: '16', current: '17', clashes: true },
    { field: 'name', base: 'Korma', mine: 'Korma', current: 'Navratan Korma', clashes: false },
    { field: 'calories', base: '', mine: '500', current: '500', clashes: false },
    { field: 'note', base: '', mine: '', current: 'new', clashes: false },
  ]);
});

test.each([
  ['name', 'Korma', 'Korma'],
  ['calories', '', '—'],
  ['tags', ['mild', 'sweet'], 'mild, sweet'],
  ['tags', [], '—'],
  ['isSpecial', false, 'No'],
] as const)('%s %j is shown as "%s"', (field, value, words) => {
  expect(form.wordsOf(field, value)).toBe(words);
});
