import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { addMinutes } from '../core/time.ts';
import { CONTACT_TEXTS, type ContactForm, contactProblems, contactToSend, mayPressPlaceOrder } from './contact.ts';
import {
  canCancel,
  estimatedWaitTime,
  isOverdue,
  itemCount,
  minutesSince,
  minutesUntil,
  needsPayment,
  orderAge,
} from './derived.ts';
import { urgencyOf } from './urgency.ts';
import { mentionsAllergy } from './allergy-words.ts';
import { callOutCode, isOrderId, newOrderId } from './id.ts';
import { estimatedReadyAt, defaultPrepMinutes, shownReadyTime } from './promise/ready.ts';
import { ORDER_STATUSES } from './statuses.ts';
import { type TimedOrder, ticketClock } from './ticket-clock.ts';
import { TICKET_LIMITS } from '../locations/ticket-limits.ts';

const now = new Date('2026-11-20T16:00:00Z');
const minutesAgo = (minutes: number): Date => addMinutes(now, -minutes);

test.each([
  ['TRU', '2026-11-20', 'TRU-20261120-AAAAA'],
  ['NGL', '2027-01-02', 'NGL-20270102-AAAAA'],
  ['LOC', '2027-01-02', 'LOC-20270102-AAAAA'],
])('the first order of %s on %s gets the id %s', (code, date, id) => {
  expect(newOrderId(code, date, () => 0)).toBe(id);
  expect(isOrderId(id)).toBe(true);
  expect(callOutCode(id)).toBe('AAAAA');
});

test.each([
  '',
  'TRU-20261120-AAAA',
  'TRU-20261120-AAAAAA',
  'TRU-2026112-AAAAA',
  'TR1-20261120-AAAAA',
  'TRUR-20261120-AAAAA',
  'TRU-20261120-AAAA0',
  'TRU-20261120-AAAAI',
  'tru-20261120-aaaaa',
  ' TRU-20261120-AAAAA',
  'TRU-20261120-AAAAA\n',
])('"%s" is not an order id', (id) => {
  expect(isOrderId(id)).toBe(false);
});

test('ids match their format for all random numbers', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{3}$/), fc.infiniteStream(random), (code, numbers) => {
      const id = newOrderId(code, '2026-11-20', () => Number(numbers.next().value));
      expect(isOrderId(id)).toBe(true);
      expect(id.endsWith(callOutCode(id))).toBe(true);
    }),
  );
});

test.each([
  ['[C-ORDER-32]', 'pickup', 0, 15],
  ['[C-ORDER-32]', 'dine-in', 0, 15],
  ['[C-ORDER-32]', 'delivery', 0, 25],
  ['[C-ORDER-33]', 'pickup', 1, 18],
  ['[C-ORDER-33]', 'pickup', 4, 27],
  ['[C-ORDER-33]', 'delivery', 4, 37],
  ['[C-ORDER-34]', 'pickup', 15, 60],
  ['[C-ORDER-34]', 'pickup', 16, 60],
  ['[C-ORDER-34]', 'dine-in', 50, 60],
  ['[C-ORDER-34]', 'delivery', 21, 88],
  ['[C-ORDER-34]', 'delivery', 22, 90],
  ['[C-ORDER-34]', 'delivery', 50, 90],
] as const)('%s a %s order of %d dishes takes %d minutes', (_fact, type, dishes, minutes) => {
  expect(defaultPrepMinutes(type, dishes)).toBe(minutes);
  expect(estimatedReadyAt({ orderType: type, dishes }, now)).toEqual(addMinutes(now, minutes));
});

test.each([
  [null, 18],
  [addMinutes(now, 90), 108],
  [addMinutes(now, -90), 18],
  [now, 18],
])('an order that waits for the opening at %s is ready after %d minutes', (nextOpening, minutes) => {
  expect(estimatedReadyAt({ orderType: 'pickup', dishes: 1 }, now, nextOpening)).toEqual(addMinutes(now, minutes));
});

test('a confirmation without a ready time assumes 20 minutes from now [C-CONF-12]', () => {
  expect(shownReadyTime(null, now)).toEqual(addMinutes(now, 20));
  expect(shownReadyTime(minutesAgo(3), now)).toEqual(minutesAgo(3));
});

test('the item count is the sum of the quantities', () => {
  expect(itemCount([{ quantity: 2 }, { quantity: 3 }])).toBe(5);
  expect(itemCount([])).toBe(0);
});

test.each(ORDER_STATUSES)('an order that is %s can be cancelled only from pending or preparing', (status) => {
  expect(canCancel(status)).toBe(['pending', 'preparing'].includes(status));
});

test.each([
  ['unpaid', 'cash', true],
  ['unpaid', 'card', false],
  ['pending', 'cash', false],
  ['paid', 'cash', false],
] as const)('an order %s by %s needs payment: %s [A-ENT-10]', (paymentStatus, paymentMethod, expected) => {
  expect(needsPayment({ paymentStatus, paymentMethod })).toBe(expected);
});

test.each([
  ['preparing', minutesAgo(1), true],
  ['pending', minutesAgo(1), true],
  ['ready', minutesAgo(1), true],
  ['preparing', now, false],
  ['preparing', addMinutes(now, 1), false],
  ['preparing', null, false],
  ['completed', minutesAgo(1), false],
  ['cancelled', minutesAgo(1), true],
] as const)('an order that is %s and due at %s is overdue: %s [A-ENT-11]', (status, estimatedReady, expected) => {
  expect(isOverdue({ status, estimatedReady }, now)).toBe(expected);
});

test.each([
  [0, 0],
  [0.99, 0],
  [1, 1],
  [59.5, 59],
  [-5, 0],
])('an order placed %d minutes ago is %d minutes old [A-ENT-12]', (minutes, age) => {
  expect(orderAge(minutesAgo(minutes), now)).toBe(age);
});

test.each([
  [addMinutes(now, 12), 12],
  [addMinutes(now, 11.1), 12],
  [now, 0],
  [minutesAgo(3), 0],
  [null, 0],
])('an order due at %s waits %d minutes [A-ENT-13]', (ready, minutes) => {
  expect(estimatedWaitTime(ready, now)).toBe(minutes);
});

test('past minutes are rounded down and remaining minutes up', () => {
  expect(minutesSince(minutesAgo(2.9), now)).toBe(2);
  expect(minutesUntil(addMinutes(now, 2.1), now)).toBe(3);
  expect(minutesUntil(minutesAgo(2.5), now)).toBe(-2);
});

test.each([
  ['[A-BOARD-25]', 100_01, 1, 'high'],
  ['[A-BOARD-25]', 1000, 6, 'high'],
  ['[A-BOARD-26]', 100_00, 5, 'medium'],
  ['[A-BOARD-26]', 50_01, 1, 'medium'],
  ['[A-BOARD-26]', 1000, 4, 'medium'],
  ['(neither)', 50_00, 3, 'normal'],
])('%s a total of %d cents and %d items is %s', (_fact, total, items, urgency) => {
  expect(urgencyOf(cents(total), items)).toBe(urgency);
});

const ticket = (more: Partial<TimedOrder>): TimedOrder => ({
  status: 'pending',
  orderTime: now,
  estimatedReady: null,
  readyTime: null,
  firesAt: null,
  ...more,
});

test.each([
  [0, 'normal', 0],
  [2.9, 'normal', 2],
  [3, 'soon', 3],
  [4.9, 'soon', 4],
  [5, 'late', 5],
  [60, 'late', 60],
])('a ticket that was not accepted for %d minutes is %s', (minutes, lateness, shown) => {
  expect(ticketClock(ticket({ orderTime: minutesAgo(minutes) }), now)).toEqual({ lateness, minutes: shown });
});

test.each([
  [-120, 'normal', 0],
  [0, 'normal', 0],
  [3, 'soon', 3],
  [5, 'late', 5],
])('a ticket that came at night waits from the opening: %d minutes later it is %s', (after, lateness, shown) => {
  const order = ticket({ orderTime: minutesAgo(after + 600), firesAt: minutesAgo(after) });
  const clock = ticketClock(order, now);
  expect([clock?.lateness, Math.max(0, clock?.minutes ?? Number.NaN)]).toEqual([lateness, shown]);
});

test.each([
  [45, 'normal', 45],
  [5.5, 'normal', 6],
  [5, 'soon', 5],
  [0.5, 'soon', 1],
  [0, 'soon', 0],
  [-0.5, 'late', 0],
  [-1, 'late', -1],
  [-12.5, 'late', -12],
])('a ticket due in %d minutes is %s', (minutes, lateness, shown) => {
  const order = ticket({ status: 'preparing', estimatedReady: addMinutes(now, minutes) });
  expect(ticketClock(order, now)).toEqual({ lateness, minutes: shown });
});

test.each([
  [9.9, 'normal', 9],
  [10, 'soon', 10],
  [14.9, 'soon', 14],
  [15, 'late', 15],
])('a ticket on the pass for %d minutes is %s', (minutes, lateness, shown) => {
  const order = ticket({ status: 'ready', orderTime: minutesAgo(90), readyTime: minutesAgo(minutes) });
  expect(ticketClock(order, now)).toEqual({ lateness, minutes: shown });
});

test('a ticket without the time it is measured by uses another time or shows no clock', () => {
  expect(ticketClock(ticket({ status: 'ready', orderTime: minutesAgo(12) }), now)).toEqual({
    lateness: 'soon',
    minutes: 12,
  });
  expect(ticketClock(ticket({ status: 'preparing' }), now)).toBeNull();
  expect(ticketClock(ticket({ status: 'completed' }), now)).toBeNull();
  expect(ticketClock(ticket({ status: 'cancelled' }), now)).toBeNull();
});

test('the limits are settings of a location', () => {
  expect(TICKET_LIMITS).toEqual({ acceptSoon: 3, acceptLate: 5, dueSoon: 5, passSoon: 10, passLate: 15 });
  const slow = { acceptSoon: 10, acceptLate: 20, dueSoon: 1, passSoon: 30, passLate: 60 };
  expect(ticketClock(ticket({ orderTime: minutesAgo(9) }), now, slow)?.lateness).toBe('normal');
  expect(ticketClock(ticket({ status: 'preparing', estimatedReady: addMinutes(now, 2) }), now, slow)?.lateness).toBe(
    'normal',
  );
  expect(ticketClock(ticket({ status: 'ready', readyTime: minutesAgo(29) }), now, slow)?.lateness).toBe('normal');
});

test.each([
  ['Allergic to peanuts', true],
  ['No dairy please', true],
  ['celiac, careful', true],
  ['Extra mint chutney', false],
  ['No onions', false],
  ['Allergie aux arachides', true],
  ['Sans œufs, merci', true],
  ['sans sesame svp', true],
  ['Intolérance au lactose', true],
  ['Sans oignons', false],
])('the note “%s” appears above the dishes: %s', (note, isAbove) => {
  expect(mentionsAllergy(note)).toBe(isAbove);
});

const good: ContactForm = { name: 'Priya Sharma', email: 'priya@example.com', phone: '(902) 555-0123' };
const form = (more: Partial<ContactForm>): ContactForm => ({ ...good, ...more });

test.each([
  ['', 'Name must be at least 2 characters'],
  ['  P  ', 'Name must be at least 2 characters'],
  [' Pi ', undefined],
  ['P'.repeat(49), undefined],
  [` ${'P'.repeat(49)} `, undefined],
  ['P'.repeat(50), 'Name must be less than 50 characters'],
  ["Anne-Marie O'Neil Jr.", undefined],
  ['Zoë Müller', undefined],
  ['प्रिया', undefined],
  ['O’Neil', undefined],
  ['Priya 2', 'Name contains invalid characters'],
  ['<b>Priya</b>', 'Name contains invalid characters'],
  ['Priya\nSharma', 'Name contains invalid characters'],
])('the name "%s" gives the problem %s', (name, problem) => {
  expect(contactProblems(form({ name })).name).toBe(problem);
});

test.each([
  ['', 'Please enter a valid email address'],
  ['priya', 'Please enter a valid email address'],
  ['priya@example', 'Please enter a valid email address'],
  ['priya @example.com', 'Please enter a valid email address'],
  [' Priya@Example.com ', undefined],
  [`${'p'.repeat(88)}@example.com`, undefined],
  [`${'p'.repeat(89)}@example.com`, 'Email address is too long'],
])('the email "%s" gives the problem %s', (email, problem) => {
  expect(contactProblems(form({ email })).email).toBe(problem);
});

test.each([
  ['', 'Please enter a valid phone number'],
  ['902 555 012', 'Please enter a valid phone number'],
  ['902 555 0123', undefined],
  ['+44 20 7946 0958', undefined],
  ['+491234567890123', undefined],
  ['+4912345678901234', 'Phone number is too long'],
])('the phone number "%s" gives the problem %s', (phone, problem) => {
  expect(contactProblems(form({ phone })).phone).toBe(problem);
});

test('a valid form has no problems, an empty one has three', () => {
  expect(contactProblems(good)).toEqual({});
  expect(Object.keys(contactProblems({ name: '', email: '', phone: '' }))).toEqual(['name', 'email', 'phone']);
  expect(CONTACT_TEXTS.form).toBe('Please complete all required fields correctly');
});

test.each([
  [{}, true],
  [{ name: ' P ' }, false],
  [{ name: ' Pi ' }, true],
  [{ name: 'Priya 2' }, true],
  [{ email: 'priya' }, false],
  [{ email: ' priya@example.com ' }, true],
  [{ phone: '902555012' }, false],
  [{ phone: '9025550123' }, true],
])('with %j the button is enabled: %s [C-CHK-25]', (more, awake) => {
  expect(mayPressPlaceOrder(form(more))).toBe(awake);
});

test.each([
  ['(902) 555-0123', '+19025550123'],
  ['1 902 555 0123', '+19025550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['12', '+12'],
])('the form is sent trimmed, in lower case, with a leading plus: %s → %s [C-CHK-44] [C-CHK-47]', (phone, sent) => {
  expect(contactToSend({ name: ' Priya ', email: ' Priya@Example.COM ', phone })).toEqual({
    name: 'Priya',
    email: 'priya@example.com',
    phone: sent,
  });
});
