import type { Cart } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import type { Location } from '../../shared/site/site.ts';
import { Sheet } from '../../ui/dialog.tsx';
import { CartHead, NothingInCart } from './cart-head.tsx';
import { CartFoot, CartLines } from './cart-panel.tsx';

interface CartSheetProps {
  onClose: () => void;
  cart: Cart;
  location: Location;
  now: Date | null;
}

/** The cart on a phone, above the menu. */
export function CartSheet({ onClose, cart, location, now }: CartSheetProps) {
  return (
    <Sheet
      onClose={onClose}
      title={say`Your order`}
      closeLabel={say`Close your order`}
      footer={cart.length > 0 && <CartFoot cart={cart} location={location} />}
    >
      <CartHead cart={cart} location={location} now={now} />
      {cart.length === 0 ? <NothingInCart /> : <CartLines cart={cart} location={location} />}
    </Sheet>
  );
}
