import { addToCart } from '@tiffin/domain/cart';
import { SPICE_LEVELS } from '@tiffin/domain/menu';
import type { Answer } from '../../shared/api/api.ts';
import { cartOf, changeCart } from '../../shared/cart/carts.ts';
import { loadMenuDishes } from '../../shared/cart/menu-dishes.ts';

export type Order = Answer<'getCustomerOrders'>['orders'][number];

/**
 * Puts the dishes of an order into the cart of its location once more, at today's prices and as hot
 * as they were. Answers the names of what cannot be had now or does not fit.
 */
export async function orderAgain(order: Pick<Order, 'location' | 'items'>): Promise<string[]> {
  const dishes = await loadMenuDishes(order.location);
  const missing: string[] = [];
  let cart = cartOf(order.location);
  for (const item of order.items) {
    const dish = dishes.get(item.id);
    const wasAsked = !item.cartKey.endsWith('-default');
    const spice = wasAsked ? (SPICE_LEVELS.find(({ id }) => id === item.spiceLevelId) ?? null) : null;
    const added = dish && addToCart(cart, dish, spice, item.quantity);
    if (added?.ok) cart = added.value;
    else missing.push(item.name);
  }
  changeCart(order.location, () => cart);
  return missing;
}
