import type { Cart } from '@tiffin/domain/cart';
import { fieldsIn, number, record, text } from '@tiffin/domain/core';
import { BEING_PAID, stored } from '../offline/stored.ts';

/** Ordered quantities by cart line. */
export type Lines = Readonly<Record<string, number>>;

/** A payment page with its cart and the quantities at that time, because the guest may return and add more. */
interface PayPage {
  readonly page: string;
  readonly cartId: string;
  readonly lines: Lines;
}

/** Guests go back and forth, and an earlier page may be the one that is paid. */
const MOST = 4;

/** The payment pages of this device including this one, newest first. */
export function withPayPage(sessionId: string, cartId: string, cart: Cart): readonly PayPage[] {
  const lines = Object.fromEntries(cart.map(({ cartKey, quantity }) => [cartKey, quantity]));
  return [{ page: sessionId, cartId, lines }, ...payPages().filter(({ page }) => page !== sessionId)].slice(0, MOST);
}

export function payPages(): readonly PayPage[] {
  const saved = fieldsIn(stored(BEING_PAID).read())['pages'];
  return (Array.isArray(saved) ? saved : []).flatMap((each) => {
    const fields = record(each);
    const lines = record(fields?.['lines']);
    if (!fields || !lines) return [];
    const counts = Object.entries(lines).map(([key, count]) => [key, number(count) ?? 0] as const);
    return [{ page: text(fields['page']), cartId: text(fields['cartId']), lines: Object.fromEntries(counts) }];
  });
}

/** The rest of a cart without these quantities. */
export function without(cart: Cart, lines: Lines): Cart {
  return cart.flatMap((line) => {
    const quantity = line.quantity - (lines[line.cartKey] ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
