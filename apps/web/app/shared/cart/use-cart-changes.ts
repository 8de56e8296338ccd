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
        changes: before.locationId === locationId ? sinceRead(before.changes, changes) : changes,
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
function sinceRead(told: readonly CartChange[], newer: readonly CartChange[]): readonly CartChange[] {
  const before = new Map(told.map((change) => [change.cartKey, change]));
  const merged = newer.map((change) => {
    const known = before.get(change.cartKey);
    return change.kind === 'price' && known?.kind === 'price' ? { ...change, was: known.was } : change;
  });
  return [
    ...told.filter(({ cartKey }) => !merged.some((change) => change.cartKey === cartKey)),
    ...merged.filter((change) => change.kind !== 'price' || change.was !== change.now),
  ];
}
