import { cents, HALIFAX } from '@tiffin/domain/core';
import { countSmsSegments } from '@tiffin/domain/messages';
import { expect, test } from 'vitest';
import {
  orderCancelledSms,
  orderPreparingSms,
  orderReadySms,
  orderReceivedSms,
  paymentLinkSms,
  reminderSms,
  reservationCancelledSms,
  reservationChangedSms,
  reservationSms,
} from './sms.ts';
import { orderRefundedSms, paymentReturnedSms } from './refund-mail.ts';

const order = { brandName: 'Sizzle & Spice', customerName: 'Asha Menon', orderId: 'TRU-20261120-7KQ4M' };
const table = {
  brandName: 'Sizzle & Spice',
  customerName: 'Asha Menon',
  locationName: 'Truro Heights',
  date: '2026-11-20',
  time: '18:30',
  partySize: 4,
  manageUrl: 'https://s.test/r/Q7KM',
};
const placedAt = new Date('2026-11-20T22:15:00Z');
const promise = { from: new Date('2026-11-20T22:35:00Z'), to: new Date('2026-11-20T22:45:00Z') };
const tomorrow = new Date('2026-11-21T15:54:00Z');
const received = { ...order, placedAt, promise, orderType: 'pickup', zone: HALIFAX };

test.each([
  [
    'received',
    orderReceivedSms(received),
    'Sizzle & Spice: Hi Asha, we have your order TRU-20261120-7KQ4M. Ready 6:35–6:45 p.m. See you soon!',
  ],
  [
    'received for delivery',
    orderReceivedSms({ ...received, orderType: 'delivery' }),
    'Sizzle & Spice: Hi Asha, we have your order TRU-20261120-7KQ4M. Arriving 6:35–6:45 p.m. See you soon!',
  ],
  [
    'received after closing',
    orderReceivedSms({ ...received, promise: { from: tomorrow, to: tomorrow } }),
    'Sizzle & Spice: Hi Asha, we have your order TRU-20261120-7KQ4M. Ready tomorrow, 11:55 a.m. See you soon!',
  ],
  [
    'received without a time',
    orderReceivedSms({ ...received, promise: null }),
    'Sizzle & Spice: Hi Asha, we have your order TRU-20261120-7KQ4M. Ready in about 30 minutes. See you soon!',
  ],
  [
    'being prepared',
    orderPreparingSms(order, '6:35–6:45 p.m.'),
    'Sizzle & Spice: Hi Asha, your order TRU-20261120-7KQ4M is being prepared. Estimated time: 6:35–6:45 p.m.',
  ],
  ['ready', orderReadySms(order), 'Sizzle & Spice: Hi Asha, your order TRU-20261120-7KQ4M is ready. See you soon!'],
  [
    'to be paid',
    paymentLinkSms({ ...order, total: cents(6004), currency: 'CAD', paymentUrl: 'https://s.test/p/1' }),
    'Sizzle & Spice: Hi Asha, please pay $60.04 for your order here: https://s.test/p/1',
  ],
  [
    'a table',
    reservationSms(table),
    'Sizzle & Spice: Hi Asha, your table for 4 at Truro Heights, Fri, Nov 20 at 6:30 p.m., is booked. See or cancel it: https://s.test/r/Q7KM',
  ],
  [
    'a table, soon',
    reminderSms({ ...table, isAnswerable: false }),
    'Sizzle & Spice: Hi Asha, see you Fri, Nov 20 at 6:30 p.m. at Truro Heights, a table for 4. Please confirm or cancel: https://s.test/r/Q7KM',
  ],
  [
    'a table, soon, that can be answered',
    reminderSms({ ...table, isAnswerable: true }),
    'Sizzle & Spice: Hi Asha, see you Fri, Nov 20 at 6:30 p.m. at Truro Heights, a table for 4. Please answer 1 to confirm or 2 to cancel: https://s.test/r/Q7KM',
  ],
])('the text message for %s', (_case, text, expected) => {
  expect(text).toBe(expected);
  // One text message has at most 160 characters.
  expect(text.length).toBeLessThanOrEqual(160);
});

const NAMES = ['Łukasz', '李雷', 'ਗੁਰਪ੍ਰੀਤ', 'محمد'];

test.each(NAMES)('a text to %s contains the whole name and takes at most three messages', (customerName) => {
  for (const text of [
    orderReceivedSms({ ...received, customerName }),
    orderReadySms({ ...order, customerName }),
    reservationSms({ ...table, customerName }),
    reservationChangedSms({ ...table, customerName, before: { ...table, time: '19:00' } }),
  ]) {
    expect(text).toContain(customerName);
    expect(countSmsSegments(text)).toBeLessThanOrEqual(3);
  }
});

test('a guest without a name is a Valued Customer, and a name cannot add a line', () => {
  expect(orderReadySms({ ...order, customerName: null })).toContain('Hi Valued Customer,');
  expect(orderReadySms({ ...order, orderId: 'A\n\nB' })).toContain('your order A B is ready');
});

test('no text message contains a link typed by a guest', () => {
  const customerName = 'evil.test/pay\nhttps://evil.test';
  const texts = [
    orderReceivedSms({ ...received, customerName }),
    orderPreparingSms({ ...order, customerName }, '6:35–6:45 p.m.'),
    orderReadySms({ ...order, customerName }),
    orderCancelledSms({ ...order, customerName, phone: '(902) 555-0123' }),
    orderRefundedSms({ ...order, customerName }, '$1.00', 'card'),
    paymentReturnedSms(order.brandName, { customerName, money: '$1.00', paidTwice: null }),
    paymentLinkSms({ ...order, customerName, total: cents(100), currency: 'CAD', paymentUrl: 'https://s.test/p/1' }),
    reservationSms({ ...table, customerName }),
    reminderSms({ ...table, customerName, isAnswerable: true }),
    reservationCancelledSms({ ...table, customerName, phone: '(902) 555-0123' }),
    reservationChangedSms({ ...table, customerName, before: { ...table, time: '19:00' } }),
  ];
  for (const text of texts) expect(text).not.toMatch(/evil\.test|\/\/evil|\n/);
});

test('a payment link must be a web address', () => {
  expect(() => paymentLinkSms({ ...order, total: cents(100), currency: 'CAD', paymentUrl: 'javascript:1' })).toThrow(
    RangeError,
  );
});
