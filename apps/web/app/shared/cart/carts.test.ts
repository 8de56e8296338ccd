import { beforeEach, expect, test, vi } from 'vitest';
import { cents } from '@tiffin/domain/core';
import { cartKey, type CartLine } from '@tiffin/domain/cart';
import { CARTS_STORAGE_KEY, LAST_MENU_KEY, STATED_ALLERGIES_KEY, storedText } from '../offline/text-storage.ts';
import { storageOf } from '../testing/browser-storage.ts';
import { cartIdOf, cartOf, changeCart, clearCart } from './carts.ts';
import { orderAllergies, stateOrderAllergies } from './stated-allergies.ts';
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

beforeEach(() => {
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('sessionStorage', storageOf());
});

const MILK = [{ code: 'milk' as const }];

test('a stated allergy stays when the tab is closed, and ends with its line or its cart', () => {
  changeCart('truro', () => [{ ...line('naan'), allergies: [{ code: 'eggs' }] }, line('dal')]);
  stateOrderAllergies('truro', MILK);
  stateOrderAllergies('new-glasgow', [{ text: 'kiwi' }]);
  // Another tab has only what is stored on the device.
  vi.stubGlobal('sessionStorage', storageOf());
  expect(cartOf('truro').map(({ allergies }) => allergies)).toEqual([[{ code: 'eggs' }], undefined]);
  expect(orderAllergies('truro')).toEqual(MILK);
  changeCart('truro', (cart) => cart.slice(1));
  expect(localStorage.getItem(CARTS_STORAGE_KEY)).not.toContain('eggs');
  expect(orderAllergies('truro')).toEqual(MILK);
  clearCart('truro');
  expect(orderAllergies('truro')).toEqual([]);
  expect(orderAllergies('new-glasgow')).toEqual([{ text: 'kiwi' }]);
  stateOrderAllergies('new-glasgow', []);
  expect(localStorage.getItem(STATED_ALLERGIES_KEY)).toBeNull();
});

test('allergies that an older version stated in the tab move to the order and its lines', () => {
  add('truro', 'naan');
  add('truro', 'dal');
  const stored = localStorage.getItem(CARTS_STORAGE_KEY) ?? '';
  vi.stubGlobal('localStorage', storageOf());
  localStorage.setItem(CARTS_STORAGE_KEY, `${stored} `);
  const lines = { [cartKey('dal', null)]: [{ text: 'kiwi' }] };
  sessionStorage.setItem(STATED_ALLERGIES_KEY, JSON.stringify({ order: MILK, lines }));
  expect(cartOf('truro').map(({ allergies }) => allergies)).toEqual([undefined, [{ text: 'kiwi' }]]);
  expect(orderAllergies('truro')).toEqual(MILK);
  expect(sessionStorage.getItem(STATED_ALLERGIES_KEY)).toBeNull();
  expect(localStorage.getItem(CARTS_STORAGE_KEY)).toContain('kiwi');
});

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
