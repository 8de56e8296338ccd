import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMenuOrder, moveEntry, reorderEntries } from './arrange.ts';

test('sorts dishes by category, position and name, with unknown categories last', () => {
  const dish = (name: string, category: string, position: number) => ({ id: name, name, category, position });
  const items = [
    dish('Lassi', 'drinks', 1),
    dish('Kheer', 'atlantis', 0),
    dish('Samosa', 'appetizers', 2),
    dish('Chaat', 'appetizers', 2),
    dish('Vada', 'appetizers', 1),
  ];
  const names = inMenuOrder(items, [{ id: 'appetizers' }, { id: 'drinks' }]).map((item) => item.name);
  expect(names).toEqual(['Vada', 'Chaat', 'Samosa', 'Lassi', 'Kheer']);
});

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, 99, 'bcda'],
  [2, -5, 'cabd'],
])('moving an entry from position %i to %i gives %s', (from, to, expected) => {
  expect(moveEntry([...'abcd'], from, to).join('')).toBe(expected);
});

test.each([
  ['abcd', 'dcba', 'dcba'],
  ['abcd', 'ca', 'cbad'],
  ['abcd', 'xdc', 'abdc'],
  ['abcd', 'aab', 'abcd'],
  ['abcd', '', 'abcd'],
])('%s reordered by %s is %s', (present, requested, expected) => {
  expect(reorderEntries([...present], [...requested]).join('')).toBe(expected);
});

test('reordering neither loses nor duplicates entries', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(ids, fc.array(fc.string({ minLength: 1 })), (present, requested) => {
      expect(reorderEntries(present, requested).toSorted()).toEqual(present.toSorted());
    }),
  );
});
