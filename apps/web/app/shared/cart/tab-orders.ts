import { asText, parseJsonFields } from '@tiffin/domain/core';
import { LAST_ORDERED_CART_KEY, storedTextInTab, TAB_ORDERS_KEY } from '../offline/text-storage.ts';

/** More open orders than anyone has. */
const MOST = 5;

/** Adds the page of an order that was placed in this tab. */
export function storePageOfTab(page: string): void {
  storedTextInTab(TAB_ORDERS_KEY).write(JSON.stringify({ pages: [page, ...pagesOfTab()].slice(0, MOST) }));
}

/** The pages of the orders that were placed in this tab, latest first. Tabs of earlier versions stored only the last. */
export function pagesOfTab(): string[] {
  const last = asText(parseJsonFields(storedTextInTab(LAST_ORDERED_CART_KEY).read())['there']);
  const { pages } = parseJsonFields(storedTextInTab(TAB_ORDERS_KEY).read());
  return [...new Set([last, ...(Array.isArray(pages) ? pages.map(asText) : [])])].filter((page) => page !== '');
}
