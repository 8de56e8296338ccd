import { reconcileCart, type CartChange, type CartDish } from '@tiffin/domain/cart';
import { cartOf, changeCart } from './carts.ts';

/** Brings a location's cart in line with the menu; answers what changed. */
export function compareWith(menu: ReadonlyMap<string, CartDish>, locationId: string): readonly CartChange[] {
  const { cart, changes } = reconcileCart(cartOf(locationId), menu);
  if (changes.length > 0) changeCart(locationId, () => cart);
  return changes;
}

/** What is newer takes the place of what was said of the same line; its price is told against the one the guest knows. */
export function latestChanges(changes: readonly CartChange[]): readonly CartChange[] {
  const latest = new Map<string, CartChange>();
  for (const change of changes) {
    const told = latest.get(change.cartKey);
    const was = told?.kind === 'price' && change.kind === 'price' ? { ...change, was: told.was } : change;
    if (was.kind === 'price' && was.was === was.now) latest.delete(change.cartKey);
    else latest.set(change.cartKey, was);
  }
  return [...latest.values()];
}
