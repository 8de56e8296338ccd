import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addToCart } from '@tiffin/domain/cart';
import { SPICE_LEVEL_MIN, type HeatLevel } from '@tiffin/domain/menu';
import { chosenOf, heatLevels, type OptionGroup } from '@tiffin/domain/options';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toasts.ts';
import type { Answer } from '../api/api.ts';
import { cartOf, changeCart } from '../cart/carts.ts';
import { loadMenuDishes } from '../cart/menu-dishes.ts';
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

interface LeftOut {
  /** Names of dishes that are unavailable or do not fit. */
  readonly missing: readonly string[];
  /** Dishes whose options must be chosen again, because they no longer exist. */
  readonly open: readonly Pick<Order['items'][number], 'id' | 'name'>[];
}

/** Adds the dishes of an order to the cart of its location, at today's prices, with their heat levels and options. */
async function putIntoCart(order: Repeated): Promise<LeftOut> {
  const dishes = await loadMenuDishes(order.location);
  const missing: string[] = [];
  const open: Order['items'] = [];
  let cart = cartOf(order.location);
  for (const item of order.items) {
    const dish = dishes.get(item.id);
    const hadOptions = !item.cartKey.startsWith(`${item.id}-default`);
    const spice = hadOptions && dish?.heats ? spiceOf(dish.heats, item.spiceLevelId) : null;
    const request = { options: item.options && chosenOf(item.options), note: item.note };
    const added = dish && addToCart(cart, dish, spice, item.quantity, request);
    if (added?.ok) cart = added.value;
    else if (added && CHOICE_CODES.has(added.error.code)) open.push(item);
    else missing.push(item.name);
  }
  changeCart(order.location, () => cart);
  return { missing, open };
}

/** The same heat level; one that no longer exists must be chosen again. */
function spiceOf(heats: OptionGroup, id: string): HeatLevel {
  const removed = { id, name: '', level: SPICE_LEVEL_MIN, description: '' };
  return heatLevels(heats).find((each) => each.id === id) ?? removed;
}

/** The dish is available, but with other options. */
const CHOICE_CODES: ReadonlySet<string> = new Set(['option-missing', 'option-unavailable', 'invalid-argument']);
