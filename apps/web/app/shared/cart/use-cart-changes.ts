import { useEffect, useState } from 'react';
import { reconcileCart, type CartChange, type CartDish } from '@tiffin/domain/cart';
import { cartOf, changeCart } from './carts.ts';

/**
 * Brings a location's cart in line with the menu and keeps what changed until the guest has read it.
 * Only the page that is looked at does so: a tab in the background would tell nobody.
 */
export function useCartChanges(
  locationId: string,
  menu: ReadonlyMap<string, CartDish> | null,
): { changes: readonly CartChange[]; dismiss: () => void } {
  const [told, setTold] = useState<{ locationId: string; changes: readonly CartChange[] }>({ locationId, changes: [] });

  useEffect(() => {
    if (!menu) return undefined;
    const compare = () => {
      if (document.visibilityState !== 'visible') return;
      const { cart, changes } = reconcileCart(cartOf(locationId), menu);
      if (changes.length === 0) return;
      changeCart(locationId, () => cart);
      setTold((before) => ({
        locationId,
        changes: before.locationId === locationId ? latestChanges([...before.changes, ...changes]) : changes,
      }));
    };
    compare();
    document.addEventListener('visibilitychange', compare);
    return () => document.removeEventListener('visibilitychange', compare);
  }, [locationId, menu]);

  return {
    changes: told.locationId === locationId ? told.changes : [],
    dismiss: () => setTold({ locationId, changes: [] }),
  };
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
