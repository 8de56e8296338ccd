import { fieldsIn } from '@tiffin/domain/core';
import { BEING_PAID, FOLLOWED, ORDERED, stored } from './stored.ts';

/** The database of the back office's last known answers. */
export const RESPONSE_CACHE = 'tiffin_kept';
/** The order a guest saw last, of this tab alone. */
export const SHOWN_ORDER_KEY = 'tiffin_seen_order';
/** The order begun at the till, of this tab alone. */
export const TILL_ORDER_KEY = 'tiffin_begun_order';
/** The table somebody was about to reserve, of this tab alone. */
export const BOOKING_DRAFT = 'tiffin_booking';
/** What somebody typed at checkout. */
export const CHECKOUT_DRAFT = 'tiffin_checkout';
/** The order that was sent last, with its key. */
export const ORDER_KEY = 'tiffin_order_key';
/** The worker's cache of pages and what belongs to a person. */
export const PAGE_CACHE = 'tiffin-pages';

const LEFT_COOKIE = 'tiffin-left=';
/** Said as somebody leaves of their own will, also to the next page: a session that merely ended keeps what was typed for its return. */
export const LEFT = `${LEFT_COOKIE}yes; Path=/; Max-Age=60; SameSite=Lax`;

export function leaving(): void {
  document.cookie = LEFT;
}

/**
 * What this device kept for whoever was here before `uid`: nobody else may see it. The changes that wait
 * stay, for they are somebody's work; only their own session sees and sends them. Where one thing
 * cannot be removed the others still are.
 */
export async function forgetPerson(uid: string | null): Promise<void> {
  await tried(() => ('caches' in globalThis ? caches.delete(PAGE_CACHE) : null));
  await forgetTab(uid);
  const hasLeft = document.cookie.includes(LEFT_COOKIE);
  for (const key of [CHECKOUT_DRAFT, ORDER_KEY, BEING_PAID, ORDERED])
    await tried(() => forgetCheckout(key, uid, hasLeft));
  if (hasLeft) document.cookie = `${LEFT_COOKIE}; Path=/; Max-Age=0`;
  await tried(async () => {
    if (stored(FOLLOWED).read() !== null) await (await import('./push.ts')).forgetFollowing();
  });
  // The page that is open now is this person's own.
  await tried(keepThisPage);
}

/** The same for what this tab alone knows, or may have written down since another tab forgot. */
export async function forgetTab(uid: string | null): Promise<void> {
  for (const key of [SHOWN_ORDER_KEY, TILL_ORDER_KEY, ORDERED]) await tried(() => sessionStorage.removeItem(key));
  await tried(() => {
    // What was typed by nobody who is signed in is for whoever signs in next: that is the normal way.
    const by = ownerOf(sessionStorage.getItem(BOOKING_DRAFT));
    if (by !== null && by !== uid) sessionStorage.removeItem(BOOKING_DRAFT);
  });
  await tried(dropAnswers);
}

/** Asks the worker for the page as it is, for when there is no network; without a worker nothing is kept. */
export function keepThisPage(): void {
  const isStaff = location.pathname.startsWith('/admin/');
  navigator.serviceWorker.controller?.postMessage({ wish: 'keep', url: location.href, isStaff });
}

async function tried(step: () => unknown): Promise<void> {
  try {
    await step();
  } catch {
    // What cannot be opened was never written.
  }
}

function forgetCheckout(key: string, uid: string | null, hasLeft: boolean): void {
  const saved = stored(key);
  const text = saved.read();
  if (text !== null && (hasLeft || (uid !== null && ownerOf(text) !== uid))) saved.write(null);
}

/** Null is nobody who was signed in; undefined when it does not say. */
function ownerOf(text: string | null): unknown {
  return text === null ? null : fieldsIn(text)['uid'];
}

function dropAnswers(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(RESPONSE_CACHE);
    // One that is open just now goes as soon as it is closed.
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
  });
}
