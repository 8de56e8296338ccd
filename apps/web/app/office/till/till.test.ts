import { addToCart, type Cart, toTillPayload } from '@tiffin/domain/cart';
import { cents } from '@tiffin/domain/core';
import { DEFAULT_HEAT_LEVELS, DEFAULT_TILL_HEAT } from '@tiffin/domain/menu';
import { tillPayload } from '@tiffin/contract/order/order-request';
import { defaultHeatGroup } from '@tiffin/domain/options';
import { likelyCashAmounts, NO_TIP } from '@tiffin/domain/pricing';
import { expect, test } from 'vitest';
import {
  tillProblems,
  hasSomethingToChoose,
  tillCart,
  cartAtCurrentMenu,
  emptyTill,
  canSell,
  orderDraft,
  tipChoice,
  tillOrderType,
  withTillCart,
  withLookupResult,
  type Dish,
  type TillLocation,
  type KnownCustomer,
  type Till,
} from './till.ts';
import { priya } from '../../testing/restaurant.ts';
import { truro } from '../../testing/samples.ts';
import { priceOrder } from './price-order.ts';

const dish = (changes: Partial<Dish> = {}): Dish => ({
  id: 'butter-chicken',
  name: 'Butter Chicken',
  price: cents(1749),
  category: 'non-veg-curries',
  description: '',
  image: null,
  isAvailable: true,
  maxQuantity: 10,
  heat: 'medium',
  isVegetarian: false,
  isVegan: false,
  isGlutenFree: false,
  allergens: [],
  ...changes,
});

const place: TillLocation = { ...truro, hours: null };

function cartWith(quantity: number): Cart {
  const added = addToCart([], dish(), DEFAULT_TILL_HEAT, quantity);
  if (!added.ok) throw new Error(added.error.message);
  return added.value;
}

function payloadOf(till: Till, cart: Cart = cartWith(2)) {
  return toTillPayload(
    orderDraft(till, place, {
      cart,
      price: priceOrder(cart, place, { tip: tipChoice(till.tip), given: till.given }).price,
      promoCode: null,
    }),
  );
}

test('a new till starts with a party of one [A-NEW-58]', () => {
  expect(emptyTill('truro').partySize).toBe('1');
});

test.each([
  ['cash', undefined],
  ['account', true],
] as const)('with payment %s, “leave at the door” is sent as %s', (payment, leaveAtDoor) => {
  const till: Till = { ...emptyTill('truro'), wantedType: 'delivery', leaveAtDoor: true, payment };
  expect(payloadOf(till).deliveryInfo?.leaveAtDoor).toBe(leaveAtDoor);
});

test('a new till starts with pickup, one guest, no tip and cash [A-LIMIT-13]', () => {
  expect(emptyTill('truro')).toMatchObject({
    wantedType: 'pickup',
    partySize: '1',
    tip: { kind: 'none' },
    payment: 'cash',
    carts: {},
  });
});

test.each([
  ['delivery', ['pickup'], 'pickup'],
  ['dine-in', ['pickup', 'delivery'], 'pickup'],
  ['delivery', ['pickup', 'delivery'], 'delivery'],
  ['dine-in', ['pickup', 'dine-in'], 'dine-in'],
] as const)('%s at a location that offers %j becomes %s [A-NEW-50]', (wantedType, services, type) => {
  const till = { ...emptyTill('x'), wantedType };
  const location = { ...place, services: [...services] };
  expect(tillOrderType(till, location)).toBe(type);
  const { price } = priceOrder([], location, { tip: NO_TIP });
  expect(orderDraft(till, location, { cart: [], price, promoCode: null }).orderType).toBe(type);
});

test('a 15 percent tip applies to subtotal plus tax, and tax to the subtotal only [A-NEW-60] [A-LIMIT-10]', () => {
  const price = priceOrder(cartWith(2), place, { tip: tipChoice({ kind: 'percent', percent: 15 }) }).price;
  expect(price).toMatchObject({ subtotal: 3498, tax: 490, tip: 598, total: 4586 });
  expect(priceOrder(cartWith(2), place, { tip: NO_TIP }).price).toMatchObject({ tip: 0, total: 3988 });
});

test.each([
  ['', 0],
  ['2.5', 250],
  ['-3', 0],
  ['0.01', 1],
  ['abc', 0],
])('a custom tip of %j is %i cents [A-NEW-59]', (dollars, amount) => {
  expect(tipChoice({ kind: 'other', dollars })).toEqual({ kind: 'amount', amount });
});

test('each location has its own draft [A-LIMIT-15]', () => {
  const till = withTillCart(emptyTill('truro'), cartWith(2));
  expect(tillCart(till)).toHaveLength(1);
  expect(tillCart({ ...till, locationId: 'new-glasgow' })).toEqual([]);
});

test('a line has a dish and a heat level, and sends its id, the level and its name [A-ENT-20]', () => {
  const [line] = cartWith(2);
  const medium = DEFAULT_HEAT_LEVELS[1];
  expect(line).toEqual({
    id: 'butter-chicken',
    name: 'Butter Chicken',
    price: 1749,
    quantity: 2,
    maxQuantity: 10,
    category: 'non-veg-curries',
    description: '',
    image: null,
    spice: medium,
    cartKey: 'butter-chicken-medium',
  });
  expect(medium).toMatchObject({ level: 2, id: 'medium', name: 'Medium', description: expect.any(String) });
  // Availability comes from the menu, which is loaded again.
  expect(cartAtCurrentMenu(cartWith(2), [dish({ isAvailable: false })]).unavailable.has('butter-chicken-medium')).toBe(
    true,
  );
  expect(payloadOf({ ...emptyTill('truro'), name: 'Asha' }).items[0]).toMatchObject({
    id: 'butter-chicken',
    price: 17.49,
    quantity: 2,
    selectedSpiceLevel: 2,
    spiceLevelName: 'Medium',
  });
});

test('the same dish with another heat level is another line [A-LIMIT-18]', () => {
  const hot = DEFAULT_HEAT_LEVELS[2] ?? null;
  const both = addToCart(cartWith(1), dish(), hot, 1);
  expect(both.ok && both.value.map((line) => line.cartKey)).toEqual(['butter-chicken-medium', 'butter-chicken-hot']);
});

test('the draft follows the menu’s prices, names and availability', () => {
  const cart = cartWith(1);
  const renamed = cartAtCurrentMenu(cart, [dish({ name: 'Murgh Makhani', price: cents(1800) })]);
  expect(renamed.cart[0]).toMatchObject({ name: 'Murgh Makhani', price: 1800 });
  expect(renamed.unavailable.size).toBe(0);
  expect([...cartAtCurrentMenu(cart, [dish({ isAvailable: false })]).unavailable.keys()]).toEqual([
    'butter-chicken-medium',
  ]);
  expect([...cartAtCurrentMenu(cart, []).unavailable]).toEqual([['butter-chicken-medium', null]]);
  const lunch = dish({ isAvailable: false, served: 'Lunch, 11:30 a.m. to 3:00 p.m.' });
  expect([...cartAtCurrentMenu(cart, [lunch]).unavailable.values()]).toEqual([
    'sold only at Lunch, 11:30 a.m. to 3:00 p.m.',
  ]);
  expect(cartAtCurrentMenu(cart, null).unavailable.size).toBe(0);
});

test('a dish without heat levels opens no dialog', () => {
  expect([hasSomethingToChoose(dish({ heats: defaultHeatGroup() })), hasSomethingToChoose(dish())]).toEqual([
    true,
    false,
  ]);
});

test('sends only the fields of the order', () => {
  const till: Till = {
    ...emptyTill('truro'),
    name: ' Asha ',
    address: '1 Elm St',
    tableNumber: '4',
    partySize: '3',
    specialInstructions: '  ',
  };
  expect(payloadOf(till).deliveryInfo).toBeUndefined();
  expect(payloadOf(till).tableInfo).toBeUndefined();
  expect(payloadOf(till)).not.toHaveProperty('specialInstructions');
  expect(payloadOf(till).customerInfo).toEqual({ name: 'Asha' });
  expect(payloadOf({ ...till, wantedType: 'delivery' }).deliveryInfo).toEqual({ address: '1 Elm St' });
  expect(payloadOf({ ...till, wantedType: 'dine-in' }).tableInfo).toEqual({ tableNumber: '4', partySize: 3 });
});

test.each<[string, Partial<Till>, object]>([
  ['nothing wrong', { name: 'Asha' }, {}],
  [
    'half a phone number',
    { name: 'Asha', phone: '90255' },
    { phone: 'Please enter a valid phone number (10+ digits)' },
  ],
  ['no email', { name: 'Asha', email: 'x' }, { email: 'Please enter a valid email address' }],
  [
    'nowhere to go',
    { name: 'Asha', wantedType: 'delivery' },
    { address: 'Delivery address is required for delivery orders' },
  ],
  ['no name at the counter', { name: ' ' }, {}],
  ['no name of a caller', { name: ' ', phone: '9025550123' }, { name: 'Customer name is required' }],
  ['one letter', { name: 'A' }, { name: 'Name must be at least 2 characters' }],
  ['an endless name', { name: 'A'.repeat(50) }, { name: 'Name must be less than 50 characters' }],
  [
    'an endless email',
    { name: 'Asha', email: `${'a'.repeat(90)}@example.com` },
    { email: 'Email address is too long' },
  ],
  ['an endless number', { name: 'Asha', phone: '+4912345678901234' }, { phone: 'Phone number is too long' }],
  [
    'nowhere anybody finds',
    { name: 'Asha', wantedType: 'delivery', address: '12345' },
    { address: 'Please enter the full delivery address: street, number and town' },
  ],
  [
    'a letter to the kitchen',
    { name: 'Asha', specialInstructions: 'n'.repeat(501) },
    { specialInstructions: 'Special instructions must be at most 500 characters' },
  ],
  ['no table', { name: 'Asha', wantedType: 'dine-in' }, { table: 'Give the table number, or choose ‘No table yet’' }],
  ['an explicit “no table yet”', { name: 'Asha', wantedType: 'dine-in', noTable: true }, {}],
  ['table 0', { name: 'Asha', wantedType: 'dine-in', tableNumber: '0' }, { table: 'Table number must be at least 1' }],
  [
    'a party of none',
    { name: 'Asha', wantedType: 'dine-in', noTable: true, partySize: '0' },
    { partySize: 'Please specify a valid party size (1-20 people)' },
  ],
])('shows field errors for: %s [C-ORDER-09]', (_, changes, fields) => {
  const till = { ...emptyTill('truro'), ...changes };
  const order = payloadOf(till);
  expect(tillProblems(order, till)).toEqual(fields);
  // The table number is a rule of the till only, not of the schema.
  const messages = tillPayload.safeParse(order).error?.issues.map(({ message }) => message) ?? [];
  expect(Object.values(fields).filter((words) => !/^(?:Table|Give the table) number/.test(words))).toEqual(messages);
});

test.each([
  [11005, [11500, 12000, 15000]],
  [4495, [4500, 5000, 6000]],
  [2000, [5000]],
  [5, [500, 2000, 5000]],
])('suggests for %i cents the amounts %j', (due, amounts) => {
  expect(likelyCashAmounts(cents(due))).toEqual(amounts);
});

const filled = { regular: priya, name: priya.name, email: priya.email };

test.each<[string, Partial<Till>, readonly KnownCustomer[], Partial<Till>]>([
  ['a certain match fills in the empty fields', {}, [priya], filled],
  ['the same name typed already', { name: 'Priya Sharma ' }, [priya], filled],
  [
    'another name stays, and whose order it is stays open',
    { name: 'Bo Counter' },
    [priya],
    { regular: null, email: '' },
  ],
  ['another address stays', { email: 'bo@example.com' }, [priya], { regular: null, name: '' }],
  ['a possible match fills in nothing', {}, [{ ...priya, isConfirmed: false }], { regular: null, name: '' }],
])('after a phone lookup: %s [A-NEW-06]', (_case, typed, found, then) => {
  const before = { ...emptyTill('truro'), ...typed };
  expect(withLookupResult(before, found)).toEqual({ ...before, found, lookup: 'done', ...then });
});

test('the till sells a sold-out dish, but not outside its daypart', () => {
  const removed = { isAvailable: false, soldOut: true as const };
  expect([canSell(dish(removed)), canSell(dish({ ...removed, served: 'Lunch, 11:30 a.m. to 3:00 p.m.' }))]).toEqual([
    true,
    false,
  ]);
});
