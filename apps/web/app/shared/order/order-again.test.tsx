import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dalDish, dalForOne, thaliDish } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import { useOrderAgain } from './order-again.ts';
import { orderAllergies } from '../cart/stated-allergies.ts';

beforeEach(() => {
  menuItems = [dalDish, thaliDish];
});
let menuItems = [dalDish, thaliDish];

const stored = () =>
  (JSON.parse(localStorage.getItem('sizzle_spice_location_carts') ?? '{}') as Record<string, object[]>)['truro'] ?? [];
const [dal] = dalForOne.items;
const size = (id: string) => ({ group: 'size', groupName: 'Size', id, name: id, units: 1, unitPrice: 14.95 });
const thali = { ...dal, line: 2, id: 'thali', name: 'Thali', cartKey: 'thali-default-abc', note: 'Not too hot' };

async function again(...items: object[]) {
  return repeat({ items });
}

async function repeat(past: { items: object[]; allergies?: object[] }) {
  function Past() {
    const { orderAgain } = useOrderAgain();
    const order = { location: 'truro', ...past } as unknown as Parameters<typeof orderAgain>[0];
    return <button onClick={() => void orderAgain(order)}>Again</button>;
  }
  const menu = { locationId: 'truro', items: menuItems, categories: [], version: 1 };
  const page = openPage({ default: Past }, '/past', { getLocationMenu: menu });
  await page.press('Again');
  return page;
}

test('repeats an order with its options, omissions and notes', async () => {
  await again({ ...thali, options: [size('regular')] }, { ...dal, cartKey: 'dal-default' });
  await expect(screen).toShow('Everything from last time is in your cart.');
  expect(stored()).toMatchObject([
    {
      id: 'thali',
      price: 14.95,
      note: 'Not too hot',
      options: [{ id: 'regular' }, { id: 'onion', isRemoval: true }, { id: 'coriander', isRemoval: true }],
    },
    { id: 'dal', price: 10 },
  ]);
  expect(stored()[0]).not.toHaveProperty('spiceLevelId');
});

test('an allergy of the whole order comes back with its dishes, beside one stated meanwhile', async () => {
  localStorage.setItem('tiffin_allergies', JSON.stringify({ truro: [{ code: 'eggs', text: '' }] }));
  await repeat({ items: [{ ...dal, cartKey: 'dal-default' }], allergies: [{ code: 'milk' }, { code: 'eggs' }] });
  await expect(screen).toShow('Everything from last time is in your cart.');
  expect(orderAllergies('truro').map(({ code }) => code)).toEqual(['eggs', 'milk']);
});

test('a dish that lost an ingredient must be chosen again', async () => {
  const [size_, chutneys, bread, out] = thaliDish.optionGroups;
  const sizes = { ...size_!, options: size_!.options.map((each) => ({ ...each, isDefault: each.id === 'regular' })) };
  const removed = { ...out!, options: out!.options.map((each) => ({ ...each, isAvailable: each.id !== 'onion' })) };
  menuItems = [dalDish, { ...thaliDish, optionGroups: [sizes, chutneys!, bread!, removed] }];
  await again({ ...thali, note: undefined, cartKey: 'thali-default' });
  await expect(screen).toShow('The menu has changed. Please choose again: Thali.');
  expect(stored()).toEqual([]);
});

test('a dish whose option no longer exists must be chosen again: its sheet opens, and the rest is in the cart', async () => {
  await again({ ...thali, options: [size('giant')] }, { ...dal, cartKey: 'dal-default' });
  await expect(screen).toShow('The menu has changed. Please choose again: Thali.');
  await expect(screen).toShow('elsewhere');
  await waitFor(() => expect(stored()).toMatchObject([{ id: 'dal' }]));
});
