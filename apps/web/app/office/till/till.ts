import { cartAt, withCart, type Carts } from '../../shared/cart/cart-storage.ts';
import {
  asPricedLines,
  cartQuantity,
  chosenIn,
  choicesOf,
  type Cart,
  type CartChange,
  type CartDish,
  type OrderDraft,
  type TillPayload,
} from '@tiffin/domain/cart';
import type { AllergenId, DietMarks, DishHeat } from '@tiffin/domain/menu';
import {
  NO_NOTES,
  notesIn,
  ORDER_DEFAULTS,
  orderTypeAt,
  type GuestNotes,
  type OrderType,
  addressProblem,
  customerEmailProblem,
  customerNameProblem,
  customerPhoneProblem,
  eachNote,
  GUEST_NOTES,
  isPartySize,
  ORDER_TEXTS,
  tooLongText,
  type GuestNote,
} from '@tiffin/domain/order';
import type { Cents } from '@tiffin/domain/core';
import { emptyGroup, dishChoiceProblem, withHeats } from '@tiffin/domain/options';
import { findConfirmedOwner } from '@tiffin/domain/people';
import {
  discounted,
  discountFrom,
  staffDiscountSum,
  NO_TIP,
  priceOf,
  subtotalOf,
  taxationFromWire,
  tillCustomTip,
  type StaffDiscount,
  type Price,
  type TipChoice,
  type WireTaxation,
} from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { instantOf, type OrderTime } from '../../shared/cart/wanted-time.ts';
import { cartDishOf } from '../../shared/cart/menu-dishes.ts';
import { chargesOf, type Delivery } from '../../shared/order/use-delivery.ts';
import { texts } from './texts.ts';

export type Place = Answer<'getLocations'>['locations'][number];
export type MenuAnswer = Answer<'getLocationMenu'>;
export type Regular = Answer<'lookupUserByPhone'>['people'][number];

/** Money in the drawer, a link the guest pays before the order is made, or an order that is paid later. */
export const TILL_PAYMENTS = ['cash', 'card', 'account', 'later'] as const;
export type TillPayment = (typeof TILL_PAYMENTS)[number];

/** How the tip was chosen; 'other' keeps what was typed. */
export type TipPick =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'other'; readonly dollars: string };

/** Everything the till has gathered so far. */
export interface Till extends GuestNotes {
  readonly locationId: string;
  readonly carts: Carts;
  readonly wantedType: OrderType;
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  /** Whose order it is: whom the phone number surely means, or who was chosen among those it found. */
  readonly regular: Regular | null;
  readonly found: readonly Regular[];
  readonly lookup: 'idle' | 'searching' | 'done';
  readonly address: string;
  readonly deliveryInstructions: string;
  /** Nobody has to open; said of what is paid before it comes. */
  readonly leaveAtDoor: boolean;
  readonly postalCode: string;
  /** The zone the guest says it is in, where nothing else tells it. */
  readonly zoneName: string;
  readonly tableNumber: string;
  /** They sit down later, or wherever there is room. */
  readonly noTable: boolean;
  readonly partySize: string;
  readonly tip: TipPick;
  readonly payment: TillPayment;
  /** What the house takes off. */
  readonly given: readonly TillDiscount[];
  /** Dishes by their ids of which there are too few: whoever takes the order was told, and sells them. */
  readonly sellAnyway: readonly string[];
  readonly wantedTime: OrderTime;
}

/** Of a line by its key, for lines come and go; null: of the bill. */
export interface TillDiscount extends Omit<StaffDiscount, 'line'> {
  readonly cartKey: string | null;
}

export function emptyTill(locationId: string): Till {
  return {
    locationId,
    carts: {},
    wantedType: ORDER_DEFAULTS.orderType,
    phone: '',
    name: '',
    email: '',
    regular: null,
    found: [],
    lookup: 'idle',
    address: '',
    deliveryInstructions: '',
    leaveAtDoor: false,
    postalCode: '',
    zoneName: '',
    tableNumber: '',
    noTable: false,
    partySize: String(ORDER_DEFAULTS.partySize),
    ...NO_NOTES,
    tip: { kind: 'none' },
    payment: 'cash',
    given: [],
    sellAnyway: [],
    wantedTime: 'asap',
  };
}

/** A dish as the till needs it. */
export interface Dish extends CartDish, DietMarks {
  readonly heat: DishHeat;
  readonly allergens: readonly AllergenId[];
  /** There is none of it for now. */
  readonly soldOut?: true;
  /** Portions, where they are counted. */
  readonly left?: number;
}

export function dishOf(item: MenuAnswer['items'][number], heats?: MenuAnswer['heats']): Dish {
  const dish = cartDishOf(item, heats);
  return {
    ...dish,
    isAvailable: item.isAvailable && !emptyGroup(withHeats(dish)),
    heat: item.spiceLevel,
    isVegetarian: item.isVegetarian || item.isVegan,
    isVegan: item.isVegan,
    isGlutenFree: item.isGlutenFree,
    allergens: item.allergens,
    ...(item.soldOut && { soldOut: true }),
    ...(item.left != null && { left: item.left }),
  };
}

export function hasChoices({ optionGroups = [] }: Dish): boolean {
  return optionGroups.length > 0;
}

/** It is not only pressed: something is asked. */
export function hasSomethingToChoose(dish: Dish): boolean {
  return dish.heats !== undefined || hasChoices(dish);
}

interface CartNow {
  readonly cart: Cart;
  /** What the kitchen cannot make as it stands, and why. */
  readonly gone: ReadonlyMap<string, string>;
  /** Lines of which there are fewer than the order has, and how many there are. */
  readonly short: ReadonlyMap<string, number>;
}

/** The cart with the menu's present names and prices, and the lines that cannot be ordered any more, or are too many. */
export function cartWithMenu(cart: Cart, dishes: readonly Dish[] | null): CartNow {
  const removed = new Map<string, string>();
  if (dishes === null) return { cart, gone: removed, short: new Map() };
  const menu = new Map(dishes.map((dish) => [dish.id, dish]));
  const lines = cart.map((line) => {
    const dish = menu.get(line.id);
    if (line.open) return line;
    const request = choicesOf(line);
    const problem = dish && dishChoiceProblem(dish, request.options, line.spice?.id);
    if (!isSold(dish)) removed.set(line.cartKey, dish?.served ? texts.served(dish.served) : texts.unavailable);
    else if (problem) removed.set(line.cartKey, problem.message);
    if (!dish) return line;
    const { options: chosenBefore, ...rest } = line;
    return {
      ...rest,
      name: dish.name,
      ...(problem ? chosenBefore && { options: chosenBefore } : chosenIn(dish, request, line.spice)),
    };
  });
  const short = cart.flatMap((line): [string, number][] => {
    const left = leftOf(menu.get(line.id));
    const requested = cartQuantity(cart.filter(({ id }) => id === line.id));
    return !line.open && requested > left ? [[line.cartKey, left]] : [];
  });
  return { cart: lines, gone: removed, short: new Map(short) };
}

/** What is sold out is sold here all the same: the till may. What is of another hour is not. */
export function isSold(dish: Dish | undefined): boolean {
  return dish !== undefined && (dish.isAvailable || (dish.soldOut === true && !dish.served));
}

function leftOf(dish: Dish | undefined): number {
  return dish?.soldOut ? 0 : (dish?.left ?? Infinity);
}

/** What costs otherwise than when it was chosen: told, for the guest may have heard the sum. */
export function pricesChanged(chosen: Cart, cart: Cart): CartChange[] {
  return cart.flatMap(({ cartKey, name, price: now }): CartChange[] => {
    const was = chosen.find((line) => line.cartKey === cartKey)?.price ?? now;
    return was === now ? [] : [{ kind: 'price', cartKey, name, was, now }];
  });
}

export function cartOf(till: Till): Cart {
  return cartAt(till.carts, till.locationId);
}

/** What was given on a line that is taken out goes with it, and that it is sold all the same. */
export function withCartOf(till: Till, cart: Cart): Till {
  const discounts = till.given.filter(({ cartKey: on }) => on === null || cart.some(({ cartKey }) => cartKey === on));
  const sellAnyway = till.sellAnyway.filter((id) => cart.some((line) => line.id === id));
  return { ...till, carts: withCart(till.carts, till.locationId, cart), given: discounts, sellAnyway };
}

/** What was given on a line stays on it when the line becomes another. */
export function discountsInRequest(till: Till, was: string, now: string): Till {
  return { ...till, given: till.given.map((each) => (each.cartKey === was ? { ...each, cartKey: now } : each)) };
}

/** As the reckoning and the wire take it: of a line by its place. */
export function discountsOn(cart: Cart, discounts: readonly TillDiscount[]): StaffDiscount[] {
  return discounts.map(({ cartKey: on, ...each }) => ({
    ...each,
    line: on === null ? null : cart.findIndex(({ cartKey }) => cartKey === on),
  }));
}

/** The wanted type, or pickup where the location does not serve it. */
export function typeOf(till: Till, place: Pick<Place, 'features'>): OrderType {
  return orderTypeAt(place.features, till.wantedType);
}

export function tipChoice(tip: TipPick): TipChoice {
  if (tip.kind === 'none') return NO_TIP;
  return tip.kind === 'percent' ? tip : { kind: 'amount', amount: tillCustomTip(Number(tip.dollars)) };
}

export interface PricedOrder {
  readonly price: Price;
  /** What each gift takes off, as the guest will read it. */
  readonly taken: readonly { readonly id: string; readonly label: string; readonly off: Cents }[];
}

/** What the order comes to, by the one order of reckoning. */
export function priceOrder(
  cart: Cart,
  place: WireTaxation,
  {
    tip,
    given: discounts = [],
    delivery = { is: 'free-of-zones' },
  }: { readonly tip: TipChoice; readonly given?: readonly TillDiscount[]; readonly delivery?: Delivery },
): PricedOrder {
  const requested = discountsOn(cart, discounts).map((each) =>
    discountFrom(each, each.line === null ? undefined : cart[each.line]?.name),
  );
  const { lines, adjustments } = discounted(asPricedLines(cart), requested);
  const charges = chargesOf(delivery, subtotalOf(lines));
  return {
    price: priceOf(lines, taxationFromWire(place), tip, charges),
    taken: requested.map(({ source: id, label }) => ({
      id,
      label,
      off: staffDiscountSum(adjustments.filter(({ source }) => source === id)),
    })),
  };
}

/** The order is this person's: points and receipts go to them. */
export function withRegular(till: Till, regular: Regular): Till {
  return { ...till, regular, name: regular.name, email: regular.email || till.email };
}

/**
 * What a number found. Whom it surely means is the customer, unless somebody else's name or address
 * was typed already; in all other cases whose order it is, is chosen.
 */
export function withFound(till: Till, found: readonly Regular[]): Till {
  const looked: Till = { ...till, found, lookup: 'done' };
  const regular = findConfirmedOwner(found);
  if (!regular) return looked;
  const fits = (typed: string, own: string) => ['', own].includes(typed.trim());
  return fits(till.name, regular.name) && fits(till.email, regular.email) ? withRegular(looked, regular) : looked;
}

/** The table that was typed, where it counts. */
export function tableOf({ tableNumber, noTable }: Pick<Till, 'tableNumber' | 'noTable'>): string {
  return noTable ? '' : tableNumber;
}

export function orderDraft(till: Till, place: Place, cart: Cart, price: Price): OrderDraft {
  const { id, name, address, phone, postalCode } = place;
  return {
    customer: { name: till.name, email: till.email, phone: till.phone },
    userId: till.regular?.firebaseId ?? null,
    lines: cart,
    location: { id, name, address, phone, postalCode },
    orderType: typeOf(till, place),
    price,
    address: till.address,
    deliveryInstructions: till.deliveryInstructions,
    leaveAtDoor: till.leaveAtDoor && till.payment !== 'cash',
    postalCode: till.postalCode,
    zoneName: till.zoneName,
    tableNumber: tableOf(till),
    partySize: Number(till.partySize),
    ...notesIn(till),
    given: discountsOn(cart, till.given),
    sellAnyway: till.sellAnyway,
    wantedFor: instantOf(till.wantedTime) ?? undefined,
  };
}

type ProblemField = 'name' | 'email' | 'phone' | 'address' | 'table' | 'partySize' | GuestNote;
export type Problems = Partial<Record<ProblemField, string>>;

function tableProblem(tableNumber: string): string | null {
  if (tableNumber.trim() === '') return texts.tableOrNone;
  return Number(tableNumber) >= 1 ? null : texts.tableMin;
}

/** What the server would say of this order, beside the field it is about; and which table it goes to. */
export function tillProblems(
  order: TillPayload,
  { tableNumber, noTable }: Pick<Till, 'tableNumber' | 'noTable'>,
): Problems {
  const { customerInfo, deliveryInfo, tableInfo } = order;
  const { name, email, phone } = customerInfo;
  const found: Record<ProblemField, string | null> = {
    name: customerNameProblem(name),
    email: email ? customerEmailProblem(email) : null,
    phone: phone ? customerPhoneProblem(phone) : null,
    address: deliveryInfo ? addressProblem(deliveryInfo.address ?? '') : null,
    table: tableInfo && !noTable ? tableProblem(tableNumber) : null,
    partySize: tableInfo && !isPartySize(tableInfo.partySize) ? ORDER_TEXTS.partySize : null,
    ...eachNote((note) => {
      const { name: what, most } = GUEST_NOTES[note];
      return (order[note] ?? '').length > most ? tooLongText(what, most) : null;
    }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}
