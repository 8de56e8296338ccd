import type { Cart } from '@tiffin/domain/cart';
import { parseJsonFields, asNumber, asRecord, asText } from '@tiffin/domain/core';
import { CART_PAYMENT_KEY, storedText } from '../offline/text-storage.ts';

export type LineQuantities = Readonly<Record<string, number>>;

/** A payment page with its cart and the quantities at that time, because the guest may return and add more. */
interface PayPage {
  readonly page: string;
  readonly cartId: string;
  readonly lines: LineQuantities;
}

/** Guests go back and forth, and an earlier page may be the one that is paid. */
const MAX_PAGES = 4;

/** The payment pages of this device with a new one, newest first. */
export function withPayPage(sessionId: string, cartId: string, cart: Cart): readonly PayPage[] {
  const lines = Object.fromEntries(cart.map(({ cartKey, quantity }) => [cartKey, quantity]));
  const others = payPages().filter(({ page }) => page !== sessionId);
  return [{ page: sessionId, cartId, lines }, ...others].slice(0, MAX_PAGES);
}

export function payPages(): readonly PayPage[] {
  const saved = parseJsonFields(storedText(CART_PAYMENT_KEY).read())['pages'];
  return (Array.isArray(saved) ? saved : []).flatMap((each) => {
    const fields = asRecord(each);
    const lines = asRecord(fields?.['lines']);
    if (!fields || !lines) return [];
    const counts = Object.entries(lines).map(([key, count]) => [key, asNumber(count) ?? 0] as const);
    return [{ page: asText(fields['page']), cartId: asText(fields['cartId']), lines: Object.fromEntries(counts) }];
  });
}

/** True if the newest payment page of this device was paid, in any tab. */
export function wasLastPagePaid(): boolean {
  return typeof parseJsonFields(storedText(CART_PAYMENT_KEY).read())['settled'] === 'string';
}

export function subtractLines(cart: Cart, lines: LineQuantities): Cart {
  return cart.flatMap((line) => {
    const quantity = line.quantity - (lines[line.cartKey] ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
