import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addToCart, setQuantity, type CartLine } from '@tiffin/domain/cart';
import type { SpiceLevel } from '@tiffin/domain/menu';
import { api } from '../../shared/api/api.ts';
import { backAt } from '../../shared/dish/read-menu.ts';
import { useAt } from '../../shared/live/at.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { toast } from '../../ui/toasts.ts';
import {
  asksSpice,
  cartOf,
  cartWithMenu,
  dishOf,
  priceAt,
  pricesChanged,
  tipChoice,
  withCartOf,
  type Dish,
  type Place,
  type Till,
} from './till.ts';

export type Ticket = ReturnType<typeof useTicket>;

/** The dishes of the order at today's prices, what they come to, and how dishes come to it. */
export function useTicket(till: Till, place: Place, onChange: (change: (till: Till) => Till) => void) {
  const menu = useMenu(place.id);
  const [asked, ask] = useState<Dish | null>(null);
  const [touched, setTouched] = useState<{ readonly cartKey: string } | null>(null);
  const dishes = menu.data?.items.map(dishOf) ?? null;
  const chosen = cartOf(till);
  const { cart, gone } = cartWithMenu(chosen, dishes);

  function add(dish: Dish, spice: SpiceLevel | null, quantity: number): string | null {
    const added = addToCart(cart, dish, spice, quantity);
    if (!added.ok) return added.error.message;
    onChange((before) => withCartOf(before, added.value));
    setTouched(added.value.find((line) => line.id === dish.id && line.spice === spice) ?? null);
    ask(null);
    return null;
  }

  function count(line: CartLine, quantity: number) {
    const { cart: changed, held } = setQuantity(cart, line.cartKey, quantity);
    if (held) toast.warning(held, { id: 'till-limit' });
    setTouched({ cartKey: line.cartKey });
    onChange((before) => withCartOf(before, changed));
  }

  return {
    menu,
    dishes,
    cart,
    gone,
    /** The line that was added or counted last; another object each time. */
    touched,
    dearer: pricesChanged(chosen, cart),
    price: priceAt(cart, place, tipChoice(till.tip)),
    /** The dish whose heat is being asked for. */
    asked,
    ask,
    add,
    choose(dish: Dish) {
      if (dish.isAvailable && asksSpice(dish)) {
        ask(dish);
        return;
      }
      const refused = add(dish, null, 1);
      if (refused) toast.warning(refused, { id: 'till-limit' });
    },
    count,
    /** One more or one less of what was touched last. */
    countTouched(by: number) {
      const line = cart.find((each) => each.cartKey === touched?.cartKey) ?? cart.at(-1);
      if (line) count(line, line.quantity + by);
    },
  };
}

/** The menu as it is now: what runs out and what is back shows by itself. */
function useMenu(locationId: string) {
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: ['menu', locationId] });
  useLiveEvents(['menu.changed', 'reset'], again);
  const menu = useQuery({
    queryKey: ['menu', locationId],
    queryFn: ({ signal }) => api('getLocationMenu', { query: { locationId } }, { signal }),
    enabled: locationId !== '',
  });
  useAt(backAt(menu.data?.items ?? []).backAt, again);
  return menu;
}
