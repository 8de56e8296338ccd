import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addToCart,
  asPricedLines,
  cartKey,
  EMPTY_CART,
  reconcileCart,
  toWireItem,
  type Cart,
  type CartDish,
} from '../cart/index.ts';
import { cents } from '../core/money.ts';
import { taxesOfProvince, NO_TIP, calculatePrice, taxationOf } from '../pricing/index.ts';
import { chooseOption, defaultChoices, withoutUnavailableChoices } from './choosing.ts';
import { groupsAt } from './groups-at.ts';
import { chosenOf, optionLinesFrom, toWireOptionLine } from './stored-options.ts';
import { choicesKey } from './key.ts';
import { allergensWithChoices, optionLines, optionTexts, suitsDietWithChoices } from './lines.ts';
import { lowestPrice, unitPriceOf } from './price.ts';
import { emptyGroup, optionsProblem } from './problem.ts';
import type { ChosenOptions, ChosenOption, GroupOption, OptionGroup } from './types.ts';
import { groupFromWire, toWireGroup } from './wire.ts';
import { plainGroup, plainOption } from '../testing/options.ts';

const called = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
const option = (id: string, price: number, more: Partial<GroupOption> = {}) =>
  plainOption(id, { name: called(id), price: cents(price), ...more });
const group = (id: string, options: readonly GroupOption[], more: Partial<OptionGroup> = {}) =>
  plainGroup(id, options, { name: called(id), kind: 'some', min: 0, max: 20, ...more });
const oneOf = { kind: 'one', min: 1, max: 1 } as const;

const size = group('size', [option('regular', 14_95, { isDefault: true }), option('large', 18_95)], {
  ...oneOf,
  isSize: true,
});
const chutneys = group(
  'chutneys',
  [option('mint', 0, { maxUnits: 4 }), option('tamarind', 0, { maxUnits: 4 }), option('mango', 50)],
  { included: 2, eachExtra: cents(75), max: 6 },
);
const extras = group('extras', [
  option('paneer', 3_00, { isDefault: true, maxUnits: 2, allergens: ['milk'], breaks: ['vegan'] }),
  option('onion', 0, { isDefault: true, kitchenName: 'pyaz' }),
  option('nuts', 1_50, { pricesBySize: { large: cents(2_00) }, allergens: ['tree-nuts'] }),
]);
const bread = group('bread', [option('naan', 0, { opensGroupId: 'butter' }), option('roti', 0)], { ...oneOf, min: 0 });
const butter = group('butter', [option('garlic', 25), option('plain', 0, { isDefault: true })], {
  ...oneOf,
  isOpened: true,
});

const thali: CartDish & { allergens: readonly []; isVegetarian: true; isVegan: true; isGlutenFree: true } = {
  id: 'thali',
  name: 'Thali',
  price: cents(14_95),
  category: 'thalis',
  description: '',
  image: null,
  isAvailable: true,
  allergens: [],
  isVegetarian: true,
  isVegan: true,
  isGlutenFree: true,
  optionGroups: [size, chutneys, extras, bread, butter],
};
const pick = (at: string, units = 1): ChosenOption => {
  const [groupId = '', optionId = ''] = at.split('/');
  return { groupId, optionId, units };
};
const picks = (...all: readonly (string | readonly [string, number])[]): ChosenOptions =>
  all.map((each) => (typeof each === 'string' ? pick(each) : pick(each[0], each[1])));
const AS_IT_COMES = ['size/regular', 'extras/paneer', 'extras/onion'] as const;
test.each<[string, ChosenOptions | undefined, number]>([
  ['as it comes', undefined, 14_95],
  ['the large one with two chutneys, which are included', picks('size/large', ['chutneys/mint', 2]), 18_95],
  [
    'four chutneys, two of them beyond, one of them dearer',
    picks('size/large', ['chutneys/mint', 3], 'chutneys/mango'),
    20_95,
  ],
  ['default options left out: nothing is cheaper', picks('size/regular'), 14_95],
  ['paneer twice: once it is in the price', picks(...AS_IT_COMES, 'extras/paneer'), 17_95],
  ['nuts on the regular one', picks('size/regular', 'extras/nuts'), 16_45],
  ['nuts on the large one have another price', picks('size/large', 'extras/nuts'), 20_95],
  ['the group that an option opens', picks('size/regular', 'bread/naan', 'butter/garlic'), 15_20],
  ['a group that no option opened costs nothing', picks('size/regular', 'bread/roti', 'butter/garlic'), 14_95],
])('the price of a thali: %s', (_case, chosen, price) => {
  expect(unitPriceOf(thali, chosen)).toBe(price);
});

test('a large thali with four chutneys, twice: the bill, and one line in whatever sequence they were chosen', () => {
  const chosen = picks(
    'size/large',
    ['chutneys/mint', 2],
    'chutneys/tamarind',
    'chutneys/mango',
    'extras/paneer',
    'extras/onion',
  );
  const once = addToCart(EMPTY_CART, thali, null, 1, { options: chosen });
  const twice = addToCart(once.ok ? once.value : [], thali, null, 1, { options: chosen.toReversed() });
  const cart = twice.ok ? twice.value : [];
  expect(cart.map(({ price, quantity }) => [price, quantity])).toEqual([[20_95, 2]]);
  const taxed = taxationOf(
    { postalCode: null, taxes: taxesOfProvince('NS', '2026-11-21'), tipBase: null },
    '2026-11-21',
  );
  expect(calculatePrice(asPricedLines(cart), taxed, NO_TIP)).toMatchObject({
    subtotal: 41_90,
    tax: 5_87,
    total: 47_77,
  });
});

test('tea and tea with milk are two lines', () => {
  const tea: CartDish = {
    ...thali,
    id: 'tea',
    name: 'Tea',
    price: cents(5_00),
    optionGroups: [group('with', [option('milk', 5_00)])],
  };
  const plain = addToCart(EMPTY_CART, tea, null);
  const both = addToCart(plain.ok ? plain.value : [], tea, null, 1, { options: picks('with/milk') });
  expect(both.ok && both.value.map(({ price }) => price)).toEqual([5_00, 10_00]);
});

test('a note makes a separate line, and spaces around the note do not matter', () => {
  const lines = ['well done', '  well done ', '', 'rare'].reduce<Cart>((cart, note) => {
    const added = addToCart(cart, thali, null, 1, { note });
    return added.ok ? added.value : cart;
  }, EMPTY_CART);
  expect(lines.map(({ note, quantity }) => [note, quantity])).toEqual([
    ['well done', 2],
    [undefined, 1],
    ['rare', 1],
  ]);
});

test('choosing the defaults by hand gives the same line as the plain dish, unless a size was chosen', () => {
  const unsized = { ...thali, optionGroups: thali.optionGroups?.filter(({ isSize }) => !isSize) };
  const withoutSize = picks(...AS_IT_COMES).filter(({ groupId }) => groupId !== 'size');
  const chosen = addToCart(EMPTY_CART, unsized, null, 1, { options: withoutSize });
  expect(chosen.ok && chosen.value[0]?.cartKey).toBe('thali-default');
  expect(chosen.ok && toWireItem(chosen.value[0]!).options).toBeUndefined();
  const sized = addToCart(EMPTY_CART, thali, null, 1, { options: picks(...AS_IT_COMES) });
  expect(sized.ok && optionTexts(sized.value[0]?.options)).toContain('Regular');
});

test('a cart key always fits the length limit of an order', () => {
  const chosen = extras.options.map(({ id }) => pick(`extras/${id.repeat(30)}`));
  expect(cartKey('d'.repeat(100), null, { options: chosen, note: 'n'.repeat(140) }).length).toBeLessThan(200);
});

test('a line is sent with its choices and their prices, without the left-out options', () => {
  const added = addToCart(EMPTY_CART, thali, null, 1, { options: picks('size/large', 'extras/onion'), note: 'hot' });
  expect(added.ok && toWireItem(added.value[0]!)).toMatchObject({
    price: 18.95,
    options: [
      { groupId: 'size', optionId: 'large', units: 1, price: 18.95 },
      { groupId: 'extras', optionId: 'onion', units: 1, price: 0 },
    ],
    note: 'hot',
  });
});

test.each<[string, ChosenOptions | undefined, string | null, string | null]>([
  ['as it comes', undefined, null, null],
  ['no size', picks('extras/onion'), 'option-missing', 'Choose at least 1 for "Size"'],
  ['two sizes', picks('size/regular', 'size/large'), 'invalid-argument', 'At most 1 for "Size"'],
  [
    'too many of a group',
    picks('size/large', ['chutneys/mint', 4], ['chutneys/tamarind', 3]),
    'invalid-argument',
    'At most 6 for "Chutneys"',
  ],
  ['too many of an option', picks('size/large', ['extras/paneer', 3]), 'invalid-argument', 'At most 2 for "Paneer"'],
  [
    'the same one, said twice',
    picks('size/large', ['extras/paneer', 2], 'extras/paneer'),
    'invalid-argument',
    'At most 2 for "Paneer"',
  ],
  [
    'a group of another dish',
    picks('size/large', 'toppings/nuts'),
    'invalid-argument',
    'One of these choices does not belong to "Thali". Please choose again.',
  ],
  [
    'what nobody opened',
    picks('size/large', 'bread/roti', 'butter/plain'),
    'invalid-argument',
    'One of these choices does not belong to "Thali". Please choose again.',
  ],
  [
    'an option that is gone',
    picks('size/large', 'chutneys/coconut'),
    'option-unavailable',
    'A choice for "Chutneys" is no longer available. Please choose again.',
  ],
  [
    'what a choice opens left open',
    picks('size/large', 'bread/naan'),
    'option-missing',
    'Choose at least 1 for "Butter"',
  ],
])('refuses with a message: %s', (_case, chosen, code, message) => {
  const problem = optionsProblem(thali, chosen);
  expect([problem?.code ?? null, problem?.message ?? null]).toEqual([code, message]);
});

test('refuses more units than a line may have, whatever its groups allow', () => {
  const many = { ...thali, optionGroups: ['a', 'b'].map((id) => group(id, [option('x', 0, { maxUnits: 20 })])) };
  expect(optionsProblem(many, picks(['a/x', 20], 'b/x'))?.message).toBe('At most 20 for "Thali"');
  expect(optionsProblem(many, picks(['a/x', 20]))).toBeNull();
});

const withoutLarge = {
  ...thali,
  optionGroups: [{ ...size, options: size.options.map((each) => ({ ...each, isAvailable: each.id !== 'large' })) }],
};
test('with one option sold out the others remain, with all sold out the dish is unavailable', () => {
  expect(optionsProblem(withoutLarge, picks('size/large'))).toMatchObject({
    code: 'option-unavailable',
    message: '"Large" is no longer available.',
  });
  expect(optionsProblem(withoutLarge)).toBeNull();
  expect(emptyGroup(withoutLarge)).toBeNull();
  const none = {
    ...thali,
    optionGroups: [{ ...size, options: size.options.map((each) => ({ ...each, isAvailable: false })) }],
  };
  expect(optionsProblem(none)).toMatchObject({
    code: 'item-unavailable',
    message: '"Thali" cannot be ordered right now: everything in "Size" is sold out.',
  });
  expect(emptyGroup(none)?.id).toBe('size');
});

test('a sold-out option is unavailable until its time is over', () => {
  const until = new Date('2026-11-20T22:30:00Z');
  const ranOut = size.options.map((each) => (each.id === 'large' ? { ...each, soldOutUntil: until } : each));
  const groups = [{ ...size, options: ranOut }];
  const large = picks('size/large');
  const at = (now: string) => optionsProblem({ ...thali, optionGroups: groupsAt(groups, new Date(now)) }, large)?.code;
  expect(at('2026-11-20T22:29:59Z')).toBe('option-unavailable');
  expect(at('2026-11-20T22:30:00Z')).toBeUndefined();
  expect(groupsAt([size], until)).toEqual([size]);
});

/** The same dish without these options. */
function without(dish: CartDish, ...removed: readonly string[]): CartDish {
  return {
    ...dish,
    optionGroups: dish.optionGroups!.map((each) => ({
      ...each,
      options: each.options.map((own) =>
        removed.includes(`${each.id}/${own.id}`) ? { ...own, isAvailable: false } : own,
      ),
    })),
  };
}

test.each<[string, CartDish, string, ChosenOption[], string | null]>([
  [
    'a size',
    without(thali, 'size/regular'),
    '"Thali" comes with "Regular", which is sold out. Please choose again for "Size".',
    [pick('extras/paneer'), pick('extras/onion')],
    'Choose at least 1 for "Size"',
  ],
  [
    'what may be left out',
    without(thali, 'extras/paneer'),
    '"Thali" comes with "Paneer", which is sold out. Please choose again for "Extras".',
    [pick('size/regular'), pick('extras/onion')],
    null,
  ],
  [
    'what opens a group, and goes with it',
    without(
      {
        ...thali,
        optionGroups: [size, { ...bread, options: [{ ...bread.options[0]!, isDefault: true }] }, butter],
      },
      'bread/naan',
    ),
    '"Thali" comes with "Naan", which is sold out. Please choose again for "Bread".',
    [pick('size/regular')],
    null,
  ],
])('a dish with a missing default is not sold silently: %s', (_case, dish, message, left, then) => {
  expect(optionsProblem(dish)).toMatchObject({ code: 'option-unavailable', message });
  expect(withoutUnavailableChoices(dish, defaultChoices(dish))).toEqual(left);
  expect(optionsProblem(dish, left)?.message ?? null).toBe(then);
  expect(addToCart(EMPTY_CART, dish, null)).toMatchObject({
    ok: false,
    error: { code: 'option-unavailable', message },
  });
  // The line stays in the cart and the guest is notified.
  const line = toLine(thali);
  expect(reconcileCart([line], new Map([['thali', dish]]))).toEqual({
    cart: [line],
    changes: [{ kind: 'choice', cartKey: 'thali-default', name: 'Thali', text: message }],
  });
});

test('a dish ordered without a sold-out option stays without it when the option is back', () => {
  const chosen = withoutUnavailableChoices(without(thali, 'extras/paneer'), defaultChoices(thali));
  const added = addToCart(EMPTY_CART, without(thali, 'extras/paneer'), null, 1, { options: chosen });
  const now = reconcileCart(added.ok ? added.value : [], new Map([['thali', thali]]));
  expect(now.changes).toEqual([]);
  expect(optionTexts(now.cart[0]?.options)).toEqual(['Regular', '− Paneer']);
});

test('an option whose opened group is empty is unavailable, the dish is not', () => {
  const soldOutUntil = new Date('2026-11-20T22:30:00Z');
  const noButter = { ...butter, options: butter.options.map((each) => ({ ...each, soldOutUntil })) };
  const optionGroups = groupsAt([size, bread, noButter], new Date('2026-11-20T22:00:00Z'));
  const dish = { ...thali, optionGroups };
  expect(optionGroups[1]?.options.map(({ id, isAvailable }) => [id, isAvailable])).toEqual([
    ['naan', false],
    ['roti', true],
  ]);
  expect([emptyGroup(dish), optionsProblem(dish), optionsProblem(dish, picks('size/regular', 'bread/roti'))]).toEqual([
    null,
    null,
    null,
  ]);
  const naan = picks('size/regular', 'bread/naan', 'butter/plain');
  for (const request of [
    dish,
    without({ ...thali, optionGroups: [size, bread, butter] }, 'butter/garlic', 'butter/plain'),
  ]) {
    expect(optionsProblem(request, naan)).toMatchObject({
      code: 'option-unavailable',
      message: '"Naan" is no longer available.',
    });
  }
  const line = addToCart(EMPTY_CART, thali, null, 1, { options: naan });
  const { cart, changes } = reconcileCart(line.ok ? line.value : [], new Map([['thali', dish]]));
  expect([cart.length, changes[0]?.kind]).toEqual([1, 'choice']);
  // The only option of a required group opens the empty group, so the dish is unavailable.
  const onlyNaan = { ...bread, min: 1, options: bread.options.slice(0, 1) };
  expect(emptyGroup({ ...thali, optionGroups: groupsAt([onlyNaan, noButter], new Date(0)) })?.id).toBe('bread');
});

test('the kitchen sees the size and what differs from the default dish', () => {
  const chosen = picks('size/large', ['extras/paneer', 2], ['chutneys/mint', 2], 'bread/roti');
  const lines = optionLines(thali, chosen);
  expect(optionTexts(lines)).toEqual(['Large', '+ Mint ×2', 'Paneer ×2', '− Onion', 'Roti']);
  expect(optionTexts(lines, 'kitchen')).toContain('− pyaz');
  expect(optionTexts(optionLines(thali))).toEqual(['Regular']);
  expect(optionTexts(null)).toEqual([]);
});

test('allergens and diets include the chosen options', () => {
  expect(allergensWithChoices(thali, picks('size/large', 'extras/nuts'))).toEqual(['tree-nuts']);
  expect(allergensWithChoices(thali)).toEqual(['milk']);
  expect(suitsDietWithChoices(thali, picks('size/large'), 'vegan')).toBe(true);
  expect(suitsDietWithChoices(thali, picks('size/large', 'extras/paneer'), 'vegan')).toBe(false);
  expect(suitsDietWithChoices(thali, picks('size/large', 'extras/paneer'), 'vegetarian')).toBe(true);
});

test('the price from of a dish is its cheapest size plus the cheapest required options', () => {
  expect(lowestPrice(thali)).toBe(14_95);
  expect(lowestPrice({ ...thali, optionGroups: [] })).toBe(14_95);
  const sauce = group('sauce', [option('red', 1_00), option('green', 40, { maxUnits: 2 })], {
    min: 3,
    included: 1,
    eachExtra: cents(10),
  });
  expect(lowestPrice({ ...thali, optionGroups: [sauce] })).toBe(14_95 + 40 + 40 + 1_00 + 2 * 10);
  const regular = size.options.map((each) => ({ ...each, isAvailable: each.id === 'large' }));
  expect(lowestPrice({ ...thali, optionGroups: [{ ...size, options: regular }] })).toBe(18_95);
});

test('choosing another option of a group replaces the first and removes what it opened', () => {
  const naan = chooseOption(thali, defaultChoices(thali), bread, { id: 'naan' }, 1);
  expect(choicesKey(naan)).toBe(choicesKey(picks(...AS_IT_COMES, 'bread/naan', 'butter/plain')));
  const roti = chooseOption(thali, naan, bread, { id: 'roti' }, 1);
  expect(choicesKey(roti)).toBe(choicesKey(picks(...AS_IT_COMES, 'bread/roti')));
  expect(choicesKey(chooseOption(thali, roti, extras, { id: 'onion' }, 0))).toBe(
    choicesKey(picks('size/regular', 'extras/paneer', 'bread/roti')),
  );
});

test('an old cart without choices keeps working if the dish has defaults, and reports a problem otherwise', () => {
  const [line] = [toLine({ ...thali, optionGroups: undefined })];
  const now = reconcileCart([line], new Map([['thali', thali]]));
  expect(now).toEqual({ cart: [line], changes: [] });
  const noDefault = {
    ...thali,
    optionGroups: [{ ...size, options: size.options.map((each) => ({ ...each, isDefault: false })) }],
  };
  const sent = reconcileCart([line], new Map([['thali', noDefault]]));
  expect(sent.cart).toEqual([line]);
  expect(sent.changes).toEqual([
    { kind: 'choice', cartKey: 'thali-default', name: 'Thali', text: 'Choose at least 1 for "Size"' },
  ]);
});

test('a price change of a chosen option is reported with both prices', () => {
  const chosen = addToCart(EMPTY_CART, thali, null, 1, { options: picks('size/large', 'extras/nuts') });
  const dearer = {
    ...thali,
    optionGroups: thali.optionGroups!.map((each) => ({
      ...each,
      options: each.options.map((own) => (own.id === 'large' ? { ...own, price: cents(19_95) } : own)),
    })),
  };
  const { cart, changes } = reconcileCart(chosen.ok ? chosen.value : [], new Map([['thali', dearer]]));
  expect(changes).toMatchObject([{ kind: 'price', was: 20_95, now: 21_95 }]);
  expect(cart[0]?.options?.[0]?.unitPrice).toBe(19_95);
});

function toLine(dish: CartDish) {
  const added = addToCart(EMPTY_CART, dish, null);
  if (!added.ok || !added.value[0]) throw new Error('not added');
  return added.value[0];
}

const anyPrice = fc.integer({ min: 0, max: 20_00 }).map(cents);
const anyGroup = (id: string) =>
  fc
    .record({
      options: fc.array(
        fc.record({
          price: anyPrice,
          isDefault: fc.boolean(),
          maxUnits: fc.integer({ min: 1, max: 4 }),
          large: fc.option(anyPrice, { nil: undefined }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      included: fc.integer({ min: 0, max: 3 }),
      eachExtra: anyPrice,
    })
    .map(({ options, included, eachExtra }) =>
      group(
        id,
        options.map(({ large, ...each }, at) =>
          option(`o${at}`, 0, { ...each, ...(large !== undefined && { pricesBySize: { large } }) }),
        ),
        { included, eachExtra },
      ),
    );
const anyDish = fc
  .tuple(anyGroup('a'), anyGroup('b'))
  .map((groups): CartDish => ({ ...thali, optionGroups: [size, ...groups] }));
const anyPress = fc.record({ group: fc.nat(2), option: fc.nat(4), units: fc.integer({ min: 0, max: 4 }) });

const press = (
  dish: CartDish,
  chosen: ChosenOptions,
  { group: g, option: o, units }: { group: number; option: number; units: number },
): ChosenOptions => {
  const at = dish.optionGroups?.[g];
  const own = at?.options[o % at.options.length];
  return at && own ? chooseOption(dish, chosen, at, own, at.isSize ? 1 : units) : chosen;
};

test('the price depends on the chosen set, not on the sequence of choices', () => {
  fc.assert(
    fc.property(
      anyDish,
      fc.array(anyPress, { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (dish, presses, at) => {
        const chosen = presses.reduce((sofar, each) => press(dish, sofar, each), defaultChoices(dish));
        const shuffled = chosen.toSorted((a, b) => (at[chosen.indexOf(a)] ?? 0) - (at[chosen.indexOf(b)] ?? 0));
        expect(unitPriceOf(dish, shuffled)).toBe(unitPriceOf(dish, chosen));
        expect(choicesKey(shuffled)).toBe(choicesKey(chosen));
        expect(optionLines(dish, shuffled)).toEqual(optionLines(dish, chosen));
        // Only the last choice of each option counts, so making them all again gives the same price.
        const again = chosen.reduce<ChosenOptions>((sofar, { groupId, optionId, units }) => {
          const where = dish.optionGroups?.findIndex(({ id }) => id === groupId) ?? -1;
          const which = dish.optionGroups?.[where]?.options.findIndex(({ id }) => id === optionId) ?? -1;
          return press(dish, sofar, { group: where, option: which, units });
        }, []);
        expect(unitPriceOf(dish, again)).toBe(unitPriceOf(dish, chosen));
      },
    ),
  );
});

test('no choice is below the lowest price, and two different sets never share a line', () => {
  fc.assert(
    fc.property(
      anyDish,
      fc.array(anyPress, { maxLength: 8 }),
      fc.array(anyPress, { maxLength: 8 }),
      (dish, one, two) => {
        const [first, second] = [one, two].map((presses) =>
          presses.reduce((sofar, each) => press(dish, sofar, each), defaultChoices(dish)),
        );
        expect(unitPriceOf(dish, first)).toBeGreaterThanOrEqual(lowestPrice(dish));
        const isSame = JSON.stringify(optionLines(dish, first)) === JSON.stringify(optionLines(dish, second));
        expect(cartKey('thali', null, { options: first }) === cartKey('thali', null, { options: second })).toBe(isSame);
      },
    ),
  );
});

test('groups, choices and keys survive the round trip through menus, carts and orders', () => {
  fc.assert(
    fc.property(anyDish, fc.array(anyPress, { maxLength: 8 }), (dish, presses) => {
      const groups = dish.optionGroups ?? [];
      expect(groups.map((each) => groupFromWire(toWireGroup(each)))).toEqual(groups);
      const chosen = presses.reduce((sofar, each) => press(dish, sofar, each), defaultChoices(dish));
      const lines = optionLines(dish, chosen);
      expect(optionLinesFrom(JSON.parse(JSON.stringify(lines.map(toWireOptionLine))))).toEqual(lines);
      expect(choicesKey(chosenOf(lines))).toBe(choicesKey(chosen));
    }),
  );
});

test.each([
  [null],
  ['large'],
  [[{ group: 'size', id: 'large', name: 'Large', units: 0, unitPrice: 1 }]],
  [[{ group: 'size', id: 'large', name: 'Large', units: 1.5, unitPrice: 1 }]],
  [[{ group: 'size', id: 'large', name: 'Large', units: 1 }]],
  [[{ id: 'large', name: 'Large', units: 1, unitPrice: 1 }]],
])('rejects invalid choices: %j', (stored) => {
  expect(optionLinesFrom(stored)).toBeNull();
});
