import { asText, parseJsonFields } from '@tiffin/domain/core';
import { isGuestPeriodOver } from '@tiffin/domain/order';
import { GUEST_ORDERS_KEY, LAST_ORDERED_CART_KEY, storedText, storedTextInTab } from '../offline/text-storage.ts';

/** More open orders than anyone has. */
const MAX_PAGES = 5;

/** An order with the access token that only this device knows. */
export interface GuestOrder {
  readonly orderId: string;
  readonly token: string;
}

/** Adds the page of an order that was placed on this device without an account. Other pages are left out. */
export function storeGuestOrder(page: string, now = Date.now()): void {
  if (orderOfPage(page) === null) return;
  const pages = [page, ...storedPages(now).filter((each) => each !== page)].slice(0, MAX_PAGES);
  storedText(GUEST_ORDERS_KEY).write(JSON.stringify({ pages, at: now }));
}

/** The orders that were placed on this device without an account, latest first. */
export function guestOrders(now = Date.now()): GuestOrder[] {
  // Tabs of earlier versions stored the last page for themselves.
  const last = asText(parseJsonFields(storedTextInTab(LAST_ORDERED_CART_KEY).read())['there']);
  return [...new Set([last, ...storedPages(now)])].flatMap((page) => orderOfPage(page) ?? []);
}

export function tokenOfGuestOrder(orderId: string | null): string | undefined {
  return guestOrders().find((order) => order.orderId === orderId)?.token;
}

function storedPages(now: number): string[] {
  const { pages, at } = parseJsonFields(storedText(GUEST_ORDERS_KEY).read());
  const isOver = typeof at !== 'number' || isGuestPeriodOver(at, now);
  return Array.isArray(pages) && !isOver ? pages.map(asText) : [];
}

function orderOfPage(page: string): GuestOrder | null {
  if (page === '' || typeof location === 'undefined') return null;
  const { pathname, searchParams } = new URL(page, location.href);
  const [, orders, orderId = ''] = pathname.split('/');
  const token = searchParams.get('token');
  return orders === 'orders' && orderId && token ? { orderId: decodeURIComponent(orderId), token } : null;
}
