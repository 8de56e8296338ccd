import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addToCart,
  changeLine,
  openLine,
  putIn,
  setQuantity,
  type CartLine,
  type TypedItem,
} from '@tiffin/domain/cart';
import { NO_TIP, type StaffDiscount } from '@tiffin/domain/pricing';
import { newKey } from '../../shared/api/new-key.ts';
import { loadMenu } from '../../shared/cart/menu-dishes.ts';
import { instantOf } from '../../shared/cart/order-time.ts';
import { useDelivery } from '../../shared/order/use-delivery.ts';
import { useMoment } from '../../shared/live/use-moment.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { toast } from '../../ui/toasts.ts';
import type { DishToChoose, DishChoiceResult } from './dish-choice.tsx';
import {
  hasSomethingToChoose,
  cartOf,
  cartWithMenu,
  dishOf,
  discountsInRequest,
  isSold,
  pricesChanged,
  priceOrder,
  tipChoice,
  typeOf,
  withCartOf,
  type Dish,
  type Place,
  type Till,
  type TillDiscount,
} from './till.ts';
import { texts } from './texts.ts';

export type Ticket = ReturnType<typeof useTicket>;

/** The lines of the order at current prices, the totals, and the functions that add and change dishes. */
export function useTicket(till: Till, place: Place, onChange: (change: (till: Till) => Till) => void) {
  const menu = useMenu(place.id, instantOf(till.wantedTime));
  const [dishToChoose, setDishToChoose] = useState<DishToChoose | null>(null);
  const [touched, setTouched] = useState<{ readonly cartKey: string } | null>(null);
  const dishes = menu.data?.items.map((item) => dishOf(item, menu.data.heats)) ?? null;
  const chosen = cartOf(till);
  const { cart, unavailable: removed, short } = cartWithMenu(chosen, dishes);
  const { delivery, again } = useDelivery(place, typeOf(till, place), till);

  /** Adds a dish to the order, or replaces a line. */
  function request(
    { dish: onMenu, line }: DishToChoose,
    { spice, quantity, ...requested }: DishChoiceResult,
  ): string | null {
    // Sold-out dishes can be added; staff confirm the sale later.
    const dish = { ...onMenu, isAvailable: isSold(onMenu) };
    const added = line
      ? changeLine(cart, line.cartKey, dish, spice, quantity, requested)
      : addToCart(cart, dish, spice, quantity, requested);
    if (!added.ok) return added.error.message;
    const now = added.value.find((each) => !cart.includes(each)) ?? null;
    onChange((before) =>
      withCartOf(line && now ? discountsInRequest(before, line.cartKey, now.cartKey) : before, added.value),
    );
    setTouched(now);
    setDishToChoose(null);
    return null;
  }

  function addOpen(typed: TypedItem, quantity: number): string | null {
    const line = openLine(typed, quantity);
    const added = putIn(cart, line);
    if (!added.ok) return added.error.message;
    onChange((before) => withCartOf(before, added.value));
    setTouched({ cartKey: line.cartKey });
    return null;
  }

  /** Returns what is wrong with the discount, or null. */
  function give({ line, ...what }: Omit<StaffDiscount, 'id'>): string | null {
    const discount: TillDiscount = {
      ...what,
      id: newKey(),
      cartKey: line === null ? null : (cart[line - 1]?.cartKey ?? null),
    };
    const next = [...till.given, discount];
    const { taken } = priceOrder(cart, place, { tip: NO_TIP, given: next });
    if (taken.at(-1)?.off === 0) return texts.takesNothing;
    onChange((before) => ({ ...before, given: next }));
    return null;
  }

  function count(line: CartLine, quantity: number) {
    const { cart: changed, limitMessage: reserved } = setQuantity(cart, line.cartKey, quantity);
    if (reserved) toast.warning(reserved, { id: 'till-limit' });
    setTouched({ cartKey: line.cartKey });
    onChange((before) => withCartOf(before, changed));
  }

  /** A dish that left the menu has no options to edit. */
  function edit(line: CartLine) {
    const dish = dishes?.find(({ id }) => id === line.id);
    if (dish && !line.open) setDishToChoose({ dish, line });
  }

  const touchedLine = () => cart.find((each) => each.cartKey === touched?.cartKey) ?? cart.at(-1);

  return {
    menu,
    dishes,
    cart,
    gone: removed,
    short,
    /** The first line beyond its stock that staff have not confirmed. */
    unasked: cart.find((line) => short.has(line.cartKey) && !till.sellAnyway.includes(line.id)),
    sellAnyway: ({ id }: CartLine) =>
      onChange((before) => ({ ...before, sellAnyway: [...new Set([...before.sellAnyway, id])] })),
    /** The line that was added or changed last; a new object each time, so effects run again. */
    touched,
    dearer: pricesChanged(chosen, cart),
    // Ignores a tip chosen at another location if this one takes no tips.
    ...priceOrder(cart, place, {
      tip: place.asksTips === false ? NO_TIP : tipChoice(till.tip),
      given: till.given,
      delivery,
    }),
    /** Whether we deliver there, and the fee. */
    delivery,
    askDeliveryAgain: again,
    give,
    takeBack: (id: string) =>
      onChange((before) => ({ ...before, given: before.given.filter((each) => each.id !== id) })),
    /** The dish or the line in the open dialog. */
    asked: dishToChoose,
    request,
    leave: () => setDishToChoose(null),
    addOpen,
    choose(dish: Dish) {
      if (isSold(dish) && hasSomethingToChoose(dish)) {
        setDishToChoose({ dish, line: null });
        return;
      }
      const refused = request({ dish, line: null }, { spice: null, quantity: 1 });
      if (refused) toast.warning(refused, { id: 'till-limit' });
    },
    edit,
    count,
    /** Changes the quantity of the line touched last. */
    countTouched(by: number) {
      const line = touchedLine();
      if (line) count(line, line.quantity + by);
    },
    editTouched() {
      const line = touchedLine();
      if (line) edit(line);
    },
  };
}

/** The menu now, or at the time of a scheduled order. Live events update it when dishes sell out or return. */
export function useMenu(locationId: string, at: string | null) {
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: ['menu', locationId] });
  useLiveEvents(['menu.changed', 'reset'], again);
  const menu = useQuery({
    queryKey: ['menu', locationId, ...(at === null ? [] : [at])],
    queryFn: ({ signal }) => loadMenu(locationId, at, signal),
    enabled: locationId !== '',
  });
  useMoment(menu.data?.changesAt ?? undefined, again);
  return menu;
}
