import { useEffect, useState } from 'react';
import { reconcileCart, type CartChange, type CartDish } from '@tiffin/domain/cart';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { cartOf, changeCart } from './carts.ts';
import { formatMoney } from './format.ts';

const texts = {
  title: 'The menu has changed',
  understood: 'OK',
  price: (name: string, now: string, was: string) => `${name} is now ${now} (was ${was}).`,
  gone: (name: string) => `${name} is no longer available and was taken out of your order.`,
} as const;

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
    if (!menu) return;
    const compare = () => {
      if (document.visibilityState !== 'visible') return;
      const { cart, changes } = reconcileCart(cartOf(locationId), menu);
      if (changes.length === 0) return;
      changeCart(locationId, () => cart);
      setTold((before) => ({
        locationId,
        changes: before.locationId === locationId ? [...before.changes, ...changes] : changes,
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

/** What the menu's changes did to the order, until the guest says they have read it. */
export function CartChanges({
  changes,
  onRead,
  className,
}: {
  changes: readonly CartChange[];
  onRead: () => void;
  className?: string | undefined;
}) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <Banner
          tone="warn"
          title={texts.title}
          {...(className && { className })}
          action={
            <Button look="bare" size="sm" onClick={onRead}>
              {texts.understood}
            </Button>
          }
        >
          {changes.map((change, index) => (
            // the same dish may change twice before one reads it
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index}>{wordsFor(change)}</p>
          ))}
        </Banner>
      )}
    </div>
  );
}

function wordsFor(change: CartChange): string {
  return change.kind === 'price'
    ? texts.price(change.name, formatMoney(change.now), formatMoney(change.was))
    : texts.gone(change.name);
}
