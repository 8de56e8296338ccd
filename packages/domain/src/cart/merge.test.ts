import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { cartQuantity, type Cart, type CartDish, type CartLine } from './line.ts';
import { mergeCarts, reconcileCart } from './merge.ts';

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
])('%j and %j make %j, leaving out %j', (first, second, expected, leftOut) => {
  const merged = mergeCarts(first, second);
  expect(merged.cart.map((each) => [each.id, each.quantity])).toEqual(expected);
  expect(merged.leftOut).toEqual(leftOut);
});

test('the limits hold for two carts together, and what did not fit is named', () => {
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

test('a cart met twice does not double, and merging again changes nothing', () => {
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

test('a cart the menu still has as it is stays as it is, and nobody is told anything', () => {
  const cart = [line('a', 2), line('b')];
  expect(reconcileCart(cart, new Map([dish('a'), dish('b')]))).toEqual({ cart, changes: [] });
});

test('a new price is taken over and told; a new name or picture only taken over', () => {
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

test('what went away or is sold out leaves the cart, told by name', () => {
  const menu = new Map([dish('a', { isAvailable: false }), dish('c')]);
  expect(reconcileCart([line('a'), line('b'), line('c')], menu)).toEqual({
    cart: [line('c')],
    changes: [
      { kind: 'unavailable', cartKey: 'a-default', name: 'A' },
      { kind: 'gone', cartKey: 'b-default', name: 'B' },
    ],
  });
});
