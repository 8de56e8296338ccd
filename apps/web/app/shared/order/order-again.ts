import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Answer } from '../api/api.ts';
import { cartOf, changeCart } from '../cart/carts.ts';
import { loadMenuDishes } from '../cart/menu-dishes.ts';
import { repeatItems, type RepeatedItems } from '../cart/repeat-items.ts';
import { orderAgainTexts } from './order-again-texts.ts';

type Order = Answer<'getCustomerOrders'>['orders'][number];
type Repeated = Pick<Order, 'location' | 'items'>;

/** Orders the same again: adds the dishes to the cart and opens the menu of the location. */
export function useOrderAgain(): { isRepeating: boolean; orderAgain: (order: Repeated) => Promise<void> } {
  const [isRepeating, setRepeating] = useState(false);
  const navigate = useNavigate();

  async function orderAgain(order: Repeated) {
    if (isRepeating) return;
    setRepeating(true);
    try {
      const { missing, open } = await putIntoCart(order);
      const [first] = open;
      if (missing.length > 0) toast.warning(orderAgainTexts.not(missing.join(', ')));
      if (first) toast.info(orderAgainTexts.choose(open.map(({ name }) => name).join(', ')));
      if (missing.length + open.length === 0) toast.success(orderAgainTexts.all);
      void navigate(first ? paths.menuDish(order.location, first.id) : paths.menu(order.location));
    } catch {
      toast.error(orderAgainTexts.failed);
      setRepeating(false);
    }
  }
  return { isRepeating, orderAgain };
}

/** Adds the dishes of an order to the cart of its location. */
async function putIntoCart(order: Repeated): Promise<Omit<RepeatedItems, 'cart'>> {
  const dishes = await loadMenuDishes(order.location);
  const { cart, ...leftOut } = repeatItems(cartOf(order.location), order.items, dishes);
  changeCart(order.location, () => cart);
  return leftOut;
}
