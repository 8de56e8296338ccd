import { removeFromCart, type CartLine } from '@tiffin/domain/cart';
import { say } from '@tiffin/domain/core';
import { toast } from '../../ui/toasts.ts';
import { changeCart } from './carts.ts';
import { orderAllergies, stateOrderAllergies } from './stated-allergies.ts';

/** Removes a line from the cart, and offers to undo that. */
export function removeLine(locationId: string, line: CartLine): void {
  const stated = orderAllergies(locationId);
  changeCart(locationId, (cart) => removeFromCart(cart, line.cartKey));
  toast.message(say`${line.name} removed`, {
    id: 'cart',
    action: {
      label: say`Undo`,
      onClick: () => {
        changeCart(locationId, (cart) => (cart.some((each) => each.cartKey === line.cartKey) ? cart : [...cart, line]));
        // If this was the last line, the allergies of the whole order went with it.
        if (orderAllergies(locationId).length === 0) stateOrderAllergies(locationId, stated);
      },
    },
  });
}
