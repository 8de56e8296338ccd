import { sentence } from '@tiffin/domain/core';
import { MOST_OWED_TEXT, PARTY_MAX, PARTY_MIN, type ContactField } from '@tiffin/domain/order';
import { LOCALE } from '../../ui/format.ts';

const FIELDS: Record<ContactField, string> = { name: 'name', email: 'email', phone: 'phone number' };

const items = (count: number) => (count === 1 ? '1 item' : `${count} items`);
const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

export const texts = {
  title: 'Checkout',
  description: 'Your details, a tip if you like, and how you pay.',
  loading: 'Loading your order…',
  back: 'Back to menu',
  ready: ', ready about ',
  readyAt: ', ready ',
  whenTitle: 'When?',
  chooseTime: 'Choose a time first',
  invalid: 'Invalid checkout data. Please try again.',
  signIn: 'Please sign in to checkout.',
  howTitle: 'How would you like it?',
  tableNumber: 'Table number',
  tableHint: 'On the card at your table',
  tableRequired: 'Give the number on your table, or let us seat you',
  seatUs: 'Seat us when we come',
  partySize: 'Party size',
  partyHint: `${PARTY_MIN} to ${PARTY_MAX} guests`,
  address: 'Delivery address',
  addressPlaceholder: 'Street and number, town',
  deliveryInstructions: 'Delivery instructions',
  deliveryPlaceholder: 'Buzzer, side door',
  detailsTitle: 'Your details',
  name: 'Full Name',
  email: 'Email Address',
  phone: 'Phone Number',
  tipTitle: 'Add a tip',
  tip: 'Tip',
  noTip: 'No Tip',
  percent: (percent: number) => `${percent}%`,
  customTip: 'Custom tip',
  custom: 'Custom',
  customHint: 'Up to $100.00',
  heldTip: {
    most: 'That is kind. $100.00 is the most we take as a tip, so we made it that.',
    least: 'A tip cannot be less than nothing, so we made it $0.00.',
  },
  paymentTitle: 'Payment method',
  online: 'Pay online',
  onlineHint: 'Card, Apple Pay or Google Pay. Secure payment by a card provider.',
  cash: 'Cash',
  cashHint: 'Pay when you receive or pick up.',
  closedTitle: 'We are closed now.',
  lateTitle: 'It is too late to cook this today.',
  closedText: (opening: string, ready: string) =>
    `${sentence(`We open ${opening}`)} ${sentence(`Your order would be ready about ${ready}`)}`,
  closedUnknown: 'We cannot say yet when we open next.',
  agree: 'Yes, please cook it when you open',
  agreeRequired: 'Please agree that we cook it when we open, or come back later',
  summary: 'Order summary',
  someLocation: 'Selected Location',
  items,
  counts: (all: number, unique: number) => (all === 1 ? `${items(all)}.` : `${items(all)}, ${unique} unique.`),
  edit: 'Edit',
  subtotal: 'Subtotal',
  tax: (label: string, percent: string) => `${label} (${percent})`,
  total: 'Total (CAD)',
  offer: (percent: number, code: string, saved: string) =>
    `${percent}% off your first order, with ${code}: you save ${saved}`,
  taxNote: 'Tax is on the food only; the tip is added after tax.',
  cashNote: (due: string) => `In coins: ${due}. Canada has no penny.`,
  place: 'Place Order',
  inCash: (due: string) => `${due} in cash`,
  placeChanged: 'Agree & Place Order',
  placingOnline: 'Preparing Payment...',
  placingCash: 'Creating Order...',
  missing: (fields: readonly ContactField[]) =>
    `Fill in your ${list.format(fields.map((field) => FIELDS[field]))} first`,
  missingEither: (name: boolean, contact: boolean) =>
    `Fill in your ${list.format([...(name ? ['name'] : []), ...(contact ? ['phone number or email'] : [])])} first`,
  noAccount: 'No account needed.',
  signInHere: 'Sign in',
  haveOne: 'if you have one.',
  eitherHint: 'One of the two is enough: we tell you there how your order stands.',
  code: {
    title: { sms: 'Is this number yours?', mail: 'Is this address yours?' },
    because: {
      'open-order': 'You have an order under way that is not paid yet.',
      'large-order': `This order is above ${MOST_OWED_TEXT}, to be paid in cash.`,
      'many-asked': 'Many orders without an account come from where you are.',
    },
    notSent: (phone: string) =>
      `We cannot send codes at the moment. Please call us at ${phone}: we have it and read it to you. Or pay by card.`,
    place: 'Place Order',
  },
  chooseAgain: (name: string) => `Choose again for ${name} first`,
  check: {
    name: 'Check your name first',
    email: 'Check your email address first',
    phone: 'Check your phone number first',
  } satisfies Record<ContactField, string>,
  offline: 'Cannot create orders while offline',
  offlineText: 'What you typed stays here. The button wakes up when you are back online.',
  failed: 'Your order was not placed',
} as const;
