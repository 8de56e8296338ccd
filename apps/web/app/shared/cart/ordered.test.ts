import { cents } from '@tiffin/domain/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearDeviceOfGuest, clearStoredData } from '../offline/clear-stored-data.ts';
import { storageOf } from '../testing/browser-storage.ts';
import { cartIdOf, changeCart } from './carts.ts';
import { guestOrders, tokenOfGuestOrder } from './guest-orders.ts';
import { removeOrderedCart, orderOfCart } from './ordered.ts';
import { orderAllergies, stateOrderAllergies } from './stated-allergies.ts';

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

function ordered(orderAddress: string) {
  changeCart('truro', () => [naan]);
  const cartId = cartIdOf('truro');
  removeOrderedCart({ uid: null, locationId: 'truro', orderAddress, at: AT });
  return () => orderOfCart(cartId);
}

test('another tab opens an order without an account with its access token', () => {
  const became = ordered('/orders/TRU-1?token=k3y');
  vi.stubGlobal('sessionStorage', storageOf());
  expect(became()).toEqual({ orderAddress: '/orders/TRU-1?token=k3y', at: AT });
  expect(tokenOfGuestOrder('TRU-1')).toBe('k3y');
  expect(tokenOfGuestOrder('TRU-2')).toBeUndefined();
});

test('a device stops knowing an order’s access token when its link has expired', () => {
  ordered('/orders/TRU-1?token=k3y');
  const days = (count: number) => Date.now() + count * 86_400_000;
  expect(guestOrders(days(89))).toEqual([{ orderId: 'TRU-1', token: 'k3y' }]);
  expect(guestOrders(days(91))).toEqual([]);
});

test.each([
  ['signs in', () => clearStoredData('asha')],
  ['asks to be forgotten', () => clearDeviceOfGuest()],
])('no access token is left on the device when somebody %s', async (_what, forget) => {
  vi.stubGlobal('document', { cookie: '' });
  ordered('/orders/TRU-1?token=k3y');
  expect(guestOrders()).toHaveLength(1);
  await forget();
  expect(guestOrders()).toEqual([]);
  for (const key of ['tiffin_ordered', 'tiffin_guest_orders']) expect(localStorage.getItem(key)).toBeNull();
});

test('ordering ends what was stated about allergies', () => {
  changeCart('truro', () => [{ ...naan, allergies: [{ code: 'milk' }] }]);
  stateOrderAllergies('truro', [{ text: 'kiwi' }]);
  removeOrderedCart({ uid: null, locationId: 'truro', orderAddress: '/orders/TRU-1?token=k3y', at: AT });
  expect(orderAllergies('truro')).toEqual([]);
  expect(localStorage.getItem('sizzle_spice_location_carts')).toBeNull();
});

test('an order of an account leaves no access token on the device', () => {
  changeCart('truro', () => [naan]);
  removeOrderedCart({ uid: 'asha', locationId: 'truro', orderAddress: '/order-success?orderId=TRU-1', at: AT });
  expect(guestOrders()).toEqual([]);
});
