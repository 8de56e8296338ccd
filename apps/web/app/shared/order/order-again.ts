import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { distinctAllergies } from '@tiffin/domain/order';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Answer } from '../api/api.ts';
import { cartOf, changeCart } from '../cart/carts.ts';
import { loadMenuDishes } from '../cart/menu-dishes.ts';
import { repeatItems, type RepeatedItems } from '../cart/repeat-items.ts';
import { orderAllergies, readAllergies, stateOrderAllergies } from '../cart/stated-allergies.ts';

type Order = Answer<'getCustomerOrders'>['orders'][number];
/** What ordering again needs of an order. */
export type RepeatableOrder = Pick<Order, 'location' | 'items' | 'allergies'>;

/** Orders the same again: adds the dishes to the cart and opens the menu of the location. */
export function useOrderAgain() {
  const [isRepeating, setRepeating] = useState(false);
  const navigate = useNavigate();

  /** Takes the order, or loads it first; rejects if that fails. */
  async function orderAgain(source: RepeatableOrder | (() => Promise<RepeatableOrder>)) {
    if (isRepeating) return;
    setRepeating(true);
    const order = typeof source === 'function' ? await loadOrStop(source) : source;
    try {
      const { missing, open } = await putIntoCart(order);
      const [first] = open;
      if (missing.length > 0) toast.warning(endWithFullStop(say`Not available now: ${missing.join(', ')}`));
      if (first)
        toast.info(
          endWithFullStop(say`The menu has changed. Please choose again: ${open.map(({ name }) => name).join(', ')}`),
        );
      if (missing.length + open.length === 0) toast.success(say`Everything from last time is in your cart.`);
      void navigate(first ? paths.menuDish(order.location, first.id) : paths.menu(order.location));
    } catch {
      toast.error(say`The menu could not be loaded. Please try again.`);
      setRepeating(false);
    }
  }

  async function loadOrStop(load: () => Promise<RepeatableOrder>): Promise<RepeatableOrder> {
    try {
      return await load();
    } catch (error) {
      setRepeating(false);
      throw error;
    }
  }
  return { isRepeating, orderAgain };
}

/** Adds the dishes of an order to the cart of its location, with all the allergies that were stated for it. */
async function putIntoCart(order: RepeatableOrder): Promise<Omit<RepeatedItems, 'cart'>> {
  const dishes = await loadMenuDishes(order.location);
  const { cart, ...leftOut } = repeatItems(cartOf(order.location), order.items, dishes);
  changeCart(order.location, () => cart);
  const stated = [...orderAllergies(order.location), ...readAllergies(order.allergies)];
  stateOrderAllergies(order.location, distinctAllergies(stated));
  return leftOut;
}
