import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { DEFAULT_HEAT_LEVELS } from '../menu/spice.ts';
import { addToCart, removeFromCart, setQuantity } from './cart.ts';
import { type Cart, type CartDish, type CartLine, EMPTY_CART } from './line.ts';
import { CART_TEXTS, MAX_CART_LINES, MAX_CART_QUANTITY, cartQuantity, cartLimitProblem } from './quantity-limits.ts';
import { cartKey, toLimitedLine } from './choices.ts';
import { mergeCarts } from './merge.ts';
import { reconcileCart } from './reconcile.ts';

const [mild, medium, hot] = DEFAULT_HEAT_LEVELS;
const curry: CartDish = {
  id: 'butter-chicken',
  name: 'Butter Chicken',
  price: cents(1695),
  category: 'non-veg-curries',
  description: 'Tomato and cream',
  image: null,
  isAvailable: true,
};
const naan: CartDish = { ...curry, id: 'naan', name: 'Garlic Naan', price: cents(350), maxQuantity: 6 };
const dishes = (count: number, each: number): Cart =>
  Array.from({ length: count }, (_, i) => i).reduce<Cart>((cart, i) => {
    const added = addToCart(cart, { ...curry, id: `dish-${i}` }, null, each);
    return added.ok ? added.value : cart;
  }, EMPTY_CART);

test.each([
  ['butter-chicken', medium ?? null, 'butter-chicken-medium'],
  ['lassi', null, 'lassi-default'],
])('the key of %s with %j is %s [C-CART-02]', (id, spice, key) => {
  expect(cartKey(id, spice)).toBe(key);
});

test('a line contains the dish, quantity, key, spice level, maximum and price [C-CART-01]', () => {
  const added = addToCart(EMPTY_CART, curry, hot ?? null, 2);
  expect(added.ok && added.value).toEqual([
    {
      cartKey: 'butter-chicken-hot',
      id: 'butter-chicken',
      name: 'Butter Chicken',
      price: 1695,
      quantity: 2,
      maxQuantity: 10,
      category: 'non-veg-curries',
      description: 'Tomato and cream',
      image: null,
      spice: hot,
    },
  ]);
});

test('the same dish with the same spice level adds to its line; another level is another line', () => {
  const once = addToCart(EMPTY_CART, curry, mild ?? null);
  const twice = addToCart(once.ok ? once.value : [], { ...curry, price: cents(1795) }, mild ?? null, 3);
  const both = addToCart(twice.ok ? twice.value : [], curry, hot ?? null);
  expect(both.ok && both.value.map((line) => [line.cartKey, line.quantity, line.price])).toEqual([
    ['butter-chicken-mild', 4, 1795],
    ['butter-chicken-hot', 1, 1695],
  ]);
});

test.each([
  [dishes(5, 10), curry, 1, 'Maximum 50 total items allowed in cart'],
  [dishes(4, 10), { ...curry, maxQuantity: 99 }, 11, 'Maximum 50 total items allowed in cart'],
  [dishes(20, 1), curry, 1, 'Maximum 20 different items allowed in cart'],
  [EMPTY_CART, curry, 11, 'Maximum 10 items allowed for Butter Chicken'],
  [EMPTY_CART, naan, 7, 'Maximum 6 items allowed for Garlic Naan'],
  [dishes(1, 10), { ...curry, id: 'dish-0' }, 1, 'Maximum 10 items allowed for Butter Chicken'],
  [EMPTY_CART, { ...curry, isAvailable: false }, 1, 'Cannot add unavailable items to order'],
  [EMPTY_CART, curry, 0, 'Invalid request.'],
  [EMPTY_CART, curry, 1.5, 'Invalid request.'],
])('a cart of %j refuses %j × %d: %s', (cart, dish, quantity, text) => {
  const added = addToCart(cart, dish, null, quantity);
  expect(added.ok ? null : added.error.message).toBe(text);
});

test.each([
  [dishes(4, 10), curry, 10],
  [dishes(19, 1), curry, 1],
  [dishes(20, 1), { ...curry, id: 'dish-3' }, 1],
  [EMPTY_CART, naan, 6],
])('quantities up to the limits are accepted: %j', (cart, dish, quantity) => {
  const added = addToCart(cart, dish, null, quantity);
  expect(added.ok && cartQuantity(added.value)).toBe(cartQuantity(cart) + quantity);
});

const sent = (selectedSpiceLevel: number, quantity: number, maxQuantity = 10) =>
  toLimitedLine({ id: 'butter-chicken', name: 'Butter Chicken', quantity, selectedSpiceLevel }, maxQuantity);

test.each([
  ['just so many', [sent(1, 10)], null],
  ['one too many', [sent(1, 11)], 'Maximum 10 items allowed for Butter Chicken'],
  ['too many in two lines', [sent(1, 6), sent(1, 5)], 'Maximum 10 items allowed for Butter Chicken'],
  ['mild and hot', [sent(1, 10), sent(3, 10)], null],
  ['the limit of its menu', [sent(1, 30, 30)], null],
  ['more than its menu allows', [sent(1, 5, 4)], 'Maximum 4 items allowed for Butter Chicken'],
])('a sent order must respect the limits of a cart: %s [C-CART-09]', (_case, lines, text) => {
  expect(cartLimitProblem(lines)).toBe(text);
});

const two = dishes(2, 3);

test.each([
  ['0 removes the line', 0, [3], null],
  ['less than 0 removes the line', -2, [3], null],
  ['a smaller number is taken', 1, [1, 3], null],
  ['a broken number is rounded down', 2.9, [2, 3], null],
  ['a part of one is one', 0.5, [1, 3], null],
  ['an amount exactly at the limit is accepted', 10, [10, 3], null],
  ['more than the most of a dish becomes the most [C-CART-11]', 11, [10, 3], CART_TEXTS.perItem(10, 'Butter Chicken')],
  ['no number changes nothing', Number.NaN, [3, 3], null],
])('%s', (_case, quantity, quantities, reserved) => {
  const update = setQuantity(two, 'dish-0-default', quantity);
  expect(update.cart.map((line) => line.quantity)).toEqual(quantities);
  expect(update.limitMessage).toBe(reserved);
});

test('an update never raises the whole cart above its limit', () => {
  const update = setQuantity([...dishes(9, 5), ...dishes(10, 1).slice(9)], 'dish-9-default', 8);
  expect(update.limitMessage).toBe('Maximum 50 total items allowed in cart');
  expect(cartQuantity(update.cart)).toBe(MAX_CART_QUANTITY);
});

test('an unknown line changes nothing, and removing takes out one line', () => {
  expect(setQuantity(two, 'nobody', 5)).toEqual({ cart: two, limitMessage: null });
  expect(removeFromCart(two, 'dish-0-default').map((line) => line.id)).toEqual(['dish-1']);
  expect(removeFromCart(two, 'nobody')).toEqual(two);
});

test('any sequence of edits respects the limits and keeps keys unique', () => {
  const step = fc.record({
    add: fc.boolean(),
    id: fc.integer({ min: 0, max: 25 }).map((n) => `dish-${n}`),
    spice: fc.constantFrom(null, ...DEFAULT_HEAT_LEVELS),
    quantity: fc.integer({ min: -2, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let cart: Cart = EMPTY_CART;
      for (const { add, id, spice, quantity } of steps) {
        if (add) {
          const added = addToCart(cart, { ...curry, id }, spice, quantity);
          if (added.ok) cart = added.value;
        } else cart = setQuantity(cart, cartKey(id, spice), quantity).cart;
      }
      expect(cartQuantity(cart)).toBeLessThanOrEqual(MAX_CART_QUANTITY);
      expect(cart.length).toBeLessThanOrEqual(MAX_CART_LINES);
      expect(cart.every((line) => line.quantity >= 1 && line.quantity <= line.maxQuantity)).toBe(true);
      expect(new Set(cart.map((line) => line.cartKey)).size).toBe(cart.length);
    }),
  );
});

const line = (id: string, quantity = 1, more: Partial<CartLine> = {}): CartLine => ({
  cartKey: `${id}-default`,
  id,
  name: id.toUpperCase(),
  price: cents(1000),
  quantity,
  maxQuantity: 10,
  category: 'food',
  description: '',
  image: null,
  spice: null,
  ...more,
});
const lines = (count: number, quantity: number): Cart =>
  Array.from({ length: count }, (_, i) => line(`d${i}`, quantity));

test.each([
  [[], [], [], []],
  [[line('a', 2)], [], [['a', 2]], []],
  [[], [line('a', 2)], [['a', 2]], []],
  [
    [line('a', 2)],
    [line('b')],
    [
      ['a', 2],
      ['b', 1],
    ],
    [],
  ],
  [[line('a', 2)], [line('a', 3)], [['a', 3]], []],
  [[line('a', 5)], [line('a', 3)], [['a', 5]], []],
  [[line('a', 12)], [], [['a', 10]], ['A']],
])('%j and %j merge to %j and leave out %j', (first, second, expected, leftOut) => {
  const merged = mergeCarts(first, second);
  expect(merged.cart.map((each) => [each.id, each.quantity])).toEqual(expected);
  expect(merged.leftOut).toEqual(leftOut);
});

test('two merged carts respect the limits, and the result names what did not fit', () => {
  const many = mergeCarts(lines(20, 1), [line('extra')]);
  expect(many.cart).toHaveLength(20);
  expect(many.leftOut).toEqual(['EXTRA']);
  const full = mergeCarts(lines(9, 5), [line('more', 8), line('none', 1)]);
  expect(cartQuantity(full.cart)).toBe(50);
  expect(full.cart.at(-1)).toMatchObject({ id: 'more', quantity: 5 });
  expect(full.leftOut).toEqual(['MORE', 'NONE']);
});

const anyCart = fc
  .uniqueArray(fc.record({ id: fc.stringMatching(/^[a-f]{1,2}$/), quantity: fc.integer({ min: 1, max: 10 }) }), {
    selector: (each) => each.id,
    maxLength: 5,
  })
  .map((all) => all.map(({ id, quantity }) => line(id, quantity)));

test('merging a cart with itself or merging again changes nothing', () => {
  fc.assert(
    fc.property(anyCart, anyCart, (first, second) => {
      expect(mergeCarts(first, first).cart).toEqual(first);
      const { cart } = mergeCarts(first, second);
      expect(mergeCarts(cart, second).cart).toEqual(cart);
      expect(cartQuantity(cart)).toBeLessThanOrEqual(50);
    }),
  );
});

const dish = (id: string, more: Partial<CartDish> = {}): [string, CartDish] => [
  id,
  {
    id,
    name: id.toUpperCase(),
    price: cents(1000),
    category: 'food',
    description: '',
    image: null,
    isAvailable: true,
    ...more,
  },
];

test('a cart that matches the menu stays the same without a message', () => {
  const cart = [line('a', 2), line('b')];
  expect(reconcileCart(cart, new Map([dish('a'), dish('b')]))).toEqual({ cart, changes: [] });
});

test('a new price is applied with a message; a new name or photo without one', () => {
  const menu = new Map([
    dish('a', { price: cents(1100), name: 'New A' }),
    dish('b', { image: '/b.avif', category: 'x', description: 'y' }),
  ]);
  expect(reconcileCart([line('a', 2), line('b')], menu)).toEqual({
    cart: [
      line('a', 2, { price: cents(1100), name: 'New A' }),
      line('b', 1, { image: '/b.avif', category: 'x', description: 'y' }),
    ],
    changes: [{ kind: 'price', cartKey: 'a-default', name: 'New A', was: 1000, now: 1100 }],
  });
});

test('removed and sold-out dishes leave the cart, with a message that names them', () => {
  const menu = new Map([dish('a', { isAvailable: false }), dish('c')]);
  expect(reconcileCart([line('a'), line('b'), line('c')], menu)).toEqual({
    cart: [line('c')],
    changes: [
      { kind: 'unavailable', cartKey: 'a-default', name: 'A' },
      { kind: 'gone', cartKey: 'b-default', name: 'B' },
    ],
  });
});

test('a dish of another daypart stays in the cart with its serving hours; choosing a time resolves it, not choosing options', () => {
  const served = 'Lunch, 11:30 a.m. to 3:00 p.m.';
  const cart = [line('a', 2), line('b')];
  const menu = new Map([dish('a', { isAvailable: false, served, price: cents(1200) }), dish('b')]);
  expect(reconcileCart(cart, menu)).toEqual({
    cart,
    changes: [
      {
        kind: 'choice',
        cartKey: 'a-default',
        name: 'A',
        text: `sold only at ${served} Choose one of these times, or remove it.`,
        ofTime: true,
      },
    ],
  });
});
