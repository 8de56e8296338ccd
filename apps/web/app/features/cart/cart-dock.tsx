import { useState } from 'react';
import { cartQuantity, cartSubtotal, type CartDish } from '@tiffin/domain/cart';
import { CartChanges, useCartChanges } from '../../lib/cart-changes.tsx';
import { useCart } from '../../lib/carts.ts';
import { useHydrated } from '../../lib/hydrated.ts';
import { useNow } from '../../lib/now.ts';
import type { Location } from '../../lib/site.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './cart-dock.module.css';
import { CartCount, CartFoot, CartHead, CartLines } from './cart-panel.tsx';
import { texts } from './texts.ts';

/** The cart of a location: docked beside the menu on wide screens, behind a bar on all others. */
export function CartDock({ location, menu }: { location: Location; menu: ReadonlyMap<string, CartDish> }) {
  const cart = useCart(location.id);
  const { changes, dismiss } = useCartChanges(location.id, menu);
  const [open, setOpen] = useState(false);
  const now = useNow();
  const hydrated = useHydrated();

  return (
    <>
      <aside className={styles.dock} aria-label={texts.title}>
        <header className={styles.head}>
          <h2>{texts.title}</h2>
          {cart.length > 0 && <CartCount cart={cart} />}
        </header>
        <CartHead cart={cart} location={location} now={now} />
        <CartChanges changes={changes} onRead={dismiss} className={styles.changes} />
        {/* What the browser keeps is known once scripts run: until then nothing is said. */}
        <div className={styles.scroll}>{hydrated && <CartLines cart={cart} locationId={location.id} />}</div>
        {cart.length > 0 && <CartFoot cart={cart} location={location} />}
      </aside>

      {(cart.length > 0 || changes.length > 0) && (
        <div className={styles.bar}>
          <CartChanges changes={changes} onRead={dismiss} className={styles.changes} />
          {cart.length > 0 && (
            <Button block spread className={styles.open ?? ''} onClick={() => setOpen(true)}>
              <span className={styles.view}>
                <span className={styles.count}>{cartQuantity(cart)}</span> {texts.view}
              </span>
              <Money cents={cartSubtotal(cart)} />
            </Button>
          )}
        </div>
      )}
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={texts.title}
        closeLabel={texts.close}
        footer={cart.length > 0 && <CartFoot cart={cart} location={location} />}
      >
        <CartHead cart={cart} location={location} now={now} />
        <CartLines cart={cart} locationId={location.id} />
      </Sheet>
    </>
  );
}
