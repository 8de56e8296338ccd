import { useSyncExternalStore } from 'react';
import { cartAt, CARTS_STORAGE_KEY, NO_CARTS, readCarts, withCart, writeCarts, type Carts } from './cart-storage.ts';
import { EMPTY_CART, type Cart } from '@tiffin/domain/cart';
import { stored } from '../offline/stored.ts';

/** The carts of this browser: one store for all its tabs, since it reads what storage holds. */
const storage = stored(CARTS_STORAGE_KEY);

let text: string | null = null;
let carts: Carts = NO_CARTS;

function snapshot(): Carts {
  const now = storage.read();
  if (now === text) return carts;
  const read = readCarts(now);
  text = now;
  carts = read.carts;
  if (read.warning) {
    // oxlint-disable-next-line no-console -- meant for whoever looks into the browser's console
    console.warn(read.warning);
    text = writeCarts(carts);
    storage.write(text);
  }
  return carts;
}

export function cartOf(locationId: string): Cart {
  return cartAt(snapshot(), locationId);
}

/** Works on what storage holds at this moment, so that no other tab's change is lost. */
export function changeCart(locationId: string, change: (cart: Cart) => Cart): void {
  const before = snapshot();
  const cart = change(cartAt(before, locationId));
  if (cart === cartAt(before, locationId)) return;
  storage.write(writeCarts(withCart(before, locationId, cart)));
}

export function clearCart(locationId: string): void {
  changeCart(locationId, () => EMPTY_CART);
}

/** A location's cart, in step with every other tab; empty while the server renders. */
export function useCart(locationId: string): Cart {
  return cartAt(
    useSyncExternalStore(storage.subscribe, snapshot, () => NO_CARTS),
    locationId,
  );
}
