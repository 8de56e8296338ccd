import type { Cart } from '@tiffin/domain/cart';
import { fieldsIn, number, record, text } from '@tiffin/domain/core';
import { BEING_PAID, stored } from '../offline/stored.ts';

/** How many of each line went into an order. */
export type Lines = Readonly<Record<string, number>>;

/** A pay page that was opened, for which cart, and what was in it then: one may go back and choose more. */
interface PayPage {
  readonly page: string;
  readonly cartId: string;
  readonly lines: Lines;
}

/** One goes back and forth, and an earlier page may be the one that is paid. */
const MOST = 4;

/** The pay pages of this device, the last one first; this one among them. */
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

/** What of a cart was not ordered with these lines. */
export function without(cart: Cart, lines: Lines): Cart {
  return cart.flatMap((line) => {
    const quantity = line.quantity - (lines[line.cartKey] ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
