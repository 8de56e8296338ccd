import { beforeEach, expect, test, vi } from 'vitest';
import { dalForOne } from '../../testing/samples.ts';
import { clearDeviceOfGuest, clearStoredData } from '../offline/clear-stored-data.ts';
import { storageOf } from '../testing/browser-storage.ts';
import { rememberedGuest, rememberGuestOfOrder, rememberGuestOfReservation } from './remembered-guest.ts';

const DAY_MS = 86_400_000;
const order = { ...dalForOne, metadata: { ...dalForOne.metadata, orderToken: 'k3y' } };

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('location', new URL('http://tiffin.test/'));
  vi.stubGlobal('document', { cookie: '' });
});

test('the device remembers name, contact and last order of a guest without an account, for 90 days', () => {
  rememberGuestOfOrder(order);
  expect(rememberedGuest()).toMatchObject({
    name: 'Asha Rao',
    phone: order.customerInfo.phone,
    locationId: 'truro',
    payment: 'cash',
    lastOrder: { orderId: order.orderId, token: 'k3y', locationId: 'truro', dishes: [{ quantity: 1 }] },
  });
  expect(rememberedGuest(Date.now() + 89 * DAY_MS)).not.toBeNull();
  expect(rememberedGuest(Date.now() + 91 * DAY_MS)).toBeNull();
});

test('the address of a delivery stays when the same guest picks up the next order; another guest starts empty', () => {
  rememberGuestOfOrder({
    ...order,
    deliveryInfo: { address: '22 Willow Street', instructions: 'Side door', postalCode: 'B2N 4Z1' },
  });
  rememberGuestOfOrder(order);
  expect(rememberedGuest()).toMatchObject({ address: '22 Willow Street', postalCode: 'B2N 4Z1' });
  rememberGuestOfOrder({ ...order, customerInfo: { ...order.customerInfo, name: 'Noor Kay' } });
  expect(rememberedGuest()).toMatchObject({ name: 'Noor Kay', address: '', deliveryInstructions: '' });
});

test('a reservation keeps the same guest’s last order, and another guest’s is dropped', () => {
  const contact = { email: 'asha@example.test', phone: '', locationId: 'new-glasgow' };
  rememberGuestOfOrder(order);
  rememberGuestOfReservation({ ...contact, name: 'Asha Rao' });
  expect(rememberedGuest()).toMatchObject({
    email: 'asha@example.test',
    phone: order.customerInfo.phone,
    locationId: 'new-glasgow',
    lastOrder: { orderId: order.orderId },
  });
  rememberGuestOfReservation({ ...contact, name: 'Noor Kay' });
  expect(rememberedGuest()).toMatchObject({ name: 'Noor Kay', phone: '', lastOrder: null });
});

test('an order of an account is not remembered', () => {
  rememberGuestOfOrder({ ...order, customerInfo: { ...order.customerInfo, firebaseId: 'asha' } });
  expect(rememberedGuest()).toBeNull();
});

test.each([
  ['somebody signs in', () => clearStoredData('asha')],
  ['the guest asks to be forgotten', () => clearDeviceOfGuest()],
])('nothing is remembered after %s', async (_when, forget) => {
  rememberGuestOfOrder(order);
  await forget();
  expect(rememberedGuest()).toBeNull();
  expect(localStorage.getItem('tiffin_guest')).toBeNull();
});

test.each(['{}', 'x', '{"name":"Asha"}', '{"name":"Asha","at":1,"lastOrder":[]}'])(
  'stored text that cannot be used remembers nobody: %s',
  (text) => {
    localStorage.setItem('tiffin_guest', text);
    expect(rememberedGuest()).toBeNull();
  },
);
