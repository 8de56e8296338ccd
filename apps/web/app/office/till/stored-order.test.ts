import { addToCart, toOpenCartLine, type CartLine } from '@tiffin/domain/cart';
import { cents } from '@tiffin/domain/core';
import { DEFAULT_HEAT_LEVELS } from '@tiffin/domain/menu';
import { expect, test } from 'vitest';
import { storedOrderText, isStarted, readStoredOrder, withSent, type StoredOrder } from './stored-order.ts';
import { priya } from '../../testing/restaurant.ts';
import { emptyTill, changedPrices, withTillCart, type Till, type TillDiscount } from './till.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 20, 22);
const reader = { uid: 'u-staff', now: AT + HOUR, locationIds: ['truro', 'new-glasgow'], home: 'truro' };

function cart(): readonly CartLine[] {
  const dish = {
    id: 'korma',
    name: 'Korma',
    price: cents(1599),
    category: 'curries',
    description: 'Mild',
    image: null,
  };
  const added = addToCart([], { ...dish, isAvailable: true, maxQuantity: 10 }, DEFAULT_HEAT_LEVELS[2] ?? null, 3);
  if (!added.ok) throw new Error(added.error.message);
  return added.value;
}

const till: Till = {
  ...withTillCart(emptyTill('new-glasgow'), cart()),
  wantedType: 'delivery',
  phone: '(902) 555-0161',
  name: ' Priya ',
  email: 'priya@example.com',
  regular: priya,
  found: [priya],
  lookup: 'done',
  address: '1 Elm St',
  deliveryInstructions: 'Ring twice',
  tableNumber: '7',
  partySize: '3',
  specialInstructions: 'No nuts ',
  tip: { kind: 'other', dollars: '2.5' },
  payment: 'link',
};

const order: StoredOrder = {
  till,
  step: 'ticket',
  linksOut: [],
  key: 'k1',
  sent: { call: 'createAdminPaymentLink', bodies: ['{"orderData":{}}'] },
};

test('restores a stored draft with its key and with what was sent under it', () => {
  expect(readStoredOrder(storedOrderText('u-staff', AT, order), reader)).toEqual(order);
});

test('restores an order with an open payment link, unless the person does not work at its location', () => {
  const link = { sessionId: 's1', paymentUrl: 'http://localhost/pay/s1', total: 11.4, till };
  const away = { ...link, sessionId: 's2', till: { ...till, locationId: 'closed' } };
  const stored = storedOrderText('u-staff', AT, { ...order, linksOut: [link, away] });
  expect(readStoredOrder(stored, reader)?.linksOut).toEqual([link]);
});

test('restores open items and discounts, and reads drafts stored without them', () => {
  const cake = toOpenCartLine({ name: 'Cake', price: cents(4000), taxClass: 'liquor', isCooked: false }, 2);
  const gift: TillDiscount = {
    id: 'g1',
    kind: 'price-match',
    cartKey: cake.cartKey,
    percent: null,
    amount: null,
    price: cents(3000),
    reason: 'promised',
    note: 'By phone',
  };
  const typed = { ...order, till: { ...withTillCart(till, [...cart(), cake]), given: [gift] } };
  expect(readStoredOrder(storedOrderText('u-staff', AT, typed), reader)).toEqual(typed);
  const off = { ...gift, kind: 'discount' as const, cartKey: null, price: null };
  const provided = [
    { ...off, percent: 10 },
    { ...off, amount: cents(500) },
  ];
  const less = { ...order, till: { ...till, given: provided } };
  expect(readStoredOrder(storedOrderText('u-staff', AT, less), reader)).toEqual(less);
  const before = storedOrderText('u-staff', AT, order).replace(',"given":[]', '');
  expect(before).not.toContain('given');
  expect(readStoredOrder(before, reader)).toEqual(order);
});

test.each([
  ['of another person', storedOrderText('u-other', AT, order), reader],
  ['of an earlier shift', storedOrderText('u-staff', AT - 12 * HOUR, order), reader],
  ['that is none', '[]', reader],
  ['that broke off', '{"uid":"u-staff"', reader],
  ['never stored', null, reader],
])('discards a stored order: %s', (_case, stored, who) => {
  expect(readStoredOrder(stored, who)).toBeNull();
});

test('restores a draft until the shift ends', () => {
  expect(readStoredOrder(storedOrderText('u-staff', AT - 11 * HOUR, order), reader)).toEqual(order);
});

test('discards the draft of a location the person takes no orders for, but remembers what was sent', () => {
  const stored = readStoredOrder(storedOrderText('u-staff', AT, order), { ...reader, locationIds: ['truro'] });
  expect(stored).toEqual({ ...order, till: emptyTill('truro'), step: 'menu' });
});

test('discards a draft that another version of the page stored, but remembers what was sent', () => {
  const stored = storedOrderText('u-staff', AT, order).replace('"format":1,', '');
  const sent = { key: order.key, sent: order.sent };
  expect(readStoredOrder(stored, reader)).toEqual({ ...sent, till: emptyTill('truro'), step: 'menu', linksOut: [] });
});

test.each<[string, Partial<Till>, boolean]>([
  ['nothing', {}, false],
  ['another place alone', { locationId: 'new-glasgow' }, false],
  ['a name', { name: 'Asha' }, true],
  ['a tip', { tip: { kind: 'percent', percent: 10 } }, true],
  ['link', { payment: 'link' }, true],
  ['delivery', { wantedType: 'delivery' }, true],
  ['a dish', { carts: { truro: cart() } }, true],
])('with %s chosen, the order counts as started: %s', (_case, chosen, started) => {
  expect(isStarted({ ...emptyTill('truro'), ...chosen })).toBe(started);
});

test('an order in which nothing was chosen has not begun after a reload either', () => {
  const text = storedOrderText('u-staff', AT, { ...order, till: emptyTill('truro') });
  const read = readStoredOrder(text, reader);
  expect(read && isStarted(read.till)).toBe(false);
});

test('remembers each body sent under a key once, and only for the call it was sent to', () => {
  const first = withSent({ key: 'k1', sent: null }, 'createAdminOrderCash', 'a');
  const again = withSent(first, 'createAdminOrderCash', 'a');
  const changed = withSent(again, 'createAdminOrderCash', 'b');
  expect(again).toEqual(first);
  expect(changed).toEqual({ key: 'k1', sent: { call: 'createAdminOrderCash', bodies: ['a', 'b'] } });
  expect(withSent(changed, 'createAdminPaymentLink', 'c').sent).toEqual({
    call: 'createAdminPaymentLink',
    bodies: ['c'],
  });
});

test('reports a price that changed since the dish was chosen', () => {
  const now = cart().map((line) => ({ ...line, price: cents(1699) }));
  expect(changedPrices(cart(), now)).toEqual([
    { kind: 'price', cartKey: 'korma-hot', name: 'Korma', was: 1599, now: 1699 },
  ]);
  expect(changedPrices(cart(), cart())).toEqual([]);
});
