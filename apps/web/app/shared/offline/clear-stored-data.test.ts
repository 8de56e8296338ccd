import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveBookingDraft, readBookingDraft } from '../../guest/booking/draft.ts';
import { orderIdempotencyKey } from '../../guest/checkout/order-key.ts';
import { storageOf } from '../testing/browser-storage.ts';
import {
  TILL_ORDER_KEY,
  BOOKING_DRAFT,
  CHECKOUT_DRAFT,
  clearStoredData,
  markSignedOut,
  ORDER_KEY,
  SHOWN_ORDER_KEY,
} from './clear-stored-data.ts';
import {
  CARTS_STORAGE_KEY,
  DELIVERY_PLACE_KEY,
  NOTIFICATION_TOPICS_KEY,
  STATED_ALLERGIES_KEY,
} from './text-storage.ts';

const BOOKING = {
  locationId: 'truro',
  partySize: 4,
  date: null,
  slot: null,
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+19025550123',
  specialRequests: 'By the window',
};
const HERE = { today: '2026-11-20', locationIds: ['truro'], fixedLocationId: null };

let dropped: string[];

beforeEach(() => {
  dropped = [];
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('location', new URL('http://tiffin.test/menu/truro'));
  vi.stubGlobal('caches', { delete: async (name: string) => dropped.push(name) });
  vi.stubGlobal('indexedDB', {
    deleteDatabase(name: string) {
      dropped.push(name);
      const request = new EventTarget();
      queueMicrotask(() => request.dispatchEvent(new Event('success')));
      return request;
    },
  });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, getRegistration: async () => undefined } });
});

afterEach(() => vi.unstubAllGlobals());

/** The data that Asha leaves on the device. */
function storeEverything(uid = 'asha'): void {
  saveBookingDraft(BOOKING, uid);
  sessionStorage.setItem(SHOWN_ORDER_KEY, '{}');
  sessionStorage.setItem(TILL_ORDER_KEY, '{}');
  localStorage.setItem(CHECKOUT_DRAFT, JSON.stringify({ uid, name: 'Asha Rao' }));
  orderIdempotencyKey({ name: 'Asha Rao' }, uid);
}

const typedInTab = () =>
  [STATED_ALLERGIES_KEY, DELIVERY_PLACE_KEY].filter((key) => sessionStorage.getItem(key) !== null);

const left = () => [
  ...[BOOKING_DRAFT, SHOWN_ORDER_KEY, TILL_ORDER_KEY].filter((key) => sessionStorage.getItem(key) !== null),
  ...[CHECKOUT_DRAFT, ORDER_KEY].filter((key) => localStorage.getItem(key) !== null),
];

test('the next person finds no data of the previous one', async () => {
  storeEverything();
  await clearStoredData('bela');
  expect(left()).toEqual([]);
  expect(dropped).toEqual(['tiffin-pages', 'tiffin_kept']);
});

test('allergies and the place of a delivery stay after an expired session, and go with a sign-out', async () => {
  sessionStorage.setItem(STATED_ALLERGIES_KEY, '{"order":[{"text":"kiwi"}]}');
  sessionStorage.setItem(DELIVERY_PLACE_KEY, '{"postalCode":"B2N 1A1"}');
  localStorage.setItem(STATED_ALLERGIES_KEY, '{"truro":[{"text":"kiwi"}]}');
  const dal = { id: 'dal', name: 'Dal', price: 10, quantity: 1 };
  localStorage.setItem(CARTS_STORAGE_KEY, JSON.stringify({ truro: [{ ...dal, allergies: [{ code: 'milk' }] }] }));
  await clearStoredData(null);
  expect(typedInTab()).toHaveLength(2);
  expect(localStorage.getItem(STATED_ALLERGIES_KEY)).toContain('kiwi');
  expect(localStorage.getItem(CARTS_STORAGE_KEY)).toContain('milk');
  markSignedOut();
  await clearStoredData(null);
  expect(typedInTab()).toEqual([]);
  expect(localStorage.getItem(STATED_ALLERGIES_KEY)).toBeNull();
  expect(JSON.parse(localStorage.getItem(CARTS_STORAGE_KEY) ?? '')).toEqual({ truro: [dal] });
});

test('signing out or deleting the account removes typed data; after an expired session the checkout restores it', async () => {
  storeEverything();
  await clearStoredData(null);
  expect(left()).toEqual([CHECKOUT_DRAFT, ORDER_KEY]);
  await clearStoredData('asha');
  expect(left()).toEqual([CHECKOUT_DRAFT, ORDER_KEY]);
  markSignedOut();
  await clearStoredData(null);
  expect([left(), document.cookie]).toEqual([[], 'tiffin-left=; Path=/; Max-Age=0']);
});

test('a booking started without an account continues after signing in', async () => {
  saveBookingDraft(BOOKING, null);
  await clearStoredData('bela');
  expect(readBookingDraft({ ...HERE, uid: 'bela' })).toMatchObject({ specialRequests: 'By the window' });
});

test('a booking started by another person is not shown', () => {
  saveBookingDraft(BOOKING, 'asha');
  expect(readBookingDraft({ ...HERE, uid: 'asha' })).toMatchObject({ name: 'Asha Rao' });
  expect(readBookingDraft({ ...HERE, uid: 'bela' })).toEqual({});
  expect(readBookingDraft({ ...HERE, uid: null })).toEqual({});
});

test('an order’s key depends on its person', () => {
  const key = orderIdempotencyKey({ dish: 'thali' }, 'asha');
  expect(orderIdempotencyKey({ dish: 'thali' }, 'asha')).toBe(key);
  expect(orderIdempotencyKey({ dish: 'dosa' }, 'asha')).not.toBe(key);
  expect(orderIdempotencyKey({ dish: 'dosa' }, 'bela')).not.toBe(orderIdempotencyKey({ dish: 'dosa' }, 'asha'));
});

test('a failing step does not stop the others: pages are removed first, and notifications are tried again next time', async () => {
  storeEverything();
  localStorage.setItem(NOTIFICATION_TOPICS_KEY, 'order TRU-1');
  const pushManager = { getSubscription: () => Promise.reject(new Error('no push service')) };
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: null, getRegistration: async () => ({ pushManager }) },
  });
  vi.stubGlobal('indexedDB', undefined);
  await clearStoredData('bela');
  expect(dropped).toEqual(['tiffin-pages']);
  expect(left()).toEqual([]);
  expect(localStorage.getItem(NOTIFICATION_TOPICS_KEY)).toBe('order TRU-1');
});
