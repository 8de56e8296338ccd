import { cents } from '../core/money.ts';
import { eitherText } from '../core/variants.ts';
import { ORDER_TYPES } from './order-types.ts';
import { CONTACT_TEXTS } from './contact.ts';
import { PARTY_PROBLEM } from './party.ts';

/** What the order checks say; those the specification words are its words. */
export const ORDER_TEXTS = {
  body: 'Order data is required',
  customer: 'Customer information is required',
  name: 'Customer name is required',
  nameShort: CONTACT_TEXTS.nameShort,
  nameLong: CONTACT_TEXTS.nameLong,
  email: CONTACT_TEXTS.email,
  emailLong: CONTACT_TEXTS.emailLong,
  phone: 'Please enter a valid phone number (10+ digits)',
  phoneLong: CONTACT_TEXTS.phoneLong,
  firebaseId: 'firebaseId must be a non-empty text',
  items: 'Your cart is empty. Please add items before placing an order.',
  location: 'Please select a restaurant location',
  locationName: 'Location name is missing',
  orderType: `Order type must be ${eitherText(ORDER_TYPES)}`,
  paymentMethod: 'Payment method must be online or cash',
  address: 'Delivery address is required for delivery orders',
  addressShort: 'Please enter the full delivery address: street, number and town',
  partySize: PARTY_PROBLEM,
  pricing: 'Pricing information is required',
  total: 'Order total must be greater than zero',
  totalLarge: 'Order total must be at most $1,000,000',
  tipLarge: 'That tip is larger than the order itself. Please choose a smaller one.',
  sum: 'Pricing calculation error: total does not match subtotal + tax + tip',
} as const;

export function negativeText(figure: string): string {
  return `Pricing ${figure} must be a number that is not negative`;
}

/** Nothing shorter, and nothing with fewer letters, is a place one can drive to. */
const ADDRESS_MIN = 5;
const ADDRESS_LETTERS = 2;

/** What is wrong with where to deliver, or null. No more is asked than that a driver could look for it. */
export function addressProblem(address: string): string | null {
  const said = address.trim();
  if (said === '') return ORDER_TEXTS.address;
  const letters = said.match(/\p{L}/gu)?.length ?? 0;
  return said.length < ADDRESS_MIN || letters < ADDRESS_LETTERS ? ORDER_TEXTS.addressShort : null;
}

/** How long the free texts of an order may be, and what says so. */
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
  return `${what} must be at most ${most} characters`;
}
