import { parseJsonFields } from '@tiffin/domain/core';
import {
  CART_PAYMENT_KEY,
  CARTS_STORAGE_KEY,
  DELIVERY_PLACE_KEY,
  GUEST_ORDERS_KEY,
  NOTIFICATION_TOPICS_KEY,
  LAST_ORDERED_CART_KEY,
  REMEMBERED_GUEST_KEY,
  STATED_ALLERGIES_KEY,
  storedText,
  storedTextInTab,
  TABLES_KEY,
} from './text-storage.ts';

/** The database with cached responses of the back office. */
export const RESPONSE_CACHE = 'tiffin_kept';
/** The orders that guests and customers last saw on this device, and who saw them. */
export const SHOWN_ORDER_KEY = 'tiffin_seen_order';
/** The unfinished order at the till in this tab. */
export const TILL_ORDER_KEY = 'tiffin_begun_order';
/** The unfinished reservation in this tab. */
export const BOOKING_DRAFT = 'tiffin_booking';
/** What was typed at the checkout: of a customer on the device, of a guest without an account in the tab. */
export const CHECKOUT_DRAFT = 'tiffin_checkout';
/** The last order sent, with its idempotency key. */
export const ORDER_KEY = 'tiffin_order_key';
/** The service worker's cache of pages and personal data. */
export const PAGE_CACHE = 'tiffin-pages';

const LEFT_COOKIE = 'tiffin-left=';
/** A cookie set when someone signs out on purpose, read by the next page. After an expired session the draft stays. */
export const SIGNED_OUT_COOKIE = `${LEFT_COOKIE}yes; Path=/; Max-Age=60; SameSite=Lax`;

export function markSignedOut(): void {
  document.cookie = SIGNED_OUT_COOKIE;
}

/** What the checkout and orders without an account leave on the device. */
const OWNED_KEYS = [
  CHECKOUT_DRAFT,
  ORDER_KEY,
  CART_PAYMENT_KEY,
  LAST_ORDERED_CART_KEY,
  GUEST_ORDERS_KEY,
  REMEMBERED_GUEST_KEY,
] as const;

/**
 * Removes everything that the device stored about a guest without an account, as after a sign-out. The cart stays
 * without its allergies, because then it names nobody.
 */
export async function clearDeviceOfGuest(): Promise<void> {
  markSignedOut();
  for (const key of [BOOKING_DRAFT, CHECKOUT_DRAFT, ORDER_KEY])
    await ignoreFailure(() => storedTextInTab(key).write(null));
  await clearStoredData(null);
}

/**
 * Removes data that this device stored for anyone but `uid`. Waiting changes stay, because they are unfinished work;
 * only their owner's session sees and sends them. A step that fails does not stop the others.
 */
export async function clearStoredData(uid: string | null): Promise<void> {
  await ignoreFailure(() => ('caches' in globalThis ? caches.delete(PAGE_CACHE) : null));
  await forgetTab(uid);
  const hasLeft = document.cookie.includes(LEFT_COOKIE);
  for (const key of OWNED_KEYS) await ignoreFailure(() => forgetCheckout(key, uid, hasLeft));
  // They name no owner, so after an expired session they stay for the person who signs in again.
  if (hasLeft) {
    // Older versions stored the allergies in the tab.
    for (const key of [STATED_ALLERGIES_KEY, DELIVERY_PLACE_KEY])
      await ignoreFailure(() => storedTextInTab(key).write(null));
    for (const key of [STATED_ALLERGIES_KEY, TABLES_KEY]) await ignoreFailure(() => storedText(key).write(null));
    await ignoreFailure(removeAllergiesFromCarts);
  }
  await ignoreFailure(() => storedText(SHOWN_ORDER_KEY).write(null));
  if (hasLeft) document.cookie = `${LEFT_COOKIE}; Path=/; Max-Age=0`;
  await ignoreFailure(async () => {
    if (storedText(NOTIFICATION_TOPICS_KEY).read() !== null)
      await (await import('./push.ts')).disableAllNotifications();
  });
  // The open page belongs to the current person.
  await ignoreFailure(cacheThisPage);
}

/**
 * Removes from this tab what it stored for anyone but `uid`, including what it stored after another tab removed the
 * rest.
 */
export async function forgetTab(uid: string | null): Promise<void> {
  for (const key of [SHOWN_ORDER_KEY, TILL_ORDER_KEY, LAST_ORDERED_CART_KEY])
    await ignoreFailure(() => sessionStorage.removeItem(key));
  await ignoreFailure(() => {
    // A draft typed while signed out passes to the person who signs in next, as usual in a booking.
    const owner = ownerOf(sessionStorage.getItem(BOOKING_DRAFT));
    if (owner !== null && owner !== uid) sessionStorage.removeItem(BOOKING_DRAFT);
  });
  await ignoreFailure(deleteResponseCache);
}

/** Asks the service worker to store this page for use offline. Without a worker it does nothing. */
export function cacheThisPage(): void {
  const isStaff = location.pathname.startsWith('/admin/');
  navigator.serviceWorker.controller?.postMessage({ wish: 'keep', url: location.href, isStaff });
}

async function ignoreFailure(step: () => unknown): Promise<void> {
  try {
    await step();
  } catch {
    // A database that cannot be opened was never written.
  }
}

function removeAllergiesFromCarts(): void {
  const carts = storedText(CARTS_STORAGE_KEY);
  const text = carts.read();
  const withoutAllergies = (key: string, value: unknown) => (key === 'allergies' ? undefined : value);
  if (text !== null) carts.write(JSON.stringify(JSON.parse(text, withoutAllergies)));
}

function forgetCheckout(key: string, uid: string | null, hasLeft: boolean): void {
  const saved = storedText(key);
  const text = saved.read();
  if (text !== null && (hasLeft || (uid !== null && ownerOf(text) !== uid))) saved.write(null);
}

/** The id of the person who typed it. Null: typed while signed out. Undefined: no owner was recorded. */
function ownerOf(text: string | null): unknown {
  return text === null ? null : parseJsonFields(text)['uid'];
}

function deleteResponseCache(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(RESPONSE_CACHE);
    // If the database is open, it is deleted as soon as it closes.
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
  });
}
