import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addToCart } from '@tiffin/domain/cart';
import { sentence } from '@tiffin/domain/core';
import { SPICE_LEVELS } from '@tiffin/domain/menu';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Answer } from '../api/api.ts';
import { cartOf, changeCart } from '../cart/carts.ts';
import { loadMenuDishes } from '../cart/menu-dishes.ts';

type Order = Answer<'getCustomerOrders'>['orders'][number];
type Repeated = Pick<Order, 'location' | 'items'>;

const texts = {
  all: 'All of it is in your order again.',
  not: (names: string) => sentence(`Not available now: ${names}`),
  failed: 'The menu could not be loaded. Please try again.',
} as const;

/** The same once more: its dishes go into the cart, and the guest to the menu it is on. */
export function useOrderAgain(): { isRepeating: boolean; again: (order: Repeated) => Promise<void> } {
  const [isRepeating, setRepeating] = useState(false);
  const navigate = useNavigate();

  async function again(order: Repeated) {
    if (isRepeating) return;
    setRepeating(true);
    try {
      const missing = await putIntoCart(order);
      if (missing.length > 0) toast.warning(texts.not(missing.join(', ')));
      else toast.success(texts.all);
      void navigate(paths.menu(order.location));
    } catch {
      toast.error(texts.failed);
      setRepeating(false);
    }
  }
  return { isRepeating, again };
}

/**
 * Puts the dishes of an order into the cart of its location once more, at today's prices and as hot
 * as they were. Answers the names of what cannot be had now or does not fit.
 */
async function putIntoCart(order: Repeated): Promise<string[]> {
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
