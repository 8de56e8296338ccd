import { useEffect, useState } from 'react';
import type { CartChange } from '@tiffin/domain/cart';
import type { ComparedDish } from '../dish/dish.ts';
import { cartOf, useCart } from './carts.ts';

/**
 * Brings a location's cart in line with the menu and keeps what changed until the guest has read it.
 * Only the page that is looked at does so: a tab in the background would tell nobody.
 */
export function useCartChanges(
  locationId: string,
  menu: ReadonlyMap<string, ComparedDish> | null,
): { changes: readonly CartChange[]; dismiss: () => void } {
  const [shown, setShown] = useState<{ locationId: string; changes: readonly CartChange[] }>({
    locationId,
    changes: [],
  });

  useEffect(() => {
    if (!menu) return undefined;
    let isMounted = true;
    const compare = async () => {
      // Only who has something in the cart needs what compares it.
      if (document.visibilityState !== 'visible' || cartOf(locationId).length === 0) return;
      const { compareWith, latestChanges } = await import('./compare.ts');
      const changes = await compareWith(menu, locationId, () => isMounted);
      if (!isMounted) return;
      setShown((before) => {
        // A choice that is still open is told again; one that can be had again is over.
        const otherChanges =
          before.locationId === locationId ? before.changes.filter(({ kind }) => kind !== 'choice') : [];
        return { locationId, changes: latestChanges([...otherChanges, ...changes]) };
      });
    };
    // Without a connection that part may be missing: the server compares again.
    const soon = () => void compare().catch(() => {});
    soon();
    document.addEventListener('visibilitychange', soon);
    return () => {
      isMounted = false;
      document.removeEventListener('visibilitychange', soon);
    };
  }, [locationId, menu]);

  const cart = useCart(locationId);
  // Read or not, a choice stays open until the line is another, or gone.
  const isOpen = ({ kind, cartKey }: CartChange) => kind === 'choice' && cart.some((line) => line.cartKey === cartKey);
  const changes = shown.locationId === locationId ? shown.changes : [];
  return {
    changes: changes.filter((change) => change.kind !== 'choice' || isOpen(change)),
    dismiss: () => setShown({ locationId, changes: changes.filter(isOpen) }),
  };
}
