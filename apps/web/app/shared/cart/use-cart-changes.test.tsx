import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addToCart, EMPTY_CART, type CartDish } from '@tiffin/domain/cart';
import { cents, valueOrThrow } from '@tiffin/domain/core';
import type { GroupOption, OptionGroup } from '@tiffin/domain/options';
import { cartOf, changeCart } from './carts.ts';
import { updateCartToMenu } from './compare.ts';
import { useCartChanges } from './use-cart-changes.ts';

const option = (id: string, isAvailable: boolean): GroupOption => ({
  id,
  name: id,
  price: cents(100),
  isDefault: false,
  maxUnits: 1,
  isAvailable,
  allergens: [],
  breaks: [],
});
const bread = (isNaanThere: boolean): OptionGroup => ({
  id: 'bread',
  name: 'Bread',
  kind: 'one',
  isSize: false,
  min: 1,
  max: 1,
  included: 0,
  eachExtra: cents(0),
  isOpened: false,
  options: [option('naan', isNaanThere), option('roti', true)],
});
const thali = (isNaanThere: boolean, price = 1500): CartDish => ({
  id: 'thali',
  name: 'Thali',
  price: cents(price),
  category: 'Mains',
  description: '',
  image: '',
  isAvailable: true,
  maxQuantity: 10,
  optionGroups: [bread(isNaanThere)],
});
const menu = (dish: CartDish) => new Map([[dish.id, dish]]);

function withThali() {
  const options = [{ groupId: 'bread', optionId: 'naan', units: 1 }];
  changeCart('truro', () => valueOrThrow(addToCart(EMPTY_CART, thali(true), null, 1, { options })));
}

test('an option that is available again needs no new choice', async () => {
  withThali();
  const sold = menu(thali(false));
  const { result, rerender } = renderHook(({ dishes }) => useCartChanges('truro', dishes), {
    initialProps: { dishes: sold },
  });
  await waitFor(() => expect(result.current.changes).toMatchObject([{ kind: 'choice', name: 'Thali' }]));
  rerender({ dishes: menu(thali(true)) });
  await waitFor(() => expect(result.current.changes).toEqual([]));
});

test('if the guest leaves before the menu has loaded, the cart stays and the next page shows the notice', async () => {
  withThali();
  expect(await updateCartToMenu(menu(thali(true, 1700)), 'truro', () => false)).toEqual([]);
  expect(cartOf('truro')[0]?.price).toBe(1600);
  expect(await updateCartToMenu(menu(thali(true, 1700)), 'truro', () => true)).toMatchObject([
    { was: 1600, now: 1800 },
  ]);
});
