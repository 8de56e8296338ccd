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
import { heatChoice, lineAllergens, withHeatGroup } from '@tiffin/domain/options';
import {
  allergiesAtSeat,
  allergyStatements,
  containedAllergies,
  mayStaffRemove,
  rulesOfRound,
  tableAllergies,
  withNoteAllergies,
  type Allergy,
  type RuleKind,
} from '@tiffin/domain/order';
import { NO_TIP, type StaffDiscount } from '@tiffin/domain/pricing';
import { newKey } from '../../shared/api/new-key.ts';
import { loadMenu } from '../../shared/cart/menu-dishes.ts';
import { repeatItems } from '../../shared/cart/repeat-items.ts';
import { chosenInstant } from '../../shared/cart/order-time.ts';
import { allergensOfLine } from '../../shared/allergies/dish-allergens.ts';
import { chargeRulesOf } from '../../shared/checkout/charges-part.tsx';
import { codeEffect, codeProblem } from '../../shared/checkout/code-effect.ts';
import { useOfferMoment, usePromotions } from '../../shared/checkout/promotions.ts';
import { usePointsTerms } from '../../shared/checkout/points-part.tsx';
import { useOffer } from '../../shared/checkout/use-offer.ts';
import { useSoonestTime } from '../../shared/checkout/soonest.tsx';
import { deliveryMinutes, useDelivery, type Delivery } from '../../shared/checkout/use-delivery.ts';
import { serverNow, useServerNow } from '../../shared/live/server-clock.ts';
import { useRunAt } from '../../shared/live/use-moment.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { dayUnlessToday, formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { usualHeat, type DishToChoose, type DishChoiceResult } from './dish-choice.tsx';
import {
  hasOptionGroups,
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
  type ChangeTill,
  type Dish,
  type TillLocation,
  type Till,
  type RegularGuest,
  type TillDiscount,
} from './till.ts';
import { priceOrder } from './price-order.ts';
import { priceRoundAtTill } from './price-round.ts';
import type { TabDetails } from '../../shared/tabs/tabs.ts';

export type TypedOrder = ReturnType<typeof useTypedOrder>;

/** The order that is being typed: its lines at current prices, its totals, and the functions that change it. */
export function useTypedOrder(
  till: Till,
  location: TillLocation,
  allergiesOfTable: readonly Allergy[],
  tab: TabDetails | null,
  onChange: ChangeTill,
) {
  const menu = useTillMenu(location.id, chosenInstant(till.wantedTime));
  const dishes = menu.data?.items.map((item) => dishOf(item, menu.data.heats)) ?? null;
  const chosen = tillCart(till);
  const { cart, unavailable, shortages } = cartAtCurrentMenu(chosen, dishes);
  const allergiesOfLines = till.tab ? tableAllergies([{ lines: cart }]) : [];
  const stated = [...till.allergies, ...allergiesOfTable, ...allergiesOfLines];
  /** The allergies that concern a dish of this seat, stated for this order or with earlier rounds. */
  const statedFor = (seat: number | undefined) =>
    allergiesAtSeat(stated, seat).map(({ seat: _seat, ...allergy }) => allergy);
  const lines = useOrderLines(cart, dishes, { ...till, statedFor }, onChange);
  const { delivery, again: askDeliveryAgain } = useDelivery(location, tillOrderType(till, location), till);
  const readyTime = useReadyTime(till, location, cart, delivery);
  // Only the guest's own page knows the offer of a welcome mail.
  const code = useOffer(location.id, null, {
    offerCode: till.promoCode,
    change: ({ offerCode }) => onChange((before) => ({ ...before, promoCode: offerCode })),
  });
  const online = useOnline();
  // Only the server counts how often a promotion was used.
  const promotions = usePromotions(location, code.own).promotions.filter(({ isLimited }) => online || !isLimited);
  const moment = useOfferMoment(location, tillOrderType(till, location), chosenInstant(till.wantedTime));
  const pointsTerms = usePointsTerms();
  const balance = till.regular?.loyaltyPoints ?? 0;
  const points = pointsTerms && { wanted: Math.min(till.points, balance), terms: pointsTerms };
  const offers = { promotions, points, moment };
  const rulesOfLocation = chargeRulesOf(location);
  const rules = till.tab ? rulesOfRound(rulesOfLocation) : rulesOfLocation;
  const removableCharges = rules.filter(mayStaffRemove).map(({ kind }) => kind);
  // The rules may have changed since a charge was taken off.
  const withoutCharges = removableCharges.filter((kind) => till.chargeReasons[kind] !== undefined);
  const charged = {
    rules,
    orderType: tillOrderType(till, location),
    partySize: till.tab ? till.tab.guests : Number(till.partySize),
    without: withoutCharges,
  };
  const priced = till.tab
    ? priceRoundAtTill(cart, location, { ...offers, charged }, tab)
    : {
        ...priceOrder(cart, location, {
          // A tip may have been chosen at another location before; this one may take no tips.
          tip: location.asksTips === false ? NO_TIP : tipChoice(till.tip),
          given: till.given,
          delivery,
          charged,
          offers,
        }),
        lostPromotions: [],
      };

  return {
    menu,
    dishes,
    cart,
    unavailable,
    shortages,
    /** The first line beyond its stock that staff have not confirmed. */
    unconfirmed: cart.find((line) => shortages.has(line.cartKey) && !till.sellAnyway.includes(line.id)),
    sellAnyway: ({ id }: CartLine) =>
      onChange((before) => ({ ...before, sellAnyway: [...new Set([...before.sellAnyway, id])] })),
    priceChanges: changedPrices(chosen, cart),
    ...priced,
    code,
    balance,
    spendPoints: (wanted: number) => onChange((before) => ({ ...before, points: wanted })),
    codeEffect: codeEffect(code.promotion, cart, moment, priced),
    /** The code to send, if it applies to this order. */
    promoCode: code.promotion && codeProblem(code.promotion, cart, moment) === null ? code.promotion.code : null,
    /** The stated allergens that a line contains, or that the kitchen confirms. */
    allergyOf: (line: CartLine) => allergyOfLine(statedFor(line.seat), till.specialInstructions, line, dishes),
    /** The stated allergens that a line contains. */
    containedIn(line: CartLine) {
      const { ofLine, allergens } = allergiesAndAllergens(statedFor(line.seat), till.specialInstructions, line, dishes);
      return containedAllergies(ofLine, allergens);
    },
    statedFor,
    allergiesOfTable,
    /** When the order is ready if it is placed now, or the chosen time. */
    readyTime,
    /** Whether we deliver there, and the fee. */
    delivery,
    askDeliveryAgain,
    /** The order with one more discount, whose form numbers the lines from 1: what it takes off, and the totals. */
    withDiscount({ line, ...rest }: Omit<StaffDiscount, 'id'>) {
      const cartKey = line === null ? null : (cart[line - 1]?.cartKey ?? null);
      const given: TillDiscount[] = [...till.given, { ...rest, id: newKey(), cartKey }];
      const { price, discounts } = priceOrder(cart, location, { tip: NO_TIP, given, offers });
      const discountSum = addCents(...discounts.map(({ off }) => off));
      return { given, price, discountSum, off: discounts.at(-1)?.off ?? ZERO };
    },
    removableCharges,
    withoutCharges,
    /** Takes a charge off for a reason, or puts it back without one. */
    setChargeReason: (kind: RuleKind, reason?: string) =>
      onChange((before) => ({ ...before, chargeReasons: { ...before.chargeReasons, [kind]: reason } })),
    setDiscounts: (given: readonly TillDiscount[]) => onChange((before) => ({ ...before, given })),
    removeDiscount: (id: string) =>
      onChange((before) => ({ ...before, given: before.given.filter((each) => each.id !== id) })),
    ...lines,
  };
}

function allergyOfLine(...[statedForSeat, instructions, line, dishes]: Parameters<typeof allergiesAndAllergens>) {
  const { ofLine, allergens } = allergiesAndAllergens(statedForSeat, instructions, line, dishes);
  return allergyStatements(line.name, ofLine, allergens).filter(({ kind }) => kind !== 'unlisted');
}

/** The allergies stated for a line, also in notes, and what its dish contains. */
function allergiesAndAllergens(
  statedForSeat: readonly Allergy[],
  instructions: string,
  line: CartLine,
  dishes: readonly Dish[] | null,
) {
  const dish = dishes?.find(({ id }) => id === line.id);
  return {
    ofLine: withNoteAllergies([...statedForSeat, ...(line.allergies ?? [])], instructions, line.note ?? ''),
    allergens: allergensOfLine(line, dish),
  };
}

function useOrderLines(
  cart: Cart,
  dishes: readonly Dish[] | null,
  { statedFor, tab, seat, course }: Till & { readonly statedFor: (seat: number) => readonly Allergy[] },
  onChange: ChangeTill,
) {
  const seatAndCourse = tab ? { seat, course } : {};
  const [dishToChoose, setDishToChoose] = useState<DishToChoose | null>(null);
  const [touched, setTouched] = useState<{ readonly cartKey: string } | null>(null);

  /** Adds a dish to the order, or replaces a line. Returns the limit that prevents it, or null. */
  function addDish(dishToAdd: DishToChoose, result: DishChoiceResult): string | null {
    const { line } = dishToAdd;
    const added = cartWithDish(cart, dishToAdd, result, line ?? seatAndCourse);
    if (!added.ok) return added.error.message;
    const newLine = added.value.find((each) => !cart.includes(each)) ?? null;
    onChange((before) => {
      const withDiscounts = line && newLine ? moveLineDiscounts(before, line.cartKey, newLine.cartKey) : before;
      return withTillCart(withDiscounts, added.value);
    });
    setTouched(newLine);
    setDishToChoose(null);
    return null;
  }

  function changeQuantity(line: CartLine, quantity: number) {
    const { cart: changed, limitMessage } = setQuantity(cart, line.cartKey, quantity);
    if (limitMessage) toast.warning(limitMessage, { id: 'till-limit' });
    setTouched({ cartKey: line.cartKey });
    onChange((before) => withTillCart(before, changed));
  }

  /** Opens the dialog of a line. A dish that left the menu has no options to edit. */
  function edit(line: CartLine, { startsAtNote = false } = {}) {
    const dish = dishes?.find(({ id }) => id === line.id);
    if (dish && !line.open) setDishToChoose({ dish, line, startsAtNote });
  }

  /** Applies a shortcut to the line touched last, or else to the last line. */
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
      const line = servedLine(toOpenCartLine(typed, quantity), seatAndCourse);
      const added = addCartLine(cart, line);
      if (!added.ok) return added.error.message;
      onChange((before) => withTillCart(before, added.value));
      setTouched({ cartKey: line.cartKey });
      return null;
    },
    /** Adds a dish, or opens its dialog. */
    choose(dish: Dish) {
      // A waiter at a table is quick: a dish has its usual heat, and its line changes it.
      const spice = tab && !hasOptionGroups(dish) ? usualHeat(dish) : null;
      // A dish without options would be added at once. If it contains a stated allergen, the dialog warns first.
      const allergens = spice ? lineAllergens(withHeatGroup(dish), [heatChoice(spice.id)]) : lineAllergens(dish);
      const isAffected = containedAllergies(statedFor(seat), allergens).length > 0;
      if (canSell(dish) && ((hasSomethingToChoose(dish) && !spice) || isAffected)) {
        setDishToChoose({ dish, line: null });
        return;
      }
      const limit = addDish({ dish, line: null }, { spice, quantity: 1 });
      if (limit) toast.warning(limit, { id: 'till-limit' });
    },
    /** Opens the dialog of a dish, also if nothing has to be chosen. */
    chooseOptions: (dish: Dish) => canSell(dish) && setDishToChoose({ dish, line: null }),
    edit,
    changeQuantity,
    /** Changes the seat and the course of a line. */
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
      const { cart: filled, missing, open: openItems } = repeatItems(cart, items, menu);
      const leftOut = [...missing, ...openItems.map(({ name }) => name)];
      if (leftOut.length > 0)
        toast.warning(say`Not added, because the menu has changed: ${leftOut.join(', ')}`, { duration: 10_000 });
      if (filled === cart) return;
      onChange((before) => withTillCart(before, filled));
      setTouched(null);
    },
    /** What the shortcuts of a line do. */
    keys: {
      more: () => changeTouched((line) => changeQuantity(line, line.quantity + 1)),
      fewer: () => changeTouched((line) => changeQuantity(line, line.quantity - 1)),
      edit: () => changeTouched((line) => edit(line)),
      note: () => changeTouched((line) => edit(line, { startsAtNote: true })),
    },
  };
}

type LastOrderItem = RegularGuest['lastOrder']['items'][number];

function cartWithDish(
  cart: Cart,
  { dish: menuDish, line }: DishToChoose,
  { spice, quantity, ...chosen }: DishChoiceResult,
  { seat, course }: Pick<CartLine, 'seat' | 'course'>,
): Result<Cart> {
  const choices = { ...chosen, seat, course };
  // Sold-out dishes can be added; staff confirm the sale later.
  const dish = { ...menuDish, isAvailable: canSell(menuDish) };
  return line
    ? changeLine(cart, line.cartKey, dish, spice, quantity, choices)
    : addToCart(cart, dish, spice, quantity, choices);
}

/** When the order would be ready if it was placed now, or the chosen time; null while nothing can be promised. */
function useReadyTime(till: Till, location: TillLocation, cart: Cart, delivery: Delivery): string | null {
  const now = useServerNow(60_000);
  const chosen = chosenInstant(till.wantedTime);
  const soonest = useSoonestTime(
    location,
    {
      orderType: tillOrderType(till, location),
      dishes: cartQuantity(cart),
      wayMinutes: deliveryMinutes(delivery),
      opensAt: location.isOpen ? null : location.nextOpening,
      isEnabled: till.wantedTime === 'asap',
      by: 'till',
    },
    now,
  );
  if (chosen === null) return till.wantedTime === 'asap' ? soonest : null;
  const isToday = dayUnlessToday(new Date(chosen), serverNow(), location.timeZone) === null;
  return formatTime(chosen, isToday ? 'time' : 'weekday-time', location.timeZone);
}

/** The menu now, or at the time of a scheduled order. Live events update it when dishes sell out or return. */
export function useTillMenu(locationId: string, at: string | null) {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: ['menu', locationId] });
  useLiveEvents(['menu.changed', 'reset'], reload);
  const menu = useQuery({
    queryKey: ['menu', locationId, ...(at === null ? [] : [at])],
    queryFn: ({ signal }) => loadMenu(locationId, at, signal),
    enabled: locationId !== '',
  });
  useRunAt(menu.data?.changesAt ?? undefined, reload);
  return menu;
}
