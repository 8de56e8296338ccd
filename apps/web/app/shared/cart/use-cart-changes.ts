import { useEffect, useState } from 'react';
import type { CartChange } from '@tiffin/domain/cart';
import type { ComparedDish } from '../dish/dish.ts';
import { cartOf, useCart } from './carts.ts';

/**
 * Updates a location's cart to the menu and keeps the changes until the guest has confirmed them. Only a visible page
 * does so, because nobody sees the notice of a background tab.
 */
export function useCartChanges(
  locationId: string,
  menu: ReadonlyMap<string, ComparedDish> | null,
  /** The key of the cart, if it is that of a table. */
  place = locationId,
) {
  const [shown, setShown] = useState<{ locationId: string; changes: readonly CartChange[] }>({
    locationId,
    changes: [],
  });

  useEffect(() => {
    if (!menu) return undefined;
    let isMounted = true;
    const compare = async () => {
      // The comparison is loaded only for guests with a filled cart.
      if (document.visibilityState !== 'visible' || cartOf(place).length === 0) return;
      const { updateCartToMenu, latestChanges } = await import('./compare.ts');
      const changes = await updateCartToMenu(menu, locationId, () => isMounted, place);
      if (!isMounted) return;
      setShown((before) => {
        // Missing options are reported by each comparison; those available again are dropped.
        const otherChanges =
          before.locationId === locationId ? before.changes.filter(({ kind }) => kind !== 'choice') : [];
        return { locationId, changes: latestChanges([...otherChanges, ...changes]) };
      });
    };
    // Offline the module may fail to load. The server compares again when ordering.
    const soon = () => void compare().catch(() => {});
    soon();
    document.addEventListener('visibilitychange', soon);
    return () => {
      isMounted = false;
      document.removeEventListener('visibilitychange', soon);
    };
  }, [locationId, menu, place]);

  const cart = useCart(place);
  // A missing option stays open until its line is changed or removed, even if confirmed.
  const isOpen = ({ kind, cartKey }: CartChange) => kind === 'choice' && cart.some((line) => line.cartKey === cartKey);
  const changes = shown.locationId === locationId ? shown.changes : [];
  return {
    changes: changes.filter((change) => change.kind !== 'choice' || isOpen(change)),
    dismiss: () => setShown({ locationId, changes: changes.filter(isOpen) }),
  };
}
