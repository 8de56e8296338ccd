import { addToCart } from '@tiffin/domain/cart';
import type { SpiceLevel } from '@tiffin/domain/menu';
import { cartOf, changeCart } from '../../shared/cart/carts.ts';
import { cartDish, type Dish } from '../../shared/dish/dish.ts';
import type { Location } from '../../shared/site/site.ts';

/** Puts a dish into the cart of its place. Answers what is in the way, or null. */
export function put(location: Location, dish: Dish, spice: SpiceLevel | null, quantity: number): string | null {
  if (!location.isActive) return location.openText;
  const result = addToCart(cartOf(location.id), cartDish(dish), spice, quantity);
  if (!result.ok) return result.error.message;
  changeCart(location.id, () => result.value);
  return null;
}
