import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import type { CartLine } from '../cart/line.ts';
import type { StaffDiscount } from '../pricing/staff-discounts.ts';
import { afterFailedFetch, CONFIRMATION_TITLES, confirmationPlan, GAVE_UP_POLLING } from './confirmation.ts';
import { matchesOrder } from './list.ts';
import { toCashPayload, toOrderPayload, toTillPayload, type OrderDraft } from '../cart/order-payload.ts';
import {
  COLLECT_CASH,
  collectedPaymentMethod,
  collectsCash,
  confirmationBadge,
  isCompletedUnpaid,
  isPaid,
  boardPaymentStatus,
  receiptState,
  showsPaymentButton,
  type PayingOrder,
} from './payment-view.ts';
import { ORDER_STATUSES } from './statuses.ts';

const paying = (more: Partial<PayingOrder>): PayingOrder => ({
  status: 'pending',
  paymentStatus: 'unpaid',
  paymentMethod: 'cash',
  orderType: 'pickup',
  adminCreated: false,
  ...more,
});

test.each(ORDER_STATUSES)('the payment button of an order that is %s [A-BOARD-17] [A-BOARD-18]', (status) => {
  const open = status !== 'completed' && status !== 'cancelled';
  expect(showsPaymentButton({ status, paymentStatus: 'pending' })).toBe(open);
  expect(showsPaymentButton({ status, paymentStatus: 'unpaid' })).toBe(open);
  expect(showsPaymentButton({ status, paymentStatus: 'paid' })).toBe(false);
  expect(showsPaymentButton({ status, paymentStatus: 'failed' })).toBe(false);
  expect(showsPaymentButton({ status, paymentStatus: 'refunded' })).toBe(false);
});

test.each(ORDER_STATUSES)('an order that is %s counts as still unpaid only if it was completed unpaid', (status) => {
  for (const paymentStatus of ['pending', 'unpaid'] as const) {
    expect(isCompletedUnpaid({ status, paymentStatus })).toBe(status === 'completed');
  }
  expect(isCompletedUnpaid({ status, paymentStatus: 'paid' })).toBe(false);
});

test('a round that is served owes nothing by itself: its tab is paid', () => {
  const round = { paymentStatus: 'unpaid', tab: { label: 'Bar' } } as const;
  expect(showsPaymentButton({ ...round, status: 'ready' })).toBe(false);
  expect(isCompletedUnpaid({ ...round, status: 'completed' })).toBe(false);
});

test.each([
  ['[A-BOARD-20]', 'pending', 'cash', false, 'unpaid'],
  ['[A-BOARD-21]', 'unpaid', 'cash', false, 'unpaid'],
  ['[A-BOARD-21]', 'unpaid', 'card', true, 'unpaid'],
  ['[A-BOARD-22]', 'pending', 'cash', true, 'pending'],
  ['[A-BOARD-22]', 'pending', 'online', false, 'pending'],
  ['[A-BOARD-22]', 'paid', 'cash', false, 'paid'],
  ['[A-BOARD-22]', 'failed', 'online', false, 'failed'],
  ['(refunded)', 'refunded', 'online', false, 'refunded'],
] as const)(
  '%s payment %s by %s, made at the till: %s, shows as %s',
  (_fact, paymentStatus, paymentMethod, adminCreated, word) => {
    const order = { paymentStatus, paymentMethod, adminCreated };
    expect(boardPaymentStatus(order)).toBe(word);
    expect(collectsCash(order)).toBe(word === 'unpaid');
    expect(COLLECT_CASH).toBe('Collect Cash Payment');
  },
);

test.each([
  ['unpaid', 'card', false, 'cash'],
  ['pending', 'cash', false, 'cash'],
  ['pending', 'cash', true, 'cash'],
  ['pending', 'online', false, 'manual'],
  ['pending', 'card', true, 'manual'],
  ['pending', 'unknown', true, 'unknown'],
] as const)(
  'payment %s by %s, made at the till: %s, is collected at the board as %s',
  (paymentStatus, paymentMethod, adminCreated, method) => {
    expect(collectedPaymentMethod({ paymentStatus, paymentMethod, adminCreated })).toBe(method);
  },
);

test.each([
  ['paid', true],
  ['pending', false],
  ['unpaid', false],
  ['failed', false],
  ['refunded', false],
] as const)(
  'only a payment confirmed by the server makes an order paid: %s, %s [C-CONF-06]',
  (paymentStatus, expected) => {
    expect(isPaid({ paymentStatus })).toBe(expected);
  },
);

test.each([
  [{ paymentStatus: 'paid' }, 'PAID'],
  [{ paymentStatus: 'paid', paymentMethod: 'online' }, 'PAID'],
  [{}, 'CASH ON PICKUP'],
  [{ orderType: 'delivery' }, 'CASH ON DELIVERY'],
  [{ orderType: 'dine-in', paymentStatus: 'pending' }, 'CASH ON DINE-IN'],
  [{ paymentMethod: 'online', paymentStatus: 'pending' }, 'PAYMENT PENDING'],
  [{ paymentMethod: 'online', paymentStatus: 'failed' }, 'PAYMENT FAILED'],
  [{ paymentStatus: 'refunded' }, 'PAYMENT REFUNDED'],
  [{ status: 'cancelled' }, 'CANCELLED'],
  [{ status: 'cancelled', paymentMethod: 'online', paymentStatus: 'pending' }, 'CANCELLED'],
  [{ status: 'cancelled', paymentStatus: 'paid' }, 'PAID'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'PAYMENT REFUNDED'],
] as const)('the badge of %j is %s', (more, badge) => {
  expect(confirmationBadge(paying(more))).toBe(badge);
});

test.each([
  [{ paymentStatus: 'pending' }, 'PAY AT PICKUP'],
  [{ paymentStatus: 'unpaid' }, 'PAY AT PICKUP'],
  [{ orderType: 'delivery' }, 'PAY ON DELIVERY'],
  [{ orderType: 'dine-in' }, 'PAY AT TABLE'],
  [{ paymentStatus: 'paid', status: 'completed' }, 'PAID'],
  [{ paymentStatus: 'failed', paymentMethod: 'online' }, 'PAYMENT FAILED'],
  [{ paymentStatus: 'pending', paymentMethod: 'online' }, 'PAYMENT PENDING'],
  [{ status: 'cancelled' }, 'CANCELLED'],
  [{ status: 'cancelled', paymentStatus: 'paid' }, 'CANCELLED'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'REFUNDED'],
] as const)('the receipt of %j reads %s', (more, text) => {
  expect(receiptState(paying(more))).toBe(text);
});

test.each([
  [{ orderId: 'TRU-1' }, { do: 'fetch', orderId: 'TRU-1', state: 'loading' }],
  [
    { orderId: 'TRU-1', sessionId: 's', handedOrderId: 'TRU-2' },
    { do: 'fetch', orderId: 'TRU-1', state: 'loading' },
  ],
  [
    { orderId: 'pending', sessionId: 's' },
    { do: 'poll', sessionId: 's', state: 'processing' },
  ],
  [
    { orderId: null, sessionId: 's', handedOrderId: 'TRU-2' },
    { do: 'poll', sessionId: 's', state: 'processing' },
  ],
  [{ handedOrderId: 'TRU-2' }, { do: 'show', state: 'confirmed' }],
  [{}, { do: 'nothing', state: 'not-found', message: 'No order information available' }],
  [
    { orderId: '', sessionId: '', handedOrderId: '' },
    { do: 'nothing', state: 'not-found', message: 'No order information available' },
  ],
  [{ handedOrderId: 'pending' }, { do: 'nothing', state: 'not-found', message: 'No order information available' }],
])('opened with %j the confirmation page plans %j [C-CONF-22]', (entry, plan) => {
  expect(confirmationPlan(entry)).toEqual(plan);
});

test('with only a payment session the page shows Processing', () => {
  expect(CONFIRMATION_TITLES[confirmationPlan({ sessionId: 's' }).state]).toBe('Processing Your Order');
});

test.each([
  [{ orderId: 'TRU-1', handedOrderId: 'TRU-1' }, 0, 'confirmed'],
  [{ orderId: 'TRU-1', handedOrderId: 'TRU-1' }, 503, 'confirmed'],
  [{ orderId: 'TRU-1', handedOrderId: 'TRU-1' }, 401, 'not-found'],
  [{ orderId: 'TRU-1', handedOrderId: 'TRU-1' }, 403, 'not-found'],
  [{ orderId: 'TRU-1', handedOrderId: 'TRU-1' }, 404, 'not-found'],
  [{ orderId: 'TRU-1' }, 0, 'not-found'],
])('when the request for %j fails with %i the page is %s [C-CONF-17]', (entry, status, state) => {
  expect(afterFailedFetch(entry, status)).toBe(state);
});

test('the page has four states, and a destination if the order does not appear', () => {
  expect(Object.values(CONFIRMATION_TITLES)).toEqual([
    'Loading order details...',
    'Order Not Found',
    'Processing Your Order',
    'Order Confirmed!',
  ]);
  expect(GAVE_UP_POLLING).toEqual({
    to: '/dashboard',
    message: 'Your payment was successful. Your order is being processed - check your order history.',
    signedOutMessage: 'Your payment was successful. Your order is being processed.',
  });
});

const found = (phone: string) => ({
  orderId: 'TRU-20261120-7KQ4M',
  customer: { name: 'Priya Sharma', email: 'priya@example.com', phone },
});

test.each([
  ['', true],
  ['  ', true],
  ['7kq4m', true],
  ['TRU-20261120', true],
  ['priya', true],
  ['SHARMA', true],
  ['example.com', true],
  ['+1902555', true],
  ['902 555-01', true],
  ['(902) 555', true],
  ['555 0124', false],
  ['---', false],
  ['nobody', false],
  ['a 902', false],
  ['902 a', false],
])('searching "%s" finds the order: %s', (search, answer) => {
  expect(matchesOrder(found('+19025550123'), search)).toBe(answer);
});

test('a phone number is found by its digits in any format', () => {
  expect(matchesOrder(found('(902) 555-0123'), '9025550')).toBe(true);
  expect(matchesOrder(found('(902) 555-0123'), '+1 902')).toBe(false);
});

const cartLine: CartLine = {
  cartKey: 'naan-default',
  id: 'naan',
  name: 'Garlic Naan',
  price: cents(350),
  quantity: 2,
  maxQuantity: 10,
  category: 'breads',
  description: '',
  image: null,
  spice: null,
};
const draft: OrderDraft = {
  customer: { name: ' Priya ', email: 'priya@example.com', phone: '+19025550123' },
  userId: null,
  lines: [cartLine],
  location: {
    id: 'truro',
    name: 'Truro Heights',
    address: '395 Truro Heights Road',
    phone: '902-555-0100',
    postalCode: 'B2N 1A1',
  },
  orderType: 'pickup',
  price: {
    subtotal: cents(700),
    tax: cents(98),
    tip: cents(50),
    total: cents(848),
    taxRate: rate(14_000),
    taxLabel: 'HST',
  },
};
const table = { tableNumber: '7', partySize: 4 };
const home = { address: '1 Main St', deliveryInstructions: 'ring' };

test('the payload contains customer, items, location, type, tip and pricing in dollars', () => {
  expect(toOrderPayload({ ...draft, userId: 'u1' }, 'cash')).toEqual({
    customerInfo: { name: 'Priya', email: 'priya@example.com', phone: '+19025550123', firebaseId: 'u1' },
    items: [
      {
        id: 'naan',
        menuItemId: 'naan',
        name: 'Garlic Naan',
        price: 3.5,
        quantity: 2,
        category: 'breads',
        selectedSpiceLevel: 1,
      },
    ],
    locationInfo: draft.location,
    orderType: 'pickup',
    tipAmount: 0.5,
    pricing: { subtotal: 7, tax: 0.98, tip: 0.5, total: 8.48, taxRate: 0.14 },
    paymentMethod: 'cash',
  });
});

test.each([
  [
    { ...home, ...table, orderType: 'delivery' as const },
    { deliveryInfo: { address: '1 Main St', instructions: 'ring' } },
  ],
  [{ ...home, ...table }, {}],
  [{ ...home, ...table, orderType: 'dine-in' as const }, { tableInfo: { tableNumber: '7', partySize: 4 } }],
  [{ orderType: 'dine-in' as const }, { tableInfo: { partySize: 1 } }],
  [{ specialInstructions: ' no onions ' }, { specialInstructions: 'no onions' }],
  [{ specialInstructions: '  ' }, {}],
  [{ orderType: 'delivery' as const, address: ' ', deliveryInstructions: '' }, { deliveryInfo: {} }],
])('a draft with %j also sends %j', (more, expected) => {
  const { deliveryInfo, tableInfo, specialInstructions } = toOrderPayload({ ...draft, ...more });
  const sent = { deliveryInfo, tableInfo, specialInstructions };
  expect(JSON.parse(JSON.stringify(sent))).toEqual(expected);
});

test('a delivery sends all known address fields, and only a pickup sends the car', () => {
  const existing = {
    ...home,
    postalCode: ' B2N 1A1 ',
    zoneName: 'Bible Hill',
    point: { lat: 45.36, lng: -63.28 },
    vehicle: 'Blue Honda',
    wantedFor: '2026-11-20T22:00:00.000Z',
  };
  const sent = toOrderPayload({ ...draft, ...existing, orderType: 'delivery' });
  expect(sent).toMatchObject({
    deliveryInfo: {
      address: '1 Main St',
      instructions: 'ring',
      postalCode: 'B2N 1A1',
      zoneName: 'Bible Hill',
      point: existing.point,
    },
    wantedFor: existing.wantedFor,
  });
  expect(sent.vehicle).toBeUndefined();
  expect(toOrderPayload({ ...draft, ...existing })).toMatchObject({ vehicle: 'Blue Honda' });
  const nowhere = toOrderPayload({ ...draft, ...home, point: null, orderType: 'delivery' });
  expect(nowhere.deliveryInfo).toEqual({ address: '1 Main St', instructions: 'ring' });
  expect(Object.keys(JSON.parse(JSON.stringify(toOrderPayload(draft))))).toEqual([
    'customerInfo',
    'items',
    'locationInfo',
    'orderType',
    'tipAmount',
    'pricing',
  ]);
});

test('the till’s payload numbers lines from one in discounts, and lists the sold-out dishes to sell anyway', () => {
  const action: StaffDiscount = {
    id: 'a',
    kind: 'comp',
    line: 0,
    percent: null,
    amount: null,
    price: null,
    reason: 'wait',
    note: '',
  };
  const payload = toTillPayload({
    ...draft,
    userId: 'u1',
    staffDiscounts: [action, { ...action, line: null }],
    sellAnyway: ['naan'],
  });
  const request = { kind: 'comp', reason: 'wait', note: '' };
  expect(payload).toMatchObject({
    customerInfo: { firebaseId: 'u1' },
    given: [
      { ...request, line: 1 },
      { ...request, line: null },
    ],
    sellAnyway: ['naan'],
  });
  const plain = toTillPayload(draft);
  expect(plain.given).toBeUndefined();
  expect(plain.sellAnyway).toBeUndefined();
  expect(plain.customerInfo).toEqual({ name: 'Priya', email: 'priya@example.com', phone: '+19025550123' });
});

test('a walk-in without email and phone number sends neither [A-ENT-18]', () => {
  const payload = toTillPayload({ ...draft, customer: { name: 'Walk In', email: '', phone: ' ' } });
  expect(payload.customerInfo).toEqual({ name: 'Walk In' });
  expect(payload).not.toHaveProperty('paymentMethod');
});

test('the cash payload adds the confirmation and the final total [A-ENT-19]', () => {
  const payload = toTillPayload(draft);
  expect(toCashPayload(payload, cents(848))).toEqual({ ...payload, cashConfirmed: true, finalTotal: 8.48 });
});
