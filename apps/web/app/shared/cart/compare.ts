import { reconcileCart, type CartChange } from '@tiffin/domain/cart';
import { cartOf, changeCart } from './carts.ts';
import { loadMenuDishes } from './menu-dishes.ts';
import type { ComparedDish } from '../dish/dish.ts';

/** Why a location's cart became empty, for a page that has nothing to show without a cart. */
export const emptiedCarts = new Map<string, readonly CartChange[]>();

/**
 * Updates a location's cart to the menu and returns the changes. The dishes of a page carry no options; if a line of
 * the cart has some, they are loaded. If the guest has left the page meanwhile, nothing changes, because the notice
 * would not be seen.
 */
export async function updateCartToMenu(
  menu: ReadonlyMap<string, ComparedDish>,
  locationId: string,
  isRequested: () => boolean,
  place = locationId,
): Promise<readonly CartChange[]> {
  const hasOptions = cartOf(place).some(({ id }) => menu.get(id)?.choice);
  const dishes = hasOptions ? await loadMenuDishes(locationId) : menu;
  if (!isRequested()) return [];
  const { cart, changes } = reconcileCart(cartOf(place), dishes);
  if (cart.length === 0 && changes.length > 0) emptiedCarts.set(locationId, changes);
  if (changes.length > 0) changeCart(place, () => cart);
  return changes;
}

/** Keeps the latest notice of each line. Its price is compared with the one that the guest knows. */
export function latestChanges(changes: readonly CartChange[]): readonly CartChange[] {
  const latest = new Map<string, CartChange>();
  for (const change of changes) {
    const earlier = latest.get(change.cartKey);
    const merged = earlier?.kind === 'price' && change.kind === 'price' ? mergePriceChanges(earlier, change) : change;
    if (merged.kind === 'price' && merged.was === merged.now) latest.delete(change.cartKey);
    else latest.set(change.cartKey, merged);
  }
  return [...latest.values()];
}

type PriceChange = Extract<CartChange, { readonly kind: 'price' }>;

function mergePriceChanges(earlier: PriceChange, { options, ...change }: PriceChange): PriceChange {
  const before = earlier.options ?? [];
  const all = [...before, ...(options ?? [])].map(({ name }) => name);
  const changedOptions = [...new Set(all)].flatMap((name) => {
    const [first, last] = [before, options ?? []].map((list) => list.find((each) => each.name === name));
    const since = { name, was: (first ?? last)?.was, now: (last ?? first)?.now };
    return since.was === undefined || since.now === undefined || since.was === since.now
      ? []
      : [{ name, was: since.was, now: since.now }];
  });
  return { ...change, was: earlier.was, options: changedOptions.length > 0 ? changedOptions : undefined };
}
