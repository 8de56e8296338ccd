import { lazy, Suspense, useState } from 'react';
import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { lineHref, useCart } from '../../shared/cart/carts.ts';
import { useOrderTime } from '../../shared/cart/order-time.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { useCartChanges } from '../../shared/cart/use-cart-changes.ts';
import type { ComparedDish } from '../../shared/dish/dish.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useNow } from '../../shared/page/now.ts';
import { usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { CartCount, CartHead, NothingInCart } from './cart-head.tsx';
import styles from './cart-dock.module.css';

/** Loaded only when the cart has dishes or a dish is near the pointer. */
export const loadCart = () => import('./cart-panel.tsx');
const CartLines = lazy(async () => ({ default: (await loadCart()).CartLines }));
const CartTotal = lazy(async () => ({ default: (await loadCart()).CartTotal }));
const CartHint = lazy(async () => ({ default: (await loadCart()).CartHint }));
const CartFoot = lazy(async () => ({ default: (await loadCart()).CartFoot }));
const CartSheet = lazy(async () => ({ default: (await import('./cart-sheet.tsx')).CartSheet }));
const CartChanges = lazy(async () => ({ default: (await import('../../shared/cart/cart-changes.tsx')).CartChanges }));

/** The cart of a location: docked beside the menu on wide screens, behind a bar on others. */
export function CartDock({ location, menu }: { location: Location; menu: ReadonlyMap<string, ComparedDish> }) {
  const cart = useCart(location.id);
  const { changes, dismiss } = useCartChanges(location.id, menu);
  const [open, setOpen] = useState(false);
  const now = useNow();
  const { pausedUntil } = usePace(location, useOrderType(location));
  const isForLater = useOrderTime(location.id) !== 'asap';
  const pause = isForLater ? null : pausedUntil;
  const hydrated = useHydrated();

  const notices = changes.length > 0 && (
    <CartChanges
      changes={changes}
      hrefOf={(key) => lineHref(location.id, key)}
      onRead={dismiss}
      className={styles.changes}
    />
  );
  return (
    <>
      <aside className={`column gap-4 self-start surface ${styles.dock}`} aria-label={say`Your order`}>
        <header className="row between gap-8">
          <h2 className="text-xl">{say`Your order`}</h2>
          {cart.length > 0 && <CartCount cart={cart} />}
        </header>
        <CartHead cart={cart} location={location} now={now} />
        <Suspense>{notices}</Suspense>
        {/* The stored cart is known only after hydration. */}
        <div className={`grow min-height-0 ${styles.scroll}`}>
          {hydrated && cart.length === 0 && <NothingInCart />}
          <Suspense>{cart.length > 0 && <CartLines cart={cart} location={location} />}</Suspense>
        </div>
        <Suspense>{cart.length > 0 && <CartFoot cart={cart} location={location} />}</Suspense>
      </aside>

      {(cart.length > 0 || changes.length > 0) && (
        <div className={`fixed grid gap-8 ${styles.bar}`} data-bottom-bar>
          <Suspense>{notices}</Suspense>
          <Suspense>{cart.length > 0 && <CartHint cart={cart} location={location} pausedUntil={pause} />}</Suspense>
          {cart.length > 0 && (
            <Button block spread className={styles.open ?? ''} onClick={() => setOpen(true)}>
              <span className="row gap-8">
                <span className={`center pill digits ${styles.count}`}>{cartQuantity(cart)}</span>{' '}
                {pause ? say`Order for later` : say`View order`}
              </span>
              <Suspense>
                <CartTotal cart={cart} location={location} />
              </Suspense>
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {open && <CartSheet onClose={() => setOpen(false)} cart={cart} location={location} now={now} />}
      </Suspense>
    </>
  );
}
