import { useEffect, useState } from 'react';
import type { CartChange, CartDish } from '@tiffin/domain/cart';
import { cartOf } from './carts.ts';

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
    let wanted = true;
    const compare = async () => {
      // Only who has something in the cart needs what compares it.
      if (document.visibilityState !== 'visible' || cartOf(locationId).length === 0) return;
      const { compareWith, latestChanges } = await import('./compare.ts');
      const changes = wanted ? compareWith(menu, locationId) : [];
      if (changes.length === 0) return;
      setTold((before) => ({
        locationId,
        changes: before.locationId === locationId ? latestChanges([...before.changes, ...changes]) : changes,
      }));
    };
    // Without a connection that part may be missing: the server compares again.
    const soon = () => void compare().catch(() => {});
    soon();
    document.addEventListener('visibilitychange', soon);
    return () => {
      wanted = false;
      document.removeEventListener('visibilitychange', soon);
    };
  }, [locationId, menu]);

  return {
    changes: told.locationId === locationId ? told.changes : [],
    dismiss: () => setTold({ locationId, changes: [] }),
  };
}
