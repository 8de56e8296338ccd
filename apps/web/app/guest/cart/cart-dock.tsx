import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { cartQuantity } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { lineHref, useCart } from '../../shared/cart/carts.ts';
import { useOrderTime } from '../../shared/cart/order-time.ts';
import { useOrderType } from '../../shared/cart/order-type.tsx';
import { useCartChanges } from '../../shared/cart/use-cart-changes.ts';
import type { ComparedDish } from '../../shared/dish/dish.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { latePart } from '../../shared/offline/late-part.ts';
import { useNow } from '../../shared/page/now.ts';
import { usePace } from '../../shared/site/pace.ts';
import type { Location } from '../../shared/site/site.ts';
import { CART_ID } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useMedia } from '../../ui/media.ts';
import { CartCount, CartHead, NothingInCart } from './cart-head.tsx';
import styles from './cart-dock.module.css';

/** Loaded only when the cart has dishes or a dish is near the pointer. */
export const loadCart = () => import('./cart-panel.tsx');
const CartLines = latePart(async () => (await loadCart()).CartLines);
const CartTotal = latePart(async () => (await loadCart()).CartTotal);
const CartHint = latePart(async () => (await loadCart()).CartHint);
const CartFoot = latePart(async () => (await loadCart()).CartFoot);
const CartSheet = latePart(async () => (await import('./cart-sheet.tsx')).CartSheet);
const CartChanges = latePart(async () => (await import('../../shared/cart/cart-changes.tsx')).CartChanges);

/** The cart of a location: docked beside the menu on wide screens, behind a bar on others. */
export function CartDock({ location, menu }: { location: Location; menu: ReadonlyMap<string, ComparedDish> }) {
  const cart = useCart(location.id);
  const { changes, dismiss } = useCartChanges(location.id, menu);
  const [open, setOpen] = useState(false);
  const dock = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const { hash, key: visitKey } = useLocation();
  // The bag of the header and the link to skip the menu lead to the cart: beside the menu or, on a phone, above it.
  const isRequested = hash === `#${CART_ID}`;
  const isDocked = useMedia('(min-width: 1180px)');
  useEffect(() => {
    if (isRequested && isDocked) dock.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each press on the link moves the focus again
  }, [isRequested, isDocked, visitKey]);
  const closeSheet = () => {
    setOpen(false);
    if (isRequested) void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  };
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
      <aside
        id={CART_ID}
        ref={dock}
        tabIndex={-1}
        className={`column gap-4 self-start surface ${styles.dock}`}
        aria-label={say`Your order`}
      >
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
        <div className={`fixed stack gap-8 ${styles.bar}`} data-bottom-bar>
          <Suspense>{notices}</Suspense>
          <Suspense>
            {cart.length > 0 && <CartHint cart={cart} location={location} pausedUntil={pause} now={now} />}
          </Suspense>
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
        {(open || (hydrated && isRequested && !isDocked)) && (
          <CartSheet onClose={closeSheet} cart={cart} location={location} now={now} />
        )}
      </Suspense>
    </>
  );
}
