import { cents, joinWithOr, say } from '../core/index.ts';
import { ORDER_TYPES } from './order-types.ts';
import { CONTACT_TEXTS } from './contact.ts';

const TYPES = joinWithOr(ORDER_TYPES);

/** Messages of the order checks. Those that the specification quotes are word for word. */
export const ORDER_TEXTS = {
  body: say`Order data is required`,
  customer: say`Customer information is required`,
  name: say`Customer name is required`,
  nameShort: CONTACT_TEXTS.nameShort,
  nameLong: CONTACT_TEXTS.nameLong,
  email: CONTACT_TEXTS.email,
  phone: say`Please enter a valid phone number (10+ digits)`,
  phoneLong: CONTACT_TEXTS.phoneLong,
  firebaseId: say`firebaseId must be a non-empty text`,
  items: say`Your cart is empty. Please add items before placing an order.`,
  location: say`Please select a restaurant location`,
  locationName: say`Location name is missing`,
  orderType: say`Order type must be ${TYPES}`,
  paymentMethod: say`Payment method must be online or cash`,
  address: say`Delivery address is required for delivery orders`,
  addressShort: say`Please enter the full delivery address: street, number and town`,
  cashAtDoor: say`Cash cannot be left at the door. Pay online, or have it handed to you.`,
  pricing: say`Pricing information is required`,
  total: say`Order total must be greater than zero`,
  totalLarge: say`Order total must be at most $1,000,000`,
  tipLarge: say`That tip is larger than the order itself. Please choose a smaller one.`,
  sum: say`Pricing calculation error: total does not match subtotal + tax + tip`,
} as const;

export function negativeText(figure: string): string {
  return say`Pricing ${figure} must be a number that is not negative`;
}

/** A shorter text, or one with fewer letters, cannot be an address. */
const ADDRESS_MIN = 5;
const ADDRESS_LETTERS = 2;

/** The problem with a delivery address, or null. It requires only what a driver needs to look it up. */
export function addressProblem(address: string): string | null {
  const text = address.trim();
  if (text === '') return ORDER_TEXTS.address;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return text.length < ADDRESS_MIN || letters < ADDRESS_LETTERS ? ORDER_TEXTS.addressShort : null;
}

/** Maximum lengths of an order's free texts, and the error message. */
export const TEXT_LIMITS = {
  id: 100,
  itemName: 200,
  description: 2000,
  category: 100,
  address: 300,
  instructions: 500,
  tableNumber: 20,
  locationText: 300,
} as const;

export const MAX_ORDER_TOTAL = cents(1_000_000_00);

export function tooLongText(what: string, most: number): string {
  return say`${what} must be at most ${most} characters`;
}
