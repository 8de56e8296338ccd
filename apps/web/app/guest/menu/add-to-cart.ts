import {
  addToCart,
  changeLine,
  addCartLine,
  type Cart,
  type CartDish,
  type CartLine,
  type LineChoices,
} from '@tiffin/domain/cart';
import { say, type Result } from '@tiffin/domain/core';
import type { HeatLevel } from '@tiffin/domain/menu';
import { cartOf, changeCart, placeOf } from '../../shared/cart/carts.ts';
import type { Location } from '../../shared/site/site.ts';
import { toast } from '../../ui/toasts.ts';

/** Adds a dish to the cart of its location. Returns an error message, or null. */
export function addDish(
  location: Location,
  dish: CartDish,
  spice: HeatLevel | null,
  quantity: number,
  request?: LineChoices,
): string | null {
  if (!location.isActive) return location.openText;
  const place = placeOf(location);
  return saveCart(place, addToCart(cartOf(place), dish, spice, quantity, request));
}

/** Adds one more of a cart line. Returns an error message, or null. */
export function addAnotherPortion(locationId: string, line: CartLine): string | null {
  return saveCart(locationId, addCartLine(cartOf(locationId), { ...line, quantity: 1 }));
}

/** Replaces a cart line, and offers to undo that. Returns an error message, or null. */
export function changeCartLine(
  locationId: string,
  line: CartLine,
  dish: CartDish,
  spice: HeatLevel | null,
  quantity: number,
  request: LineChoices,
): string | null {
  const before = cartOf(locationId);
  const problem = saveCart(locationId, changeLine(before, line.cartKey, dish, spice, quantity, request));
  if (problem !== null) return problem;
  const after = cartOf(locationId);
  toast.message(say`Changed: ${line.name}`, {
    id: 'cart',
    // Undo only if the cart has not changed since.
    action: { label: say`Undo`, onClick: () => changeCart(locationId, (now) => (now === after ? before : now)) },
  });
  return null;
}

/** Saves the cart unless the change was refused. Returns the error message, or null. */
function saveCart(locationId: string, result: Result<Cart>): string | null {
  if (!result.ok) return result.error.message;
  changeCart(locationId, () => result.value);
  return null;
}
