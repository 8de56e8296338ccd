import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as route from '../../routes/guest/allergens.tsx';
import { fakeNetwork, refusal } from '../../testing/network.ts';
import { dalDish, ownHeats, truro } from '../../testing/samples.ts';
import { contextOf, openPage } from '../../testing/show.tsx';

const option = { price: 0, isDefault: false, maxUnits: 1, isAvailable: true, allergens: [] };
const bread = {
  ...ownHeats,
  id: 'bread',
  name: 'Bread',
  min: 0,
  options: [
    { ...option, id: 'rice', name: 'Rice' },
    { ...option, id: 'naan', name: 'Naan', allergens: ['wheat', 'milk'] as const },
    { ...option, id: 'chef', name: 'Of the day', hasUnknownAllergens: true },
  ],
};
const items = [
  { ...dalDish, allergens: ['mustard'] as const, optionGroups: [bread] },
  { ...dalDish, id: 'soup', name: 'Soup', allergens: null },
  { ...dalDish, id: 'salad', name: 'Salad', isAvailable: false, served: 'from 5 p.m.', allergens: [] },
];
const menu = {
  locationId: 'truro',
  items,
  categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 3 }],
  version: 1,
};
const open = (answers = {}) => {
  const loader = (args: Parameters<typeof route.loader>[0]) =>
    route.loader({ ...args, params: { locationId: 'truro' } });
  return openPage({ ...route, loader }, '/menu/truro/allergens', {
    getLocationMenu: menu,
    getLocation: { location: truro },
    ...answers,
  } as never);
};

test('a guest reads in one table what each dish and each of its options contains', async () => {
  open();
  await screen.findByRole('table', { name: 'Veg Curries' });
  const rows = screen
    .getAllByRole('row')
    .map((row) =>
      [...row.children].map((cell) => cell.querySelector('[role=img]')?.getAttribute('aria-label') ?? cell.textContent),
    );
  expect(rows).toEqual([
    ['Dish', 'Milk', 'Mustard', 'Wheat'],
    ['Dal Tadka', '', 'Contains', ''],
    ['+ Naan', 'Contains', '', 'Contains'],
    ['+ Of the day', 'Ask us about allergens'],
    ['Soup', 'Ask us about allergens'],
    ['Salad', '', '', ''],
  ]);
  await expect(screen).toShow(/No dish is marked with: Eggs, Peanuts,/);
  await expect(screen).toShow(/^As of /);
});

test('the chart of a location that does not exist is not found', async () => {
  const params = { locationId: 'nowhere' };
  const net = fakeNetwork({ getLocationMenu: refusal('not-found'), getLocation: { location: truro } });
  const answer = await route
    .loader({
      request: new Request('http://localhost/menu/nowhere/allergens'),
      params,
      context: contextOf(net),
    } as never)
    .catch((error: unknown) => error);
  expect(answer).toMatchObject({ init: { status: 404 } });
});
