import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dalDish, truro } from '../../testing/samples.ts';

/** A cart lasts as long as a page: each test has one of its own. */
beforeEach(() => void vi.resetModules());

const KEY = 'sizzle_spice_location_carts';
const hot = { ...dalDish, id: 'vindaloo', menuItemId: 'vindaloo', name: 'Vindaloo', spiceLevel: 'hot' as const };
const line = (id: string, quantity: number) => ({
  id,
  name: id,
  price: 10,
  quantity,
  maxQuantity: 50,
  cartKey: `${id}-default`,
});
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Record<string, unknown>[]>;

async function menu(cart: ReturnType<typeof line>[] = [], location = truro) {
  if (cart.length > 0) localStorage.setItem(KEY, JSON.stringify({ truro: cart }));
  const { openPage } = await import('../../testing/show.tsx');
  const { default: Menu, loader } = await import('../../routes/guest/menu.tsx');
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const page = openPage({ default: Menu, loader: ofTruro }, '/menu/truro', {
    getLocation: { location },
    getLocationMenu: {
      locationId: 'truro',
      items: [dalDish, hot, ...cart.map(({ id }) => ({ ...dalDish, id, menuItemId: id, name: id, maxQuantity: 50 }))],
      categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 2 }],
      version: 1,
    },
  });
  await expect(screen).toShow('Dal Tadka');
  return page;
}

test('a dish goes into the cart of its place, kept under the specified key, its fields and its key with it [C-CART-01] [C-CART-02]', async () => {
  const { press } = await menu();
  await press(/Add Dal Tadka|^Add.*Dal Tadka/);
  await waitFor(() => expect(kept()['truro']).toHaveLength(1));
  expect(kept()['truro']?.[0]).toMatchObject({
    id: 'dal',
    price: 10,
    quantity: 1,
    maxQuantity: 10,
    cartKey: 'dal-default',
  });
});

test('a hot dish asks: Mild, Medium or Hot, with what each means, Mild chosen [C-MENU-02] [C-MENU-03]', async () => {
  const { press } = await menu();
  await press(/Vindaloo/);
  const heats = await within(await screen.findByRole('dialog', { name: 'Vindaloo' })).findAllByRole('radio');
  expect(heats.map((heat) => (heat as HTMLInputElement).value)).toEqual(['mild', 'medium', 'hot']);
  expect(heats.map((heat) => (heat as HTMLInputElement).checked)).toEqual([true, false, false]);
});

test('more than 50 pieces are refused [C-CART-07]', async () => {
  const { press } = await menu([line('naan', 50)]);
  await press(/Add Dal Tadka|^Add.*Dal Tadka/);
  await expect(screen).toShow('Maximum 50 total items allowed in cart');
});

test('more than 20 different dishes are refused [C-CART-08]', async () => {
  const { press } = await menu(Array.from({ length: 20 }, (_, at) => line(`dish-${at}`, 1)));
  await press(/Add Dal Tadka|^Add.*Dal Tadka/);
  await expect(screen).toShow('Maximum 20 different items allowed in cart');
});

test('a place that takes no orders says so [C-MENU-07]', async () => {
  await menu([], { ...truro, isActive: false, isOpen: false, openText: 'Location is currently inactive' });
  await expect(screen).toShow('Location is currently inactive');
});
