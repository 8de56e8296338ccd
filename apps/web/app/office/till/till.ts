import { cartAt, withCart, type Carts } from '../../shared/cart/cart-storage.ts';
import {
  cartQuantity,
  chosenOptionFields,
  type Cart,
  type CartChange,
  type CartDish,
  type OrderDraft,
  type TillPayload,
} from '@tiffin/domain/cart';
import type { DishAllergens, DietMarks, DishHeat } from '@tiffin/domain/menu';
import {
  NO_NOTES,
  pickGuestNotes,
  ORDER_DEFAULTS,
  type Allergy,
  type GuestNotes,
  type ChargeReasons,
  type RuleKind,
  type OrderType,
  addressProblem,
  customerEmailProblem,
  customerNameProblem,
  customerPhoneProblem,
  mapGuestNotes,
  orderTypeGoesTo,
  GUEST_NOTES,
  tooLongText,
  type GuestNote,
} from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { chosenOf, emptyGroup, dishChoiceProblem, withHeatGroup } from '@tiffin/domain/options';
import { PARTY_PROBLEM, isPartySize } from '@tiffin/domain/reservation';
import { findConfirmedOwner } from '@tiffin/domain/people';
import { NO_TIP, tillCustomTip, type StaffDiscount, type Price, type TipChoice } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { chosenInstant, type OrderTime } from '../../shared/cart/order-time.ts';
import { cartDishOf } from '../../shared/cart/menu-dishes.ts';
import type { TabTarget } from '../../shared/tabs/tabs.ts';
import type { TillPayment } from './till-payments.ts';

export type TillLocation = Answer<'getLocations'>['locations'][number];
export type MenuAnswer = Answer<'getLocationMenu'>;
/** A customer whose account has the typed phone number. */
export type KnownCustomer = Answer<'lookupUserByPhone'>['people'][number];
/** A guest with or without an account who ordered at this location with the typed phone number. */
export type RegularGuest = NonNullable<Answer<'lookupGuestByPhone'>['guest']>;

/** How the tip was chosen; 'other' stores the typed text. */
export type TipPick =
  | { readonly kind: 'none' }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'other'; readonly dollars: string };

export interface Till extends GuestNotes {
  readonly locationId: string;
  readonly carts: Carts;
  readonly wantedType: OrderType;
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  /** The customer of the order: the only sure match for the phone number, or the one chosen from several. */
  readonly regular: KnownCustomer | null;
  /** The customers that have the typed phone number. */
  readonly found: readonly KnownCustomer[];
  readonly lookup: 'idle' | 'searching' | 'done';
  readonly address: string;
  readonly deliveryInstructions: string;
  /** The driver may leave the order at the door; only for orders paid in advance. */
  readonly leaveAtDoor: boolean;
  readonly postalCode: string;
  /** The zone the guest names when the address does not determine it. */
  readonly zoneName: string;
  readonly tableNumber: string;
  /** The guests have no table number: they sit down later or choose a free table. */
  readonly noTable: boolean;
  readonly partySize: string;
  readonly tip: TipPick;
  readonly payment: TillPayment;
  /** The discounts, under the name that the API has for them. */
  readonly given: readonly TillDiscount[];
  readonly promoCode: string;
  /** Points of the customer that are spent. */
  readonly points: number;
  /** Why staff took charges off. */
  readonly chargeReasons: ChargeReasons;
  /** Ids of dishes with too little stock that staff chose to sell anyway. */
  readonly sellAnyway: readonly string[];
  readonly wantedTime: OrderTime;
  /** Allergies that came with the phone number. They leave with it. */
  readonly allergiesOfGuest: readonly Allergy[];
  /** Allergies of everybody the order is for. */
  readonly allergies: readonly Allergy[];
  readonly tab: TabTarget | null;
  /** The seat that the next dish of a round is for; 0 for the whole table. */
  readonly seat: number;
  /** The course of the next dish of a round; 0 to serve it at once. */
  readonly course: number;
}

export type ChangeTill = (change: (before: Till) => Till) => void;

/** A discount on the line with this key, because indexes change; null for the whole bill. */
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
    promoCode: '',
    points: 0,
    chargeReasons: {},
    sellAnyway: [],
    wantedTime: 'asap',
    allergiesOfGuest: [],
    allergies: [],
    tab: null,
    seat: 0,
    course: 0,
  };
}

export interface Dish extends CartDish, DietMarks {
  readonly heat: DishHeat;
  readonly allergens: DishAllergens;
  readonly soldOut?: true;
  /** Portions left, if stock is tracked. */
  readonly left?: number;
}

/** The dish as the till shows it. With too few options for a required group it is unavailable. */
export function dishOf(item: MenuAnswer['items'][number], heats?: MenuAnswer['heats']): Dish {
  const dish = cartDishOf(item, heats);
  return {
    ...dish,
    isAvailable: item.isAvailable && !emptyGroup(withHeatGroup(dish)),
    heat: item.spiceLevel,
    isVegetarian: item.isVegetarian || item.isVegan,
    isVegan: item.isVegan,
    isGlutenFree: item.isGlutenFree,
    allergens: item.allergens,
    soldOut: item.soldOut || undefined,
    left: item.left ?? undefined,
  };
}

export function hasOptionGroups({ optionGroups = [] }: Dish): boolean {
  return optionGroups.length > 0;
}

/** True if pressing the dish opens a dialog. */
export function hasSomethingToChoose(dish: Dish): boolean {
  return dish.heats !== undefined || hasOptionGroups(dish);
}

interface CurrentCart {
  readonly cart: Cart;
  /** Lines the kitchen cannot make, with the reason; null if the dish is not sold now. */
  readonly unavailable: ReadonlyMap<string, string | null>;
  /** Lines with more than the stock, with how many are left. */
  readonly shortages: ReadonlyMap<string, number>;
}

/** The cart with the menu's current names and prices, and its lines that are unavailable or exceed the stock. */
export function cartAtCurrentMenu(cart: Cart, dishes: readonly Dish[] | null): CurrentCart {
  const unavailable = new Map<string, string | null>();
  if (dishes === null) return { cart, unavailable, shortages: new Map() };
  const menu = new Map(dishes.map((dish) => [dish.id, dish]));
  const lines = cart.map((line) => {
    const dish = menu.get(line.id);
    if (line.open) return line;
    const requested = line.options && chosenOf(line.options);
    const problem = dish && dishChoiceProblem(dish, requested, line.spice?.id);
    if (!canSell(dish)) unavailable.set(line.cartKey, dish?.served ? say`sold only at ${dish.served}` : null);
    else if (problem) unavailable.set(line.cartKey, problem.message);
    if (!dish) return line;
    // While there is a problem, the options stay as chosen, so that staff see what to ask the guest.
    if (problem) return { ...line, name: dish.name };
    const { options: _before, ...rest } = line;
    return { ...rest, name: dish.name, ...chosenOptionFields(dish, requested, line.spice) };
  });
  const shortages = cart.flatMap((line): [string, number][] => {
    const left = leftOf(menu.get(line.id));
    const quantity = cartQuantity(cart.filter(({ id }) => id === line.id));
    return !line.open && quantity > left ? [[line.cartKey, left]] : [];
  });
  return { cart: lines, unavailable, shortages: new Map(shortages) };
}

/** True if staff may sell the dish: the till also sells what is sold out, but no dish of another daypart. */
export function canSell(dish: Dish | undefined): boolean {
  return dish !== undefined && (dish.isAvailable || (dish.soldOut === true && !dish.served));
}

function leftOf(dish: Dish | undefined): number {
  return dish?.soldOut ? 0 : (dish?.left ?? Infinity);
}

/** Price changes since the dish was chosen. Staff need to know, because the guest may have heard the total. */
export function changedPrices(chosen: Cart, cart: Cart): CartChange[] {
  return cart.flatMap(({ cartKey, name, price: now }): CartChange[] => {
    const was = chosen.find((line) => line.cartKey === cartKey)?.price ?? now;
    return was === now ? [] : [{ kind: 'price', cartKey, name, was, now }];
  });
}

export function tillCart(till: Till): Cart {
  return cartAt(till.carts, till.locationId);
}

/** Replaces the cart. Discounts and sell-anyway confirmations of removed lines are dropped. */
export function withTillCart(till: Till, cart: Cart): Till {
  const discounts = till.given.filter(
    (discount) => discount.cartKey === null || cart.some((line) => line.cartKey === discount.cartKey),
  );
  const sellAnyway = till.sellAnyway.filter((id) => cart.some((line) => line.id === id));
  return { ...till, carts: withCart(till.carts, till.locationId, cart), given: discounts, sellAnyway };
}

/** Keeps the discounts of a line whose key changed. */
export function moveLineDiscounts(till: Till, oldKey: string, newKey: string): Till {
  return { ...till, given: till.given.map((each) => (each.cartKey === oldKey ? { ...each, cartKey: newKey } : each)) };
}

/** Converts discounts to the form that pricing and API expect, with the line's index instead of its key. */
export function toStaffDiscounts(cart: Cart, discounts: readonly TillDiscount[]): StaffDiscount[] {
  return discounts.map(({ cartKey, ...discount }) => ({
    ...discount,
    line: cartKey === null ? null : cart.findIndex((line) => line.cartKey === cartKey),
  }));
}

/** The chosen order type, or pickup where the location does not offer it. */
export function tillOrderType(till: Till, location: Pick<TillLocation, 'services'>): OrderType {
  if (till.tab) return 'dine-in';
  return location.services.includes(till.wantedType) ? till.wantedType : 'pickup';
}

/** The tip as pricing expects it. */
export function tipChoice(tip: TipPick): TipChoice {
  if (tip.kind === 'none') return NO_TIP;
  return tip.kind === 'percent' ? tip : { kind: 'amount', amount: tillCustomTip(Number(tip.dollars)) };
}

/** Assigns the order to this customer, who gets the points and the receipt. */
export function withCustomer(till: Till, regular: KnownCustomer): Till {
  return { ...till, regular, name: regular.name, email: regular.email || till.email };
}

/** Applies a lookup. A single sure match becomes the customer, unless staff typed another name or email. */
export function withLookupResult(till: Till, found: readonly KnownCustomer[]): Till {
  const withFound: Till = { ...till, found, lookup: 'done' };
  const owner = findConfirmedOwner(found);
  if (!owner) return withFound;
  const isEmptyOr = (known: string, typed: string) => ['', known].includes(typed.trim());
  const isOwner = isEmptyOr(owner.name, till.name) && isEmptyOr(owner.email, till.email);
  return isOwner ? withCustomer(withFound, owner) : withFound;
}

/** Removes what was looked up by the phone number. Allergies that staff added stay. */
export function withoutPhone(till: Till): Till {
  const isTyped = (allergy: Allergy) => !till.allergiesOfGuest.some((each) => isSameAllergy(each, allergy));
  return {
    ...till,
    regular: null,
    points: 0,
    found: [],
    allergiesOfGuest: [],
    allergies: till.allergies.filter(isTyped),
  };
}

/**
 * Takes over the name and the allergies of a guest who ordered before. Where accounts have the number, staff choose the
 * name. The allergies always go on the order; staff remove what does not apply.
 */
export function withRegularGuest(till: Till, guest: RegularGuest | null): Till {
  if (guest === null) return till;
  const added = guest.allergies.filter((each) => !till.allergies.some((stated) => isSameAllergy(stated, each)));
  const isUnnamed = till.found.length === 0 && till.name.trim() === '';
  return {
    ...till,
    name: isUnnamed ? guest.name : till.name,
    allergiesOfGuest: added,
    allergies: [...till.allergies, ...added],
  };
}

function isSameAllergy(one: Allergy, other: Allergy): boolean {
  return one.code === other.code && (one.text ?? '') === (other.text ?? '');
}

/** Makes the order a delivery to the address of the guest's last one. */
export function withLastAddress(till: Till, { address, instructions, postalCode }: LastDelivery): Till {
  return { ...till, wantedType: 'delivery', address, deliveryInstructions: instructions, postalCode, zoneName: '' };
}

type LastDelivery = NonNullable<RegularGuest['delivery']>;

/** The typed table number, if the order is dine-in at a table. */
export function typedTableNumber({ tableNumber, noTable }: Pick<Till, 'tableNumber' | 'noTable'>): string {
  return noTable ? '' : tableNumber;
}

/** The order as `toTillPayload` expects it. `spent` are the points that the price includes. */
export function orderDraft(
  till: Till,
  location: TillLocation,
  {
    cart,
    price,
    promoCode,
    spent = 0,
    withoutCharges = [],
  }: {
    readonly cart: Cart;
    readonly price: Price;
    readonly promoCode: string | null;
    readonly spent?: number;
    readonly withoutCharges?: readonly RuleKind[];
  },
): OrderDraft {
  const { id, name, address, phone, postalCode } = location;
  return {
    customer: { name: nameOnOrder(till, location), email: till.email, phone: till.phone },
    userId: till.regular?.firebaseId ?? null,
    lines: cart,
    location: { id, name, address, phone, postalCode },
    orderType: tillOrderType(till, location),
    price,
    address: till.address,
    deliveryInstructions: till.deliveryInstructions,
    leaveAtDoor: till.leaveAtDoor && till.payment !== 'cash',
    postalCode: till.postalCode,
    zoneName: till.zoneName,
    tableNumber: typedTableNumber(till),
    partySize: Number(till.partySize),
    ...pickGuestNotes(till),
    staffDiscounts: toStaffDiscounts(cart, till.given),
    promoCode: promoCode ?? undefined,
    points: spent,
    withoutCharges,
    chargeReasons: till.chargeReasons,
    sellAnyway: till.sellAnyway,
    wantedFor: chosenInstant(till.wantedTime) ?? undefined,
    allergies: till.allergies,
  };
}

/** Whether the order needs a name: the driver asks for it, and so do staff on the phone. */
export function needsName(till: Till, location: Pick<TillLocation, 'services'>): boolean {
  return orderTypeGoesTo(tillOrderType(till, location), 'address') || till.phone.trim() !== '';
}

/** The typed name, or the tab's. A guest at the counter may give none; the order is then named after the table. */
export function nameOnOrder(till: Till, location: Pick<TillLocation, 'services'>): string {
  if (till.tab) return till.tab.name;
  const name = till.name.trim();
  if (name !== '' || needsName(till, location)) return name;
  const table = orderTypeGoesTo(tillOrderType(till, location), 'table') ? typedTableNumber(till) : '';
  return table === '' ? say`Walk-in guest` : say`Table ${table}`;
}

type ProblemField = 'name' | 'email' | 'phone' | 'address' | 'table' | 'partySize' | GuestNote;
export type Problems = Partial<Record<ProblemField, string>>;

function tableProblem(tableNumber: string): string | null {
  if (tableNumber.trim() === '') return say`Give the table number, or choose ‘No table yet’`;
  // A table may be called B1; only a number can be too small.
  return Number(tableNumber) < 1 ? say`Table number must be at least 1` : null;
}

/** The server's validation errors by field, plus the rule that a dine-in order names its table. */
export function tillProblems(
  order: TillPayload,
  { tableNumber, noTable }: Pick<Till, 'tableNumber' | 'noTable'>,
): Problems {
  const { customerInfo, deliveryInfo, tableInfo } = order;
  const { name, email, phone } = customerInfo;
  const problems: Record<ProblemField, string | null> = {
    name: customerNameProblem(name),
    email: email ? customerEmailProblem(email) : null,
    phone: phone ? customerPhoneProblem(phone) : null,
    address: deliveryInfo ? addressProblem(deliveryInfo.address ?? '') : null,
    table: tableInfo && !noTable ? tableProblem(tableNumber) : null,
    partySize: tableInfo && !isPartySize(tableInfo.partySize) ? PARTY_PROBLEM : null,
    ...mapGuestNotes((note) => {
      const { name: label, most } = GUEST_NOTES[note];
      return (order[note] ?? '').length > most ? tooLongText(label, most) : null;
    }),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}
