import { toDollars, type Cents } from '../core/money.ts';
import type { CartLine } from './line.ts';
import type { OptionLine } from '../options/lines.ts';
import type { Point } from '../delivery/drawn-area.ts';
import type { GuestPaymentMethod } from '../payment/status.ts';
import { toWireDiscount, toWirePricing, type PriceFigures, type StaffDiscount } from '../pricing/index.ts';
import { GUEST_NOTE_FIELDS, type GuestNotes } from '../order/guest-notes.ts';
import { distinctAllergies, type Allergy } from '../order/allergy.ts';
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
  /** Discounts by staff, by line index. Only at the till. */
  readonly given?: readonly StaffDiscount[] | undefined;
  readonly promoCode?: string | undefined;
  /** Points that the customer spends. */
  readonly points?: number | undefined;
  /** The dishes to sell despite too little stock. Only at the till. */
  readonly sellAnyway?: readonly string[] | undefined;
}

/** The payload of the website. Contact details are required. */
export type OrderPayload = ReturnType<typeof toOrderPayload>;
/** The payload of the till. A name is enough. */
export type TillPayload = ReturnType<typeof toTillPayload>;

export function toOrderPayload(draft: OrderDraft, paymentMethod?: GuestPaymentMethod) {
  const { customer, userId } = draft;
  return {
    customerInfo: { name: customer.name.trim(), ...filled(customer, ['email', 'phone']), firebaseId: userId },
    ...order(draft),
    ...(paymentMethod && { paymentMethod }),
  };
}

export function toTillPayload(draft: OrderDraft) {
  const { customer, userId, given: discounts = [], sellAnyway = [] } = draft;
  return {
    customerInfo: {
      name: customer.name.trim(),
      ...filled(customer, ['email', 'phone']),
      ...(userId && { firebaseId: userId }),
    },
    ...order(draft),
    ...(discounts.length > 0 && {
      given: discounts.map((each) => toWireDiscount({ ...each, line: each.line === null ? null : each.line + 1 })),
    }),
    ...(sellAnyway.length > 0 && { sellAnyway: [...sellAnyway] }),
  };
}

/** Omits empty fields. Delivery and table data are sent only for the matching order type. */
function order(draft: OrderDraft) {
  const { orderType, price } = draft;
  const allergies = distinctAllergies(draft.allergies ?? []);
  return {
    items: draft.lines.map(toWireItem),
    locationInfo: filled(draft.location, ['id', 'name', 'address', 'phone', 'postalCode']),
    orderType,
    tipAmount: toDollars(price.tip),
    pricing: toWirePricing(price),
    ...(orderTypeGoesTo(orderType, 'address') && {
      deliveryInfo: {
        ...filled({ ...draft, instructions: draft.deliveryInstructions }, [
          'address',
          'instructions',
          'postalCode',
          'zoneName',
        ]),
        ...(draft.leaveAtDoor && { leaveAtDoor: true }),
        ...(draft.point && { point: draft.point }),
      },
    }),
    ...(orderTypeGoesTo(orderType, 'table') && {
      tableInfo: { ...filled(draft, ['tableNumber']), partySize: draft.partySize ?? ORDER_DEFAULTS.partySize },
    }),
    ...(orderTypeGoesTo(orderType, 'counter') && filled(draft, ['vehicle'])),
    ...filled(draft, GUEST_NOTE_FIELDS),
    ...(allergies.length > 0 && { allergies }),
    ...filled(draft, ['allergyNote']),
    ...filled(draft, ['wantedFor', 'promoCode']),
    ...(draft.points && { points: draft.points }),
  };
}

/**
 * A line as an item of the payload. Description and key are not sent, because the server takes them from the menu. Name
 * and price are required, and the category is stored as `food` without one. The name of the heat is for the list of rounds
 * that wait on this device.
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
    ...(line.spice && { spiceLevelName: line.spice.name }),
    ...(line.options && { options: line.options.filter(({ isRemoval }) => !isRemoval).map(toWireChoice) }),
    ...(line.note && { note: line.note }),
    ...(allergies.length > 0 && { allergies }),
    ...(line.open && { open: { taxClass: line.taxClass ?? 'meal', isCooked: line.open.isCooked } }),
    ...(line.seat && { seat: line.seat }),
    ...(line.course && { course: line.course }),
  };
}

function toWireChoice({ group, id, units, unitPrice }: OptionLine) {
  return { groupId: group, optionId: id, units, price: toDollars(unitPrice) };
}

/** The payload of a cash order at the till, with the confirmation that the money was counted. */
export function toCashPayload(payload: TillPayload, finalTotal: Cents) {
  return { ...payload, cashConfirmed: true as const, finalTotal: toDollars(finalTotal) };
}

function filled<Key extends string>(from: { readonly [K in Key]?: string | undefined }, keys: readonly Key[]) {
  const stored: { [K in Key]?: string } = {};
  for (const key of keys) {
    const value = from[key]?.trim();
    if (value) stored[key] = value;
  }
  return stored;
}
