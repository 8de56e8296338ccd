import { beforeEach, expect, test, vi } from 'vitest';
import { cents } from '@tiffin/domain/core';
import { cartKey, type CartLine } from '@tiffin/domain/cart';
import { CARTS_STORAGE_KEY, LAST_MENU_KEY, storedText } from '../offline/text-storage.ts';
import { storageOf } from '../testing/browser-storage.ts';
import { cartIdOf, cartOf, changeCart, clearCart } from './carts.ts';
import { startLocation } from './start-location.ts';

const line = (id: string): CartLine => ({
  cartKey: cartKey(id, null),
  id,
  name: 'Naan',
  price: cents(395),
  quantity: 1,
  maxQuantity: 10,
  category: 'breads',
  description: '',
  image: null,
  spice: null,
});
const add = (place: string, id: string) => changeCart(place, (cart) => [...cart, line(id)]);

beforeEach(() => vi.stubGlobal('localStorage', storageOf()));

test('a cart keeps its id while dishes change, and gets another after it was emptied', () => {
  add('truro', 'naan');
  const id = cartIdOf('truro');
  expect(id).toMatch(/^[\da-f]{32}$/);
  add('truro', 'dal');
  changeCart('truro', (cart) => cart.slice(1));
  expect(cartIdOf('truro')).toBe(id);
  add('new-glasgow', 'naan');
  expect(cartIdOf('new-glasgow')).not.toBe(id);
  clearCart('truro');
  add('truro', 'naan');
  expect(cartIdOf('truro')).not.toBe(id);
  changeCart('truro', () => []);
  add('truro', 'naan');
  expect(cartIdOf('truro')).not.toBe(id);
});

test('a tab of an older version reads and writes the carts, and they still have ids', () => {
  add('truro', 'naan');
  expect(Object.keys(JSON.parse(localStorage.getItem(CARTS_STORAGE_KEY) ?? '{}'))).toEqual(['truro']);
  const id = cartIdOf('truro');
  const carts = localStorage.getItem(CARTS_STORAGE_KEY)?.replaceAll('naan', 'roti') ?? '';
  localStorage.setItem(CARTS_STORAGE_KEY, carts);
  expect([cartOf('truro')[0]?.id, cartIdOf('truro')]).toEqual(['roti', id]);
  vi.stubGlobal('localStorage', storageOf());
  localStorage.setItem(CARTS_STORAGE_KEY, carts);
  const provided = cartIdOf('truro');
  expect(provided).toMatch(/^[\da-f]{32}$/);
  expect(cartIdOf('truro')).toBe(provided);
});

test('starts at the location of the last cart, then of the last menu, if it is available', () => {
  const places = ['truro', 'new-glasgow'];
  expect(startLocation(places)).toBeNull();
  storedText(LAST_MENU_KEY).write('new-glasgow');
  expect(startLocation(places)).toBe('new-glasgow');
  add('truro', 'naan');
  expect(startLocation(places)).toBe('truro');
  add('new-glasgow', 'naan');
  expect(startLocation(places)).toBe('new-glasgow');
  add('closed-for-good', 'naan');
  expect(startLocation(places)).toBe('new-glasgow');
  clearCart('new-glasgow');
  expect(startLocation(places)).toBe('truro');
  expect(startLocation(['halifax'])).toBeNull();
});
