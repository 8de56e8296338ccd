import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '@tiffin/domain/core';
import { DEFAULT_HEAT_LEVELS } from '@tiffin/domain/menu';
import { cartKey, type CartLine } from '@tiffin/domain/cart';
import { cartAt, CORRUPT_CART_WARNING, NO_CARTS, readCarts, withCart, writeCarts, type Carts } from './cart-storage.ts';
import { CARTS_STORAGE_KEY } from '../offline/text-storage.ts';
import { toWireItem } from '@tiffin/domain/cart';

const [mild, , hot] = DEFAULT_HEAT_LEVELS;
const line = (id: string, more: Partial<CartLine> = {}): CartLine => {
  const spice = more.spice ?? null;
  return {
    cartKey: cartKey(id, spice),
    id,
    name: 'Butter Chicken',
    price: cents(1695),
    quantity: 2,
    maxQuantity: 10,
    category: 'non-veg-curries',
    description: 'Tomato and cream',
    image: '/images/butter-chicken.avif',
    spice,
    ...more,
  };
};

test('every location has its own cart [C-CART-03]', () => {
  const carts = withCart(withCart(NO_CARTS, 'truro', [line('naan')]), 'new-glasgow', [line('korma')]);
  expect(cartAt(carts, 'truro').map((each) => each.id)).toEqual(['naan']);
  expect(cartAt(carts, 'new-glasgow').map((each) => each.id)).toEqual(['korma']);
  expect(cartAt(carts, 'toString')).toEqual([]);
});

test('stores all carts under one key [C-CART-04] [A-DATA-30]', () => {
  expect(CARTS_STORAGE_KEY).toBe('sizzle_spice_location_carts');
  const carts = withCart(withCart(NO_CARTS, 'truro', [line('naan')]), 'new-glasgow', [line('korma')]);
  expect(Object.keys(JSON.parse(writeCarts(carts) ?? ''))).toEqual(['truro', 'new-glasgow']);
});

test('a stored line has its price in dollars and its heat level as in the API', () => {
  const stored = writeCarts({ truro: [line('butter-chicken', { spice: hot ?? null })] });
  expect(JSON.parse(stored ?? '')).toEqual({
    truro: [
      {
        id: 'butter-chicken',
        name: 'Butter Chicken',
        price: 16.95,
        quantity: 2,
        maxQuantity: 10,
        cartKey: 'butter-chicken-hot',
        category: 'non-veg-curries',
        description: 'Tomato and cream',
        image: '/images/butter-chicken.avif',
        selectedSpiceLevel: 3,
        spiceLevelId: 'hot',
        spiceLevelName: 'Hot',
      },
    ],
  });
});

test('stores no empty cart, and nothing when all are empty [C-CART-05]', () => {
  expect(writeCarts(NO_CARTS)).toBeNull();
  expect(writeCarts({ truro: [], 'new-glasgow': [] })).toBeNull();
  expect(writeCarts({ truro: [], 'new-glasgow': [line('naan')] })).not.toContain('truro');
});

const good = { id: 'naan', name: 'Naan', price: 3.5, quantity: 2 };

test('fills in defaults for carts of older versions', () => {
  expect(readCarts(JSON.stringify({ truro: [good] }))).toEqual({
    carts: {
      truro: [
        {
          cartKey: 'naan-default',
          id: 'naan',
          name: 'Naan',
          price: 350,
          quantity: 2,
          maxQuantity: 10,
          category: '',
          description: '',
          image: null,
          spice: null,
        },
      ],
    },
    warning: null,
  });
});

test('an empty storage causes no warning', () => {
  expect(readCarts(null)).toEqual({ carts: {}, warning: null });
  expect(readCarts('{"truro": []}')).toEqual({ carts: {}, warning: null });
});

test.each([
  [''],
  ['{'],
  ['null'],
  ['[]'],
  ['"cart"'],
  ['{"truro": {}}'],
  ['{"truro": "naan"}'],
  ['{"truro": [null]}'],
  ...[
    { ...good, id: '' },
    { ...good, id: 7 },
    { ...good, name: ' ' },
    { ...good, price: '3.50' },
    { ...good, price: 0 },
    { ...good, price: -1 },
    { ...good, price: null },
    { ...good, quantity: 0 },
    { ...good, quantity: 1.5 },
    { ...good, quantity: '2' },
    { ...good, maxQuantity: 0 },
    { ...good, spiceLevelId: 'volcanic' },
    { ...good, spiceLevelId: 3 },
  ].map((bad) => [JSON.stringify({ truro: [good, bad] })]),
])('drops the corrupt cart %s with a warning [C-CART-06]', (stored) => {
  expect(readCarts(stored)).toEqual({ carts: {}, warning: CORRUPT_CART_WARNING });
  expect(CORRUPT_CART_WARNING).toMatch(/dropped/);
});

test('one corrupt cart does not affect the others [C-CART-06]', () => {
  const read = readCarts(JSON.stringify({ truro: [{}], 'new-glasgow': [good] }));
  expect(Object.keys(read.carts)).toEqual(['new-glasgow']);
  expect(read.warning).toBe(CORRUPT_CART_WARNING);
});

test('reduces stored quantities to the limits', () => {
  const read = readCarts(
    JSON.stringify({
      truro: [
        { ...good, quantity: 40 },
        { ...good, id: 'raita' },
      ],
    }),
  );
  expect(cartAt(read.carts, 'truro').map((each) => each.quantity)).toEqual([10, 2]);
});

test('treats the location id __proto__ as an ordinary name', () => {
  const read = readCarts(`{"__proto__": [${JSON.stringify(good)}]}`);
  expect(cartAt(read.carts, '__proto__')).toHaveLength(1);
  expect(Object.getPrototypeOf(read.carts)).toBe(Object.prototype);
  expect(cartAt(withCart(NO_CARTS, '__proto__', [line('naan')]), '__proto__')).toHaveLength(1);
});

test('carts survive writing and reading', () => {
  const anyLine = fc
    .record({
      id: fc.stringMatching(/^[a-z]{1,8}$/),
      price: fc.integer({ min: 1, max: 100_000 }).map(cents),
      quantity: fc.integer({ min: 1, max: 2 }),
      spice: fc.constantFrom(null, ...DEFAULT_HEAT_LEVELS),
      allergies: fc.constantFrom(undefined, [{ code: 'milk' as const }], [{ text: 'kiwi' }]),
    })
    .map(({ allergies, ...each }) =>
      line(each.id, { ...each, cartKey: cartKey(each.id, each.spice), ...(allergies && { allergies }) }),
    );
  const anyCart = fc.uniqueArray(anyLine, { selector: (each) => each.cartKey, minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z-]{1,10}$/), anyCart), (filled) => {
      const carts: Carts = { ...filled };
      expect(readCarts(writeCarts(carts))).toEqual({ carts, warning: null });
    }),
  );
});

test('reading never throws, whatever is stored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      expect(() => readCarts(stored)).not.toThrow();
    }),
  );
});

test('a cart line becomes an item of the order payload, Mild by default, without what the server takes from the menu', () => {
  expect(toWireItem(line('lassi', { category: '' }))).toEqual({
    id: 'lassi',
    menuItemId: 'lassi',
    name: 'Butter Chicken',
    price: 16.95,
    quantity: 2,
    category: 'food',
    selectedSpiceLevel: 1,
  });
  expect(toWireItem(line('lassi', { spice: hot ?? null }))).toMatchObject({
    category: 'non-veg-curries',
    selectedSpiceLevel: 3,
    spiceLevelName: 'Hot',
  });
  expect(mild?.level).toBe(1);
});
