import { useSyncExternalStore } from 'react';
import { cartAt, NO_CARTS, readCarts, withCart, writeCarts, type Carts } from './cart-storage.ts';
import { EMPTY_CART, type Cart } from '@tiffin/domain/cart';
import { parseJsonFields } from '@tiffin/domain/core';
import { paths, TABLE } from '../../paths.ts';
import type { Location } from '../site/site.ts';
import { newKey } from '../api/new-key.ts';
import { CARTS_STORAGE_KEY, STATED_ALLERGIES_KEY, storedText, storedTextInTab } from '../offline/text-storage.ts';
import { orderAllergies, readAllergies, stateOrderAllergies, withLineAllergies } from './stated-allergies.ts';

/** All tabs share the carts, because each change reads the storage first. */
const storage = storedText(CARTS_STORAGE_KEY);
/**
 * The id of each cart, so that it is ordered once. Stored apart from the carts, whose format tabs of older versions
 * still read and write.
 */
const ids = storedText('tiffin_cart_ids');

/** The stored text from which `carts` was read. */
let text: string | null = null;
let carts: Carts = NO_CARTS;

/** The stored carts, parsed once for each stored text. Damaged carts are stored again without what could not be read. */
function snapshot(): Carts {
  const stored = storage.read();
  if (stored === text) return carts;
  const read = readCarts(stored);
  text = stored;
  carts = read.carts;
  if (read.warning) {
    // oxlint-disable-next-line no-console -- meant for whoever looks into the browser's console
    console.warn(read.warning);
    text = writeCarts(carts);
    storage.write(text);
  }
  adoptTabAllergies();
  return carts;
}

/** Earlier versions stored stated allergies in the tab: for the order, and by cart key. They move to the carts. */
function adoptTabAllergies(): void {
  const inTab = storedTextInTab(STATED_ALLERGIES_KEY);
  const { order, lines } = parseJsonFields(inTab.read());
  if (order === undefined && lines === undefined) return;
  inTab.write(null);
  const stated = readAllergies(order);
  for (const [id, cart] of Object.entries(carts)) {
    carts = withCart(carts, id, withLineAllergies(cart, lines));
    if (stated.length > 0) stateOrderAllergies(id, [...orderAllergies(id), ...stated]);
  }
  text = writeCarts(carts);
  storage.write(text);
}

/** The key of the cart at a location. A phone at a table has a cart of its own there. */
export function placeOf({ id, tableId }: Pick<Location, 'id' | 'tableId'>): string {
  return tableId === undefined ? id : `${TABLE}${tableId}`;
}

const isTable = (place: string) => place.startsWith(TABLE);

export function cartOf(locationId: string): Cart {
  return cartAt(snapshot(), locationId);
}

/** Applies a change to the stored carts, so that changes of other tabs are not lost. */
export function changeCart(locationId: string, change: (cart: Cart) => Cart): void {
  const before = snapshot();
  const cart = change(cartAt(before, locationId));
  if (cart === cartAt(before, locationId)) return;
  storage.write(writeCarts(withCart(before, locationId, cart)));
  // A cart gets its id with the first dish and loses it with the last.
  if (cartAt(before, locationId).length === 0 || cart.length === 0)
    setCartId(locationId, cart.length > 0 ? newKey() : null);
  // Allergies that were stated for the whole order go with its last dish. At a table they hold for each round.
  if (cart.length === 0 && !isTable(locationId)) stateOrderAllergies(locationId, []);
}

/** Null removes the id. */
export function setCartId(locationId: string, id: string | null): void {
  ids.write(JSON.stringify({ ...parseJsonFields(ids.read()), [locationId]: id ?? undefined }));
}

/** The id of a location's cart. A cart without one, from an older version, gets it here. */
export function cartIdOf(locationId: string): string {
  const storedId = parseJsonFields(ids.read())[locationId];
  if (typeof storedId === 'string') return storedId;
  const id = newKey();
  setCartId(locationId, id);
  return id;
}

/** Locations with a filled cart, the last changed first: `withCart` puts a changed cart at the end. */
export function filledLocations(all = snapshot()): string[] {
  return Object.keys(all)
    .filter((place) => !isTable(place))
    .toReversed();
}

export function clearCart(locationId: string): void {
  changeCart(locationId, () => EMPTY_CART);
}

/** All carts, in sync with other tabs; empty during server rendering. */
export function useCarts(): Carts {
  return useSyncExternalStore(storage.subscribe, snapshot, () => NO_CARTS);
}

export function useCart(locationId: string): Cart {
  return cartAt(useCarts(), locationId);
}

/** The address at which a cart line is changed; null when it is not in the cart. */
export function lineHref(locationId: string, cartKey: string): string | null {
  const line = cartOf(locationId).find((each) => each.cartKey === cartKey);
  return line ? paths.menuDish(locationId, line.id, cartKey) : null;
}
