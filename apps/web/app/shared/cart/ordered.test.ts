import { cents } from '@tiffin/domain/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetTab } from '../offline/clear-stored-data.ts';
import { storageOf } from '../testing/browser-storage.ts';
import { cartIdOf, changeCart } from './carts.ts';
import { removeOrderedCart, orderOfCart } from './ordered.ts';

const AT = '2026-11-20T22:15:00.000Z';
const naan = {
  cartKey: 'naan-mild',
  id: 'naan',
  name: 'Naan',
  price: cents(395),
  quantity: 1,
  maxQuantity: 10,
  category: 'breads',
  description: '',
  image: null,
  spice: null,
};

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('location', new URL('http://tiffin.test/checkout'));
});

function ordered(there: string) {
  changeCart('truro', () => [naan]);
  const cartId = cartIdOf('truro');
  removeOrderedCart({ uid: null, locationId: 'truro', there, at: AT });
  return () => orderOfCart(cartId);
}

test('the access token of an order without an account ends with its tab; the device keeps only the address of its page', () => {
  const became = ordered('/orders/TRU-1?token=k3y');
  expect(became()).toEqual({ there: '/orders/TRU-1?token=k3y', at: AT });
  expect(localStorage.getItem('tiffin_ordered')).not.toContain('k3y');
  // Another tab, or the next person on this device.
  vi.stubGlobal('sessionStorage', storageOf());
  expect(became()).toEqual({ there: '/orders/TRU-1', at: AT });
});

test('the next person who signs in in the tab finds no access token', async () => {
  ordered('/orders/TRU-1?token=k3y');
  await forgetTab('asha');
  expect(sessionStorage.getItem('tiffin_ordered')).toBeNull();
});
