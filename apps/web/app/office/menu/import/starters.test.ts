import { planMenu, readMenuFile } from '@tiffin/domain/testing';
import { expect, test } from 'vitest';
import { STARTERS } from './starters.ts';

test.each(STARTERS)(
  'the starter menu $name imports completely into an empty menu, with every dish hidden',
  ({ csv }) => {
    const file = readMenuFile(new TextEncoder().encode(csv), []);
    if (!file.ok) throw new Error(file.error.message);
    expect(file.value.refused).toEqual([]);
    const { places } = planMenu(file.value.dishes, [{ locationId: 'new', dishes: [] }], { categories: [], groups: [] });
    const [{ added, refused } = { added: [], refused: [] }] = places;
    expect(refused).toEqual([]);
    expect(added.length).toBe(file.value.rows);
    for (const dish of added)
      expect(dish).toMatchObject({ isAvailable: false, description: expect.stringMatching(/\.$/) });
    // Vegan dishes must not have animal allergens.
    const animals = new Set<string>(['milk', 'eggs', 'fish', 'crustaceans-and-molluscs']);
    const wrong = added.filter(
      ({ isVegan, isVegetarian, allergens }) =>
        isVegan && (!isVegetarian || (allergens ?? []).some((each) => animals.has(each))),
    );
    expect(wrong).toEqual([]);
  },
);
