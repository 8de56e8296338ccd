import { useSyncExternalStore } from 'react';
import { cartAt, NO_CARTS, readCarts, withCart, writeCarts, type Carts } from './cart-storage.ts';
import { EMPTY_CART, type Cart } from '@tiffin/domain/cart';
import { fieldsIn } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { newKey } from '../api/new-key.ts';
import { CARTS_STORAGE_KEY, stored } from '../offline/stored.ts';

/** The carts of this browser: one store for all its tabs, since it reads what storage holds. */
const storage = stored(CARTS_STORAGE_KEY);
/** Which cart it is, so that it is ordered once. Beside the carts: a tab of before reads and writes those as it always did. */
const ids = stored('tiffin_cart_ids');

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
  // Begun with its first dish, over with its last.
  if (cartAt(before, locationId).length === 0 || cart.length === 0) nameCart(locationId, cart.length > 0 && newKey());
}

/** false: it is over. */
export function nameCart(locationId: string, id: string | false): void {
  ids.write(JSON.stringify({ ...fieldsIn(ids.read()), [locationId]: id || undefined }));
}

/** The id of a location's cart; one that was filled before carts had ids is given its own now. */
export function cartIdOf(locationId: string): string {
  const cached = fieldsIn(ids.read())[locationId];
  if (typeof cached === 'string') return cached;
  const id = newKey();
  nameCart(locationId, id);
  return id;
}

/** The locations with something in their cart, the one that was changed last first. */
export function filledLocations(all = snapshot()): string[] {
  return Object.keys(all).toReversed();
}

export function clearCart(locationId: string): void {
  changeCart(locationId, () => EMPTY_CART);
}

/** Every cart, in step with every other tab; none while the server renders. */
export function useCarts(): Carts {
  return useSyncExternalStore(storage.subscribe, snapshot, () => NO_CARTS);
}

export function useCart(locationId: string): Cart {
  return cartAt(useCarts(), locationId);
}

/** Where a line of a cart is changed; null once it is none of it. */
export function lineHref(locationId: string, cartKey: string): string | null {
  const line = cartOf(locationId).find((each) => each.cartKey === cartKey);
  return line ? paths.menuDish(locationId, line.id, cartKey) : null;
}
