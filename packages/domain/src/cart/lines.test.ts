import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import type { GroupOption, OptionGroup } from '../options/index.ts';
import { addToCart, changeLine } from './cart.ts';
import { cartKey } from './choices.ts';
import { asPricedLines, type Cart, type CartDish, EMPTY_CART } from './line.ts';
import { toOpenCartLine, type EnteredItem } from './open-line.ts';
import { reconcileCart } from './reconcile.ts';
import { toWireItem } from './order-payload.ts';
import { plainGroup, plainOption } from '../testing/options.ts';

const dish = (id: string, more: Partial<CartDish> = {}): CartDish => ({
  id,
  name: id,
  price: cents(1000),
  category: 'mains',
  description: '',
  image: null,
  isAvailable: true,
  ...more,
});
const cartOf = (...dishes: readonly CartDish[]): Cart =>
  dishes.reduce<Cart>((cart, each) => {
    const added = addToCart(cart, each, null);
    if (!added.ok) throw new Error(added.error.message);
    return added.value;
  }, EMPTY_CART);

const cake: EnteredItem = { name: ' Birthday  cake ', price: cents(2500), taxClass: 'meal', isCooked: true };

test('an item typed at the till becomes a normal line with the typed name', () => {
  expect(toOpenCartLine(cake, 2)).toEqual({
    cartKey: 'open:birthday cake-2500-meal-cooked',
    id: 'open:birthday cake',
    name: 'Birthday cake',
    price: 2500,
    quantity: 2,
    maxQuantity: 10,
    category: 'food',
    description: '',
    image: null,
    spice: null,
    open: { isCooked: true },
  });
});

test.each<[string, Partial<EnteredItem>, boolean]>([
  ['in other letters', { name: 'BIRTHDAY CAKE' }, true],
  ['at another price', { price: cents(2600) }, false],
  ['before another law', { taxClass: 'liquor' }, false],
  ['a line without kitchen work', { isCooked: false }, false],
])('the same typed item %s is the same line: %s', (_what, more, isSame) => {
  expect(toOpenCartLine({ ...cake, ...more }, 1).cartKey === toOpenCartLine(cake, 1).cartKey).toBe(isSame);
});

test('the tax class of an item other than a meal is in the cart, in its price and in the payload of a typed item', () => {
  const [wine, curry] = cartOf(dish('wine', { taxClass: 'liquor' }), dish('curry', { taxClass: 'meal' }));
  if (!wine || !curry) throw new Error('both are there');
  expect(wine.taxClass).toBe('liquor');
  expect(curry).not.toHaveProperty('taxClass');
  expect(asPricedLines([wine, curry]).map(({ taxClass }) => taxClass)).toEqual(['liquor', undefined]);
  expect(toWireItem(toOpenCartLine({ ...cake, taxClass: 'liquor', isCooked: false }, 1)).open).toEqual({
    taxClass: 'liquor',
    isCooked: false,
  });
  expect(toWireItem(toOpenCartLine(cake, 1)).open).toEqual({ taxClass: 'meal', isCooked: true });
  expect(toWireItem(wine).open).toBeUndefined();
});

test('the same dish for people with different allergies makes different lines', () => {
  const milk = { code: 'milk' as const };
  const keys = [[], [milk], [{ text: 'kiwi' }], [milk, { text: 'kiwi' }]].map((allergies) =>
    cartKey('thali', null, { allergies }),
  );
  expect(new Set(keys).size).toBe(4);
  expect(keys[0]).toBe('thali-default');
  expect(cartKey('thali', null, { allergies: [{ text: 'kiwi' }, milk] })).toBe(keys[3]);
});

test('a dish without any options differs from the default dish, with a note or without', () => {
  const keys = [{}, { note: 'crisp' }, { options: [] }, { options: [], note: 'crisp' }].map((request) =>
    cartKey('thali', null, request),
  );
  expect(new Set(keys).size).toBe(4);
  expect(cartKey('thali', null, { note: 'crisp' })).toBe(keys[1]);
});

const option = plainOption;
const side = (...options: readonly GroupOption[]): OptionGroup => plainGroup('side', options, { name: 'Side' });
const withSides = (...options: readonly GroupOption[]) => dish('thali', { optionGroups: [side(...options)] });
const naan = { options: [{ groupId: 'side', optionId: 'naan', units: 1 }] };

test('a changed line keeps its position', () => {
  const cart = cartOf(dish('a'), dish('b'), dish('c'));
  for (const [place, { cartKey: key, id }] of cart.entries()) {
    const changed = changeLine(cart, key, dish(id), null, 3);
    expect(changed.ok && changed.value.map((line) => [line.id, line.quantity])).toEqual(
      cart.map((line, at) => [line.id, at === place ? 3 : 1]),
    );
  }
});

test('a refused addition has an error code', () => {
  const code = (of: CartDish, quantity = 1, request = {}) => {
    const added = addToCart(EMPTY_CART, of, null, quantity, request);
    return added.ok ? null : added.error.code;
  };
  expect(code(dish('a', { isAvailable: false }))).toBe('item-unavailable');
  expect(code(dish('a'), 0)).toBe('invalid-argument');
  expect(code(dish('a'), 11)).toBe('failed-precondition');
  expect(code(withSides(option('naan')), 1, { options: [] })).toBe('option-missing');
});

test('a dish without remaining choices leaves the cart; one with other choices stays until the guest chooses', () => {
  const added = addToCart(EMPTY_CART, withSides(option('naan'), option('rice')), null, 1, naan);
  if (!added.ok) throw new Error(added.error.message);
  const removed = option('naan', { isAvailable: false });
  const reconciled = (of: CartDish) => reconcileCart(added.value, new Map([['thali', of]]));
  const waiting = reconciled(withSides(removed, option('rice')));
  expect(waiting.changes).toMatchObject([{ kind: 'choice', text: '"naan" is no longer available.' }]);
  expect(waiting.cart).toMatchObject([{ options: added.value[0]?.options }]);
  const asItComes = cartOf(withSides(option('naan', { isDefault: true })));
  const without = dish('thali', { optionGroups: [side(option('naan', { isDefault: true, isAvailable: false }))] });
  expect(reconcileCart(asItComes, new Map([['thali', without]]))).toMatchObject({
    cart: [],
    changes: [{ kind: 'unavailable', name: 'thali' }],
  });
  // A line with the default had no options, so there are none to restore when the dish needs a choice.
  const chosenNow = reconcileCart(asItComes, new Map([['thali', withSides(option('rice'))]]));
  expect(chosenNow.changes).toMatchObject([{ kind: 'choice' }]);
  expect(chosenNow.cart[0]?.options).toBeUndefined();
});
