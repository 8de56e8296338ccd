import { expect, test } from 'vitest';
import { changedFields, differences, reconciled } from './difference.ts';

const fields = ['name', 'price', 'calories', 'tags'] as const;
const base = { name: 'Korma', price: 15, calories: null as number | null, tags: ['mild'] };

test('what somebody else changed is named, and whether I changed it too', () => {
  const mine = { ...base, price: 16, calories: 500 };
  const theirs = { ...base, name: 'Navratan Korma', price: 17, calories: 500 };
  expect(differences(fields, base, mine, theirs)).toEqual([
    { field: 'name', base: 'Korma', mine: 'Korma', theirs: 'Navratan Korma', clashes: false },
    { field: 'price', base: 15, mine: 16, theirs: 17, clashes: true },
    { field: 'calories', base: null, mine: 500, theirs: 500, clashes: false },
  ]);
});

test('only what differs is sent', () => {
  expect(changedFields(fields, base, { ...base, price: 16, tags: [] })).toEqual({ price: 16, tags: [] });
  expect(changedFields(fields, base, { ...base })).toEqual({});
});

test('nothing, an empty text and an empty list are the same nothing', () => {
  const empty = { name: '', price: 0, calories: null, tags: [] as string[] };
  const nothing = { ...empty, name: undefined as unknown as string, tags: undefined as unknown as string[] };
  expect(differences(fields, empty, empty, nothing)).toEqual([]);
  expect(changedFields(['price'], empty, { ...empty, price: null as unknown as number })).toEqual({ price: null });
});

test('mine on top of theirs: what only they changed is taken, what both did stays mine and is named first', () => {
  const before = { name: 'Naan', price: 4, tags: ['bread'] };
  const mine = { ...before, name: 'Garlic Naan' };
  const theirs = { ...before, name: 'Butter Naan', price: 5 };
  const merged = reconciled(['price', 'name', 'tags'], before, mine, theirs);
  expect(merged.fields).toEqual({ name: 'Garlic Naan', price: 5, tags: ['bread'] });
  expect(merged.changes.map(({ field, clashes }) => [field, clashes])).toEqual([
    ['name', true],
    ['price', false],
  ]);
});
