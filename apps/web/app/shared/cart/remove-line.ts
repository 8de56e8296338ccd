import { removeFromCart, type CartLine } from '@tiffin/domain/cart';
import { toast } from '../../ui/toasts.ts';
import { changeCart } from './carts.ts';
import { removeLineTexts } from './remove-line-texts.ts';

/** Removes a line from a cart and offers to undo it. */
export function removeLine(locationId: string, line: CartLine): void {
  changeCart(locationId, (cart) => removeFromCart(cart, line.cartKey));
  toast.message(removeLineTexts.removed(line.name), {
    id: 'cart',
    action: {
      label: removeLineTexts.undo,
      onClick: () =>
        changeCart(locationId, (cart) => (cart.some((each) => each.cartKey === line.cartKey) ? cart : [...cart, line])),
    },
  });
}
