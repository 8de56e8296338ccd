import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { customerNameProblem, customerPhoneProblem, totalProblem } from './order-problems.ts';
import { CONFIRMATION_TITLES, GAVE_UP_POLLING } from './confirmation.ts';
import {
  accountNameProblem,
  CONTACT_TEXTS,
  contactProblems,
  contactToSend,
  customerEmailProblem,
  mayPressPlaceOrder,
  requiredContactOf,
  phoneProblem,
} from './contact.ts';
import { GUEST_NOTES } from './guest-notes.ts';
import { missingTableText } from './seating.ts';
import { OPEN_ITEM } from './open-item.ts';
import { orderTypeTexts } from './order-type-texts.ts';
import { ORDER_TYPES, orderTypeLabel } from './order-types.ts';
import { ORDER_STATUSES, statusFacts } from './statuses.ts';
import { ORDER_STEPS, orderReasonText } from './steps.ts';
import { addressProblem, MAX_ORDER_TOTAL, negativeText, ORDER_TEXTS, tooLongText } from './texts.ts';

test.each([
  ['', ORDER_TEXTS.name],
  ['P', ORDER_TEXTS.nameShort],
  ['Pi', null],
  ['P'.repeat(49), null],
  ['P'.repeat(50), ORDER_TEXTS.nameLong],
  // At the till an order may have a number instead of a name.
  ['Table 4', null],
])('the customer name "%s" gives the problem %s', (name, problem) => {
  expect(customerNameProblem(name)).toBe(problem);
});

test.each([
  ['priya@example.com', null],
  ['priya', ORDER_TEXTS.email],
  [`${'p'.repeat(88)}@example.com`, null],
  [`${'p'.repeat(89)}@example.com`, CONTACT_TEXTS.emailLong],
])('the email "%s" gives the problem %s', (email, problem) => {
  expect(customerEmailProblem(email)).toBe(problem);
});

test.each([
  ['902 555 0123', null],
  ['902 555 012', ORDER_TEXTS.phone],
  ['+491234567890123', null],
  ['+4912345678901234', ORDER_TEXTS.phoneLong],
])('the phone number "%s" gives the problem %s', (phone, problem) => {
  expect(customerPhoneProblem(phone)).toBe(problem);
});

const bill = (subtotal: number, tax: number, total: number, more: object = {}) =>
  totalProblem({ subtotal: cents(subtotal), tax: cents(tax), tip: cents(0), total: cents(total), ...more });

test('a total must be positive or fully discounted, below the maximum, and the sum of its parts', () => {
  expect(bill(1000, 140, 1140)).toBeNull();
  expect(bill(1000, 140, 1143)).toBe(ORDER_TEXTS.sum);
  expect(bill(0, 0, 0)).toBe(ORDER_TEXTS.total);
  expect(bill(0, 0, 1)).toBeNull();
  expect(bill(1000, 0, 0, { off: cents(1000) })).toBeNull();
  expect(bill(1000, 0, -1, { off: cents(1001) })).toBe(ORDER_TEXTS.total);
  expect(bill(MAX_ORDER_TOTAL, 0, MAX_ORDER_TOTAL)).toBeNull();
  expect(bill(MAX_ORDER_TOTAL, 1, MAX_ORDER_TOTAL + 1)).toBe(ORDER_TEXTS.totalLarge);
});

test.each([
  ['', ORDER_TEXTS.address],
  ['  ', ORDER_TEXTS.address],
  ['12345', ORDER_TEXTS.addressShort],
  ['1 A 2', ORDER_TEXTS.addressShort],
  ['1 St', ORDER_TEXTS.addressShort],
  [' 1 St ', ORDER_TEXTS.addressShort],
  ['1 Elm', null],
  ['5 Öä', ORDER_TEXTS.addressShort],
  ['55 Öä', null],
])('the delivery address "%s" gives the problem %s', (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});

const guest = { name: 'Priya', email: '', phone: '' };

test.each([
  ['both', { email: 'priya@example.com' }, ['phone']],
  ['both', { phone: '902 555 0123' }, ['email']],
  ['either', { email: 'priya@example.com' }, []],
  ['either', { phone: '902 555 0123' }, []],
  ['either', {}, ['email', 'phone']],
  // If one is left out, the other is the only way to reach the guest and must be valid.
  ['either', { email: 'priya' }, ['email']],
  ['either', { phone: '12' }, ['phone']],
  ['either', { email: 'priya@example.com', phone: '12' }, ['phone']],
  ['either', { email: 'priya', phone: '902 555 0123' }, ['email']],
  ['either', { email: ' ', phone: '902 555 0123' }, []],
  ['phone', { phone: '902 555 0123' }, []],
  ['phone', { email: 'priya@example.com' }, ['phone']],
  ['phone', { email: 'priya', phone: '902 555 0123' }, ['email']],
  ['phone', {}, ['phone']],
] as const)('with %s required, a guest who fills in %j still needs %j', (request, more, due) => {
  const form = { ...guest, ...more };
  expect(Object.keys(contactProblems(form, request))).toEqual(due);
  expect(mayPressPlaceOrder(form, request)).toBe(due.length === 0);
});

test.each([
  ['pickup', 'either'],
  ['dine-in', 'either'],
  ['delivery', 'phone'],
] as const)('an order for %s needs %s', (type, needed) => {
  expect(requiredContactOf(type)).toBe(needed);
});

test('sends empty fields as empty and limits the length of a phone number', () => {
  expect(contactToSend({ ...guest, phone: ' - ' })).toEqual(guest);
  expect(phoneProblem(`902 555 0123${' '.repeat(48)}`)).toBeNull();
  expect(phoneProblem(`902 555 0123${' '.repeat(49)}`)).toBe(CONTACT_TEXTS.phoneLong);
});

test.each([
  ['Priya Sharma', null],
  ['', 'Name is required'],
  ['www.example.com', 'Name must not contain a web address'],
  ['Priya 2', CONTACT_TEXTS.nameCharacters],
  ['P'.repeat(50), CONTACT_TEXTS.nameLong],
])('the account name "%s" gives the problem %s, because orders use it', (name, problem) => {
  expect(accountNameProblem(name)).toBe(problem);
});

test.each([
  ['Cancelled by admin', 'Cancelled by admin'],
  ['Cancelled by customer', 'Cancelled by customer'],
  ['Out of paneer', 'Out of paneer'],
])('the cancellation reason "%s" reads "%s"', (stored, words) => {
  expect(orderReasonText(stored)).toBe(words);
});

test('an order without a table reads “Seat them” from a guest and “No table yet” from staff', () => {
  expect(missingTableText({ metadata: { adminCreated: true } })).toBe('No table yet');
  expect([{ metadata: { adminCreated: false } }, {}].map(missingTableText)).toEqual(['Seat them', 'Seat them']);
});

test('errors about numbers and texts name the field', () => {
  expect(negativeText('tip')).toBe('Pricing tip must be a number that is not negative');
  expect(tooLongText('Address', 300)).toBe('Address must be at most 300 characters');
  expect(ORDER_TEXTS.orderType).toBe('Order type must be pickup, delivery or dine-in');
});

/** All texts in a value, at any depth. Functions are called with sample arguments. */
function textsIn(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (typeof message === 'function') {
    return textsIn(message({ restaurant: 'Us', address: '5 Main St', table: '4', name: 'Ana' }, 'Ana'));
  }
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(textsIn) : [];
}

test('no text about orders is empty', () => {
  const unknown = 'drive-thru';
  const tables = {
    CONFIRMATION_TITLES,
    CONTACT_TEXTS,
    GAVE_UP_POLLING,
    GUEST_NOTES,
    OPEN_ITEM,
    ORDER_STEPS,
    ORDER_TEXTS,
    types: ORDER_TYPES.map(orderTypeLabel),
    byType: [...ORDER_TYPES, unknown].map(orderTypeTexts),
    statuses: ORDER_STATUSES.map(statusFacts).map(({ notice, ...facts }) => [facts, notice?.('pickup')]),
  };
  for (const [where, texts] of Object.entries(tables)) {
    expect([where, textsIn(texts).filter((text) => !/\w/.test(text))]).toEqual([where, []]);
  }
});

test.each([
  ['pickup', ['Come to Us.', 'Give the name Ana.']],
  ['delivery', ['We deliver it to 5 Main St.', 'Please keep your phone within reach.']],
  ['dine-in', ['We serve it at table 4.', 'Enjoy your meal.']],
])('the text for a %s order says where guest and food meet: %j', (type, words) => {
  const to = { restaurant: 'Us', address: '5 Main St', table: '4', name: 'Ana' };
  expect(orderTypeTexts(type).handover(to)).toEqual(words);
});

test.each([
  ['pickup', 'It is waiting for you, warm, at 5 Main St. Give the name Ana or the last five of your order number.'],
  ['delivery', 'Your order leaves next. Please keep your phone within reach.'],
  ['dine-in', 'We are bringing it to your table.'],
])('the ready mail of a %s order says what happens next: %s', (type, words) => {
  expect(orderTypeTexts(type).ready.mail({ address: '5 Main St' }, 'Ana')).toEqual(['Your order is ready', words]);
});

test('a dine-in guest without a table reads to come in and give their name', () => {
  const to = { restaurant: 'Us', address: '', table: '', name: 'Ana' };
  expect(orderTypeTexts('dine-in').handover(to)).toEqual(['Come in, and we will seat you.', 'Give the name Ana.']);
});

test.each([
  ['pickup', '$5.00, to pay when you pick up your order.'],
  ['delivery', '$5.00, to pay when your order comes.'],
  ['dine-in', '$5.00, to pay at your table.'],
])('the cash advice of a %s order says when to pay: %s', (type, words) => {
  expect(orderTypeTexts(type).pay.advice('$5.00')).toBe(words);
});
