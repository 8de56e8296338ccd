import { toDollars, type Cents } from '../core/money.ts';
import type { CartLine } from './line.ts';
import type { OptionLine } from '../options/lines.ts';
import type { Point } from '../delivery/drawn-area.ts';
import type { GuestPaymentMethod } from '../payment/status.ts';
import { toWireDiscount, toWirePricing, type PriceFigures, type StaffDiscount } from '../pricing/index.ts';
import { GUEST_NOTE_FIELDS, type GuestNotes } from '../order/guest-notes.ts';
import { distinctAllergies, type Allergy } from '../order/allergy.ts';
import type { ChargeReasons, RuleKind } from '../order/charge-rules.ts';
import { orderTypeGoesTo, type OrderType } from '../order/order-types.ts';
import { ORDER_DEFAULTS, type OrderLocation } from '../order/types.ts';
import { DEFAULT_GUEST_HEAT } from '../menu/spice.ts';

/** The data collected by checkout or the till. */
export interface OrderDraft extends Partial<GuestNotes> {
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly userId: string | null;
  readonly lines: readonly CartLine[];
  readonly location: OrderLocation;
  readonly orderType: OrderType;
  readonly price: PriceFigures;
  readonly address?: string | undefined;
  readonly deliveryInstructions?: string | undefined;
  readonly leaveAtDoor?: boolean | undefined;
  readonly postalCode?: string | undefined;
  /** The guest's position, if they shared it. */
  readonly point?: Point | null | undefined;
  /** The name of the delivery zone, chosen at the till if the address does not decide it. */
  readonly zoneName?: string | undefined;
  /** The description of the car, to which staff bring the order. */
  readonly vehicle?: string | undefined;
  readonly tableNumber?: string | undefined;
  readonly partySize?: number | undefined;
  readonly allergies?: readonly Allergy[] | undefined;
  readonly allergyNote?: string | undefined;
  /** The chosen time as a timestamp; empty for as soon as possible. */
  readonly wantedFor?: string | undefined;
  /** For an order as soon as possible: the end of the window that the guest reads. */
  readonly shownReadyBy?: string | undefined;
  /** Discounts by staff, by line index. Only at the till. */
  readonly staffDiscounts?: readonly StaffDiscount[] | undefined;
  readonly promoCode?: string | undefined;
  /** Points that the customer spends. */
  readonly points?: number | undefined;
  /** The charges that the guest declined or that staff took off. */
  readonly withoutCharges?: readonly RuleKind[] | undefined;
  /** Why staff took them off. Only at the till. */
  readonly chargeReasons?: ChargeReasons | undefined;
  /** The dishes to sell despite too little stock. Only at the till. */
  readonly sellAnyway?: readonly string[] | undefined;
}

/** The payload of the website. Contact details are required. */
export type OrderPayload = ReturnType<typeof toOrderPayload>;
/** The payload of the till. A name is enough. */
export type TillPayload = ReturnType<typeof toTillPayload>;

/** Makes the request of the website's checkout from its draft. */
export function toOrderPayload(draft: OrderDraft, paymentMethod?: GuestPaymentMethod) {
  const { customer, userId } = draft;
  return {
    customerInfo: { name: customer.name.trim(), ...filled(customer, ['email', 'phone']), firebaseId: userId },
    ...orderFields(draft),
    paymentMethod,
  };
}

/** Makes the request of the till from its draft. */
export function toTillPayload(draft: OrderDraft) {
  const { customer, userId, staffDiscounts = [], sellAnyway = [], withoutCharges = [] } = draft;
  return {
    customerInfo: {
      name: customer.name.trim(),
      ...filled(customer, ['email', 'phone']),
      firebaseId: userId || undefined,
    },
    ...orderFields(draft),
    chargeReasons: withoutCharges.length > 0 ? draft.chargeReasons : undefined,
    given: staffDiscounts.length > 0 ? staffDiscounts.map(toWireTillDiscount) : undefined,
    sellAnyway: sellAnyway.length > 0 ? [...sellAnyway] : undefined,
  };
}

/** The API counts lines from 1. */
function toWireTillDiscount(discount: StaffDiscount) {
  return toWireDiscount({ ...discount, line: discount.line === null ? null : discount.line + 1 });
}

/** Omits empty fields. Delivery and table data are sent only for the matching order type. */
function orderFields(draft: OrderDraft) {
  const { orderType, price, withoutCharges = [] } = draft;
  const allergies = distinctAllergies(draft.allergies ?? []);
  return {
    items: draft.lines.map(toWireItem),
    locationInfo: filled(draft.location, ['id', 'name', 'address', 'phone', 'postalCode']),
    orderType,
    tipAmount: toDollars(price.tip),
    pricing: toWirePricing(price),
    deliveryInfo: orderTypeGoesTo(orderType, 'address') ? deliveryInfo(draft) : undefined,
    tableInfo: orderTypeGoesTo(orderType, 'table')
      ? { ...filled(draft, ['tableNumber']), partySize: draft.partySize ?? ORDER_DEFAULTS.partySize }
      : undefined,
    vehicle: orderTypeGoesTo(orderType, 'counter') ? filled(draft, ['vehicle']).vehicle : undefined,
    ...filled(draft, GUEST_NOTE_FIELDS),
    allergies: allergies.length > 0 ? allergies : undefined,
    ...filled(draft, ['allergyNote', 'wantedFor', 'shownReadyBy', 'promoCode']),
    points: draft.points || undefined,
    withoutCharges: withoutCharges.length > 0 ? [...withoutCharges] : undefined,
  };
}

function deliveryInfo(draft: OrderDraft) {
  return {
    ...filled({ ...draft, instructions: draft.deliveryInstructions }, [
      'address',
      'instructions',
      'postalCode',
      'zoneName',
    ]),
    leaveAtDoor: draft.leaveAtDoor || undefined,
    point: draft.point ?? undefined,
  };
}

/**
 * A line as an item of the payload. Description and key are not sent, because the server takes them from the menu. The
 * name of the heat is only for the list of rounds that wait on this device.
 */
export function toWireItem(line: CartLine) {
  const allergies = distinctAllergies(line.allergies ?? []);
  return {
    id: line.id,
    menuItemId: line.id,
    name: line.name,
    price: toDollars(line.price),
    quantity: line.quantity,
    category: line.category || ORDER_DEFAULTS.itemCategory,
    selectedSpiceLevel: (line.spice ?? DEFAULT_GUEST_HEAT).level,
    spiceLevelName: line.spice?.name,
    options: line.options?.filter(({ isRemoval }) => !isRemoval).map(toWireChoice),
    note: line.note || undefined,
    allergies: allergies.length > 0 ? allergies : undefined,
    open: line.open && { taxClass: line.taxClass ?? 'meal', isCooked: line.open.isCooked },
    seat: line.seat || undefined,
    course: line.course || undefined,
  };
}

function toWireChoice({ group, id, units, unitPrice }: OptionLine) {
  return { groupId: group, optionId: id, units, price: toDollars(unitPrice) };
}

/** The payload of a cash order at the till, with the confirmation that the money was counted. */
export function toCashPayload(payload: TillPayload, finalTotal: Cents) {
  return { ...payload, cashConfirmed: true as const, finalTotal: toDollars(finalTotal) };
}

/** These texts without spaces around them. Empty ones are left out. */
function filled<Key extends string>(from: { readonly [K in Key]?: string | undefined }, keys: readonly Key[]) {
  const texts: { [K in Key]?: string } = {};
  for (const key of keys) {
    const value = from[key]?.trim();
    if (value) texts[key] = value;
  }
  return texts;
}
