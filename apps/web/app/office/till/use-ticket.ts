import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addToCart,
  cartQuantity,
  changeLine,
  servedLine,
  serveLine,
  toOpenCartLine,
  addCartLine,
  setQuantity,
  type Cart,
  type CartLine,
  type EnteredItem,
} from '@tiffin/domain/cart';
import { addCents, say, ZERO, type Result } from '@tiffin/domain/core';
import { lineAllergens } from '@tiffin/domain/options';
import {
  allergiesAtSeat,
  allergyStatements,
  containedAllergies,
  tableAllergies,
  withNoteAllergies,
  type Allergy,
  type AllergyStatement,
} from '@tiffin/domain/order';
import { NO_TIP, type StaffDiscount } from '@tiffin/domain/pricing';
import { newKey } from '../../shared/api/new-key.ts';
import { loadMenu } from '../../shared/cart/menu-dishes.ts';
import { repeatItems } from '../../shared/cart/repeat-items.ts';
import { chosenInstant } from '../../shared/cart/order-time.ts';
import { allergensOfLine } from '../../shared/allergies/dish-allergens.ts';
import { codeEffect, codeProblem } from '../../shared/checkout/code-effect.ts';
import { useOfferMoment, usePromotions } from '../../shared/checkout/promotions.ts';
import { usePointsTerms } from '../../shared/checkout/points-part.tsx';
import { useOffer } from '../../shared/checkout/use-offer.ts';
import { useSoonestTime } from '../../shared/checkout/soonest.tsx';
import { deliveryMinutes, useDelivery, type Delivery } from '../../shared/checkout/use-delivery.ts';
import { serverNow, useServerNow } from '../../shared/live/server-clock.ts';
import { useRunAt } from '../../shared/live/use-moment.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { dayUnlessToday, formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { DishToChoose, DishChoiceResult } from './dish-choice.tsx';
import {
  hasSomethingToChoose,
  tillCart,
  cartAtCurrentMenu,
  dishOf,
  moveLineDiscounts,
  canSell,
  changedPrices,
  tipChoice,
  tillOrderType,
  withTillCart,
  type Dish,
  type TillLocation,
  type Till,
  type RegularGuest,
  type TillDiscount,
} from './till.ts';
import { priceOrder } from './price-order.ts';

export type Ticket = ReturnType<typeof useTicket>;

type ChangeTill = (change: (till: Till) => Till) => void;

/** The lines of the order at current prices, the totals, and the functions that add and change dishes. */
export function useTicket(till: Till, place: TillLocation, ofTable: readonly Allergy[], onChange: ChangeTill) {
  const menu = useTillMenu(place.id, chosenInstant(till.wantedTime));
  const dishes = menu.data?.items.map((item) => dishOf(item, menu.data.heats)) ?? null;
  const chosen = tillCart(till);
  const { cart, unavailable, short } = cartAtCurrentMenu(chosen, dishes);
  const ofLines = till.tab ? tableAllergies([{ lines: cart }]) : [];
  /** What concerns a dish of this seat, stated for this order or with earlier rounds. */
  const statedFor = (seat: number | undefined) =>
    allergiesAtSeat([...till.allergies, ...ofTable, ...ofLines], seat).map(({ seat: _seat, ...each }) => each);
  const lines = useTicketLines(cart, dishes, { ...till, statedFor }, onChange);
  const { delivery, again } = useDelivery(place, tillOrderType(till, place), till);
  const readyTime = useReadyTime(till, place, cart, delivery);
  const code = useOffer(place.id, null, {
    offerCode: till.promoCode,
    change: ({ offerCode }) => onChange((before) => ({ ...before, promoCode: offerCode })),
  });
  const { promotions } = usePromotions(place, code.own);
  const moment = useOfferMoment(place, tillOrderType(till, place), chosenInstant(till.wantedTime));
  const terms = usePointsTerms();
  const balance = till.regular?.loyaltyPoints ?? 0;
  const points = terms && { wanted: Math.min(till.points, balance), terms };
  // A round of a tab has no offers.
  const offers = till.tab === null ? { promotions, points, moment } : { promotions: [], points: null, moment };
  const priced = priceOrder(cart, place, {
    // Ignores a tip chosen at another location if this one takes no tips.
    tip: place.asksTips === false ? NO_TIP : tipChoice(till.tip),
    given: till.given,
    delivery,
    offers,
  });

  return {
    menu,
    dishes,
    cart,
    unavailable,
    short,
    /** The first line beyond its stock that staff have not confirmed. */
    unconfirmed: cart.find((line) => short.has(line.cartKey) && !till.sellAnyway.includes(line.id)),
    sellAnyway: ({ id }: CartLine) =>
      onChange((before) => ({ ...before, sellAnyway: [...new Set([...before.sellAnyway, id])] })),
    priceChanges: changedPrices(chosen, cart),
    ...priced,
    code,
    balance,
    usePoints: (wanted: number) => onChange((before) => ({ ...before, points: wanted })),
    codeEffect: codeEffect(code.promotion, cart, moment, priced),
    /** The code to send, if it holds. */
    promoCode: code.promotion && codeProblem(code.promotion, cart, moment) === null ? code.promotion.code : null,
    /** The stated allergens that a line contains, or that the kitchen confirms. */
    allergyOf: (line: CartLine) => allergyOfLine(statedFor(line.seat), till.specialInstructions, line, dishes),
    statedFor,
    /** What the table stated with earlier rounds. */
    ofTable,
    /** When it is ready if it is placed now. */
    readyTime,
    /** Whether we deliver there, and the fee. */
    delivery,
    askDeliveryAgain: again,
    /** The order with one more discount: what the new one takes off, and the totals. */
    withDiscount({ line, ...rest }: Omit<StaffDiscount, 'id'>) {
      const cartKey = line === null ? null : (cart[line - 1]?.cartKey ?? null);
      const given: TillDiscount[] = [...till.given, { ...rest, id: newKey(), cartKey }];
      const { price, taken } = priceOrder(cart, place, { tip: NO_TIP, given, offers });
      const sum = addCents(...taken.map(({ off }) => off));
      return { given, price, sum, off: taken.at(-1)?.off ?? ZERO };
    },
    addDiscount: (given: readonly TillDiscount[]) => onChange((before) => ({ ...before, given })),
    removeDiscount: (id: string) =>
      onChange((before) => ({ ...before, given: before.given.filter((each) => each.id !== id) })),
    ...lines,
  };
}

function allergyOfLine(
  ofOrder: readonly Allergy[],
  instructions: string,
  line: CartLine,
  dishes: readonly Dish[] | null,
): AllergyStatement[] {
  const stated = withNoteAllergies([...ofOrder, ...(line.allergies ?? [])], instructions, line.note ?? '');
  const dish = dishes?.find(({ id }) => id === line.id);
  return allergyStatements(line.name, stated, allergensOfLine(line, dish)).filter(({ kind }) => kind !== 'unlisted');
}

function useTicketLines(
  cart: Cart,
  dishes: readonly Dish[] | null,
  { statedFor, tab, ...next }: Till & { readonly statedFor: (seat: number) => readonly Allergy[] },
  onChange: ChangeTill,
) {
  const served = tab ? { seat: next.seat, course: next.course } : {};
  const [dishToChoose, setDishToChoose] = useState<DishToChoose | null>(null);
  const [touched, setTouched] = useState<{ readonly cartKey: string } | null>(null);

  /** Adds a dish to the order, or replaces a line. Returns the limit that prevents it, or null. */
  function addDish(dishToAdd: DishToChoose, result: DishChoiceResult): string | null {
    const { line } = dishToAdd;
    const added = cartWithDish(cart, dishToAdd, result, line ?? served);
    if (!added.ok) return added.error.message;
    const now = added.value.find((each) => !cart.includes(each)) ?? null;
    onChange((before) => {
      const moved = line && now ? moveLineDiscounts(before, line.cartKey, now.cartKey) : before;
      return withTillCart(moved, added.value);
    });
    setTouched(now);
    setDishToChoose(null);
    return null;
  }

  function count(line: CartLine, quantity: number) {
    const { cart: changed, limitMessage } = setQuantity(cart, line.cartKey, quantity);
    if (limitMessage) toast.warning(limitMessage, { id: 'till-limit' });
    setTouched({ cartKey: line.cartKey });
    onChange((before) => withTillCart(before, changed));
  }

  /** A dish that left the menu has no options to edit. */
  function edit(line: CartLine, startsAtNote = false) {
    const dish = dishes?.find(({ id }) => id === line.id);
    if (dish && !line.open) setDishToChoose({ dish, line, startsAtNote });
  }

  function changeTouched(apply: (line: CartLine) => void) {
    const line = cart.find((each) => each.cartKey === touched?.cartKey) ?? cart.at(-1);
    if (line) apply(line);
  }

  return {
    /** The line that was added or changed last; a new object each time, so effects run again. */
    touched,
    /** The dish or the line in the open dialog. */
    dishToChoose,
    closeDish: () => setDishToChoose(null),
    addDish,
    addOpenItem(typed: EnteredItem, quantity: number): string | null {
      const line = servedLine(toOpenCartLine(typed, quantity), served);
      const added = addCartLine(cart, line);
      if (!added.ok) return added.error.message;
      onChange((before) => withTillCart(before, added.value));
      setTouched({ cartKey: line.cartKey });
      return null;
    },
    choose(dish: Dish) {
      // A dish without options is added at once, so the warning asks first.
      const isAffected = containedAllergies(statedFor(next.seat), lineAllergens(dish)).length > 0;
      if (canSell(dish) && (hasSomethingToChoose(dish) || isAffected)) {
        setDishToChoose({ dish, line: null });
        return;
      }
      const limit = addDish({ dish, line: null }, { spice: null, quantity: 1 });
      if (limit) toast.warning(limit, { id: 'till-limit' });
    },
    edit,
    count,
    serve(line: CartLine, to: Pick<CartLine, 'seat' | 'course'>) {
      const moved = serveLine(cart, line, to);
      if (moved.ok) onChange((before) => withTillCart(before, moved.value));
      else toast.warning(moved.error.message, { id: 'till-limit' });
      setTouched(servedLine(line, to));
    },
    touch: (line: CartLine) => setTouched({ cartKey: line.cartKey }),
    /** Adds the dishes of an earlier order. Names what is left out. */
    repeat(items: readonly LastOrderItem[]) {
      const menu = new Map((dishes ?? []).map((dish) => [dish.id, { ...dish, isAvailable: canSell(dish) }]));
      const { cart: filled, missing, open } = repeatItems(cart, items, menu);
      const leftOut = [...missing, ...open.map(({ name }) => name)];
      if (leftOut.length > 0)
        toast.warning(say`Not added, because the menu has changed: ${leftOut.join(', ')}`, { duration: 10_000 });
      if (filled === cart) return;
      onChange((before) => withTillCart(before, filled));
      setTouched(null);
    },
    /** Keyboard shortcuts for the line touched last. */
    keys: {
      more: () => changeTouched((line) => count(line, line.quantity + 1)),
      fewer: () => changeTouched((line) => count(line, line.quantity - 1)),
      edit: () => changeTouched((line) => edit(line)),
      note: () => changeTouched((line) => edit(line, true)),
    },
  };
}

type LastOrderItem = RegularGuest['lastOrder']['items'][number];

function cartWithDish(
  cart: Cart,
  { dish: onMenu, line }: DishToChoose,
  { spice, quantity, ...chosen }: DishChoiceResult,
  { seat, course }: Pick<CartLine, 'seat' | 'course'>,
): Result<Cart> {
  const choices = { ...chosen, seat, course };
  // Sold-out dishes can be added; staff confirm the sale later.
  const dish = { ...onMenu, isAvailable: canSell(onMenu) };
  return line
    ? changeLine(cart, line.cartKey, dish, spice, quantity, choices)
    : addToCart(cart, dish, spice, quantity, choices);
}

/** When the order would be ready if it was placed now, or the chosen time; null while nothing can be promised. */
function useReadyTime(till: Till, place: TillLocation, cart: Cart, delivery: Delivery): string | null {
  const now = useServerNow(60_000);
  const chosen = chosenInstant(till.wantedTime);
  const soonest = useSoonestTime(
    place,
    {
      orderType: tillOrderType(till, place),
      dishes: cartQuantity(cart),
      wayMinutes: deliveryMinutes(delivery),
      opensAt: place.isOpen ? null : place.nextOpening,
      isEnabled: till.wantedTime === 'asap',
      by: 'till',
    },
    now,
  );
  if (chosen === null) return till.wantedTime === 'asap' ? soonest : null;
  const isToday = dayUnlessToday(new Date(chosen), serverNow(), place.timeZone) === null;
  return formatTime(chosen, isToday ? 'time' : 'weekday-time', place.timeZone);
}

/** The menu now, or at the time of a scheduled order. Live events update it when dishes sell out or return. */
export function useTillMenu(locationId: string, at: string | null) {
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: ['menu', locationId] });
  useLiveEvents(['menu.changed', 'reset'], again);
  const menu = useQuery({
    queryKey: ['menu', locationId, ...(at === null ? [] : [at])],
    queryFn: ({ signal }) => loadMenu(locationId, at, signal),
    enabled: locationId !== '',
  });
  useRunAt(menu.data?.changesAt ?? undefined, again);
  return menu;
}
