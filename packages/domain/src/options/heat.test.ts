import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCart, EMPTY_CART, reconcileCart, toWireItem, type CartDish } from '../cart/index.ts';
import { cents } from '../core/money.ts';
import { HEAT_IDS, DEFAULT_HEAT_LEVELS } from '../menu/spice.ts';
import { translateLineForGuest, translateLine } from '../order/line-translation.ts';
import { quoteFromMenu, type MenuDish } from '../pricing/quote.ts';
import {
  preselectedHeat,
  defaultHeatGroup,
  freeHeatId,
  optionForHeatLevel,
  heatGroupProblem,
  heatLevels,
  heatPrice,
  heatProblem,
  heatGroupFromWire,
  isDefaultHeatName,
  lineHeatAt,
  offeredHeats,
  translateHeatNames,
  withHeatGroup,
} from './heat.ts';
import { emptyGroup } from './problem.ts';
import { lowestPrice, unitPriceOf } from './price.ts';
import { groupProblem } from './rules.ts';
import type { GroupOption, OptionGroup } from './types.ts';
import { toWireGroup } from './wire.ts';

const first = defaultHeatGroup();
const [mild, medium, hot] = DEFAULT_HEAT_LEVELS as readonly [
  (typeof DEFAULT_HEAT_LEVELS)[0],
  (typeof DEFAULT_HEAT_LEVELS)[0],
  (typeof DEFAULT_HEAT_LEVELS)[0],
];
const heats = (...options: (Partial<GroupOption> & Pick<GroupOption, 'id'>)[]): OptionGroup => ({
  ...first,
  options: options.map((option) => ({ ...first.options[0]!, isDefault: false, name: option.id, ...option })),
});
/** Hot has a surcharge, and there is a hotter level above it. */
const dear = heats(
  { id: 'mild', name: 'Mild', isDefault: true },
  { id: 'hot', name: 'Hot', price: cents(50) },
  { id: 'heat-4', name: 'Phaal', price: cents(125) },
);
const dal: CartDish & MenuDish = {
  id: 'dal',
  locationId: 'truro',
  name: 'Dal',
  price: cents(10_95),
  category: 'curries',
  description: '',
  image: null,
  isAvailable: true,
  heats: dear,
};
const requested = (selectedSpiceLevel?: number) => ({
  id: 'dal',
  quantity: 1,
  ...(selectedSpiceLevel && { selectedSpiceLevel }),
});
const quoted = (dish: MenuDish, selectedSpiceLevel?: number) =>
  quoteFromMenu([requested(selectedSpiceLevel)], new Map([['dal', dish]]), {
    locationId: 'truro',
    orderedFor: new Date(),
  });
const priced = (dish: MenuDish, level?: number) => {
  const answer = quoted(dish, level);
  return answer.ok
    ? answer.value.map(({ unitPrice, heat }) => [unitPrice, heat?.id, heat?.name])[0]
    : answer.error.message;
};

test('the default heat levels are Mild, Medium and Hot, all free, with Mild preselected', () => {
  expect(first.options.map(({ id, price, isDefault }) => [id, price, isDefault])).toEqual([
    ['mild', 0, true],
    ['medium', 0, false],
    ['hot', 0, false],
  ]);
  expect([first.kind, first.min, first.max]).toEqual(['one', 1, 1]);
  expect([groupProblem(first), heatGroupProblem(first)]).toEqual([null, null]);
  expect(heatLevels(first)).toEqual(DEFAULT_HEAT_LEVELS);
});

test.each([
  [first, 1, 'mild'],
  [first, 3, 'hot'],
  // A requested level above all offered ones becomes the hottest.
  [first, 5, 'hot'],
  [dear, 2, 'mild'],
  [dear, 3, 'hot'],
  [dear, 4, 'heat-4'],
  [dear, 5, 'heat-4'],
  // A requested level below all offered ones becomes the mildest.
  [heats({ id: 'hot' }, { id: 'medium' }), 1, 'medium'],
] as const)('a requested level becomes the hottest one that is not hotter', (group, level, id) => {
  expect(optionForHeatLevel(group, level)?.id).toBe(id);
});

test('a heat level keeps its level when it is moved or renamed', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...HEAT_IDS], { minLength: 1 }), (ids) => {
      const group = heats(...ids.map((id) => ({ id, name: `Our ${id}` })));
      for (const { id, level } of heatLevels(group)) expect(optionForHeatLevel(group, level)?.id).toBe(id);
      expect(heatLevels(group).map(({ description }) => description)).toEqual(ids.map(() => ''));
    }),
  );
});

test('a new heat level takes a free level, and there are at most five', () => {
  expect(freeHeatId(new Set(['mild', 'hot']))).toBe('medium');
  expect(freeHeatId(new Set(['mild', 'medium', 'hot']))).toBe('heat-4');
  expect(freeHeatId(new Set(HEAT_IDS))).toBeNull();
});

test('guests start with the default of the dish, the till with Medium', () => {
  expect(preselectedHeat(first)?.id).toBe('mild');
  expect(preselectedHeat(first, medium.level)?.id).toBe('medium');
  expect(preselectedHeat(dear, medium.level)?.id).toBe('mild');
  // Sold-out levels are never preselected.
  const noMild = heats({ id: 'mild', isDefault: true, isAvailable: false }, { id: 'hot' });
  expect(preselectedHeat(noMild)?.id).toBe('hot');
  expect(preselectedHeat(noMild, medium.level)?.id).toBe('hot');
  expect(preselectedHeat(heats({ id: 'mild', isAvailable: false }))).toBeNull();
});

test('cart and server price a heat level alike, and its level and its name are sent', () => {
  for (const { id, level } of heatLevels(dear)) {
    const spice = heatLevels(dear).find((each) => each.id === id) ?? null;
    const cart = addToCart(EMPTY_CART, dal, spice);
    expect(cart).toMatchObject({ ok: true });
    const line = cart.ok ? cart.value[0] : undefined;
    expect(line?.cartKey).toBe(`dal-${id}`);
    expect(line && toWireItem(line)).toMatchObject({ selectedSpiceLevel: level, spiceLevelName: spice?.name });
    expect(priced(dal, level)).toEqual([line?.price, id, spice?.name]);
  }
  expect(priced(dal, 3)).toEqual([11_45, 'hot', 'Hot']);
  expect(priced(dal)).toEqual([10_95, 'mild', 'Mild']);
});

test('a heat level can have another price with a size, and a default is free', () => {
  const size: OptionGroup = {
    ...first,
    id: 'size',
    isSize: true,
    options: [{ ...first.options[0]!, id: 'large', price: cents(18_95) }],
  };
  const bySize = heats(
    { id: 'mild', isDefault: true, price: cents(75) },
    { id: 'hot', price: cents(50), pricesBySize: { large: cents(80) } },
  );
  const dish = { name: 'Dal', price: cents(10_95), optionGroups: [size], heats: bySize };
  const chosen = [{ groupId: 'size', optionId: 'large', units: 1 }];
  expect(heatPrice(dish, 'hot', chosen)).toBe(80);
  expect(heatPrice(dish, 'hot')).toBe(50);
  expect(heatPrice(dish, 'mild')).toBe(0);
  expect(heatPrice(dish, undefined)).toBe(0);
  expect(offeredHeats(bySize, 'large').map(({ id, surcharge }) => [id, surcharge])).toEqual([
    ['mild', 0],
    ['hot', 80],
  ]);
  expect(offeredHeats(bySize, null)[1]?.surcharge).toBe(50);
  expect(heatPrice({ name: 'Naan', price: cents(3_00) }, 'hot')).toBe(0);
});

test('a sold-out heat level is refused by name, an unknown one must be chosen again, and without any the dish is unavailable', () => {
  const removed = heats({ id: 'mild', isDefault: true }, { id: 'hot', name: 'Hot', isAvailable: false });
  expect(heatProblem({ name: 'Dal', heats: removed }, 'mild')).toBeNull();
  expect(heatProblem({ name: 'Dal', heats: removed }, 'hot')).toMatchObject({
    code: 'option-unavailable',
    message: '"Hot" is no longer available.',
  });
  expect(heatProblem({ name: 'Dal', heats: removed }, 'heat-4')).toMatchObject({
    message: 'A choice for "Spice level" is no longer available. Please choose again.',
  });
  const none = heats({ id: 'mild', isAvailable: false });
  expect(heatProblem({ name: 'Dal', heats: none }, 'mild')).toMatchObject({
    code: 'item-unavailable',
    message: '"Dal" cannot be ordered right now: everything in "Spice level" is sold out.',
  });
  expect(emptyGroup(withHeatGroup({ ...dal, heats: none }))?.id).toBe(first.id);
  expect(heatProblem({ name: 'Naan' }, 'hot')).toBeNull();
  expect(priced({ ...dal, heats: removed }, 3)).toBe('"Hot" is no longer available.');
  expect(addToCart(EMPTY_CART, { ...dal, heats: removed }, hot)).toMatchObject({
    ok: false,
    error: { code: 'option-unavailable' },
  });
});

test('a heat level that is sold out until tonight comes back automatically', () => {
  const tonight = new Date('2026-11-23T22:00:00Z');
  const dish = { ...dal, heats: heats({ id: 'mild', isDefault: true }, { id: 'hot', soldOutUntil: tonight }) };
  const at = (time: string) =>
    quoteFromMenu([requested(3)], new Map([['dal', dish]]), { locationId: 'truro', orderedFor: new Date(time) }).ok;
  expect([at('2026-11-23T21:59:59Z'), at('2026-11-23T22:00:00Z')]).toEqual([false, true]);
});

test('a cart adopts a heat level’s new price and name, and asks again for a removed one', () => {
  const cart = addToCart(EMPTY_CART, { ...dal, heats: first }, hot);
  if (!cart.ok) throw new Error(cart.error.message);
  const now = reconcileCart(
    cart.value,
    new Map([
      [
        'dal',
        { ...dal, heats: { ...dear, options: dear.options.map((each) => ({ ...each, name: `Very ${each.name}` })) } },
      ],
    ]),
  );
  expect(now.changes).toEqual([{ kind: 'price', cartKey: 'dal-hot', name: 'Dal', was: 10_95, now: 11_45 }]);
  expect(now.cart[0]?.spice).toMatchObject({ id: 'hot', name: 'Very Hot', level: 3 });
  const without = reconcileCart(
    cart.value,
    new Map([['dal', { ...dal, heats: heats({ id: 'mild', isDefault: true }) }]]),
  );
  expect(without.changes).toMatchObject([{ kind: 'choice', cartKey: 'dal-hot' }]);
  expect(without.cart[0]?.spice?.id).toBe('hot');
  // The dish has no heat levels any longer; the line keeps its requested level.
  const { heats: _none, ...plain } = dal;
  expect(reconcileCart(cart.value, new Map([['dal', plain]])).changes).toEqual([]);
});

test('the lowest price of a dish includes its default heat level', () => {
  const dish = withHeatGroup({ name: 'Dal', price: cents(10_95), heats: dear });
  expect([lowestPrice(dish), unitPriceOf(dish)]).toEqual([10_95, 10_95]);
  expect(withHeatGroup({ name: 'Naan', price: cents(3_00) })).toEqual({ name: 'Naan', price: 300 });
});

test.each([
  [{ kind: 'some' as const, max: 2 }, 'Guests choose exactly one heat level.'],
  [{ min: 0 }, 'Guests choose exactly one heat level.'],
  [{ isSize: true }, 'Guests choose exactly one heat level.'],
  [{ options: heats({ id: 'mild' }).options }, 'One heat level must be the usual one.'],
  [{ options: [...first.options, ...first.options] }, 'At most 5 options.'],
  [
    { options: heats({ id: 'mild', isDefault: true, opensGroupId: 'more' }).options },
    'A heat level cannot be a dish or open another group.',
  ],
  [
    { options: heats({ id: 'mild', isDefault: true, dishId: 'dal' }).options },
    'A heat level cannot be a dish or open another group.',
  ],
])('refuses heat levels of another shape: %j', (shape, message) => {
  expect(heatGroupProblem({ ...first, ...shape })?.message).toBe(message);
});

test('a line names the heat level in the restaurant’s words and keeps the requested level', () => {
  expect(lineHeatAt(dear, 5)).toEqual({ selectedSpiceLevel: 5, spiceLevelId: 'heat-4', spiceLevelName: 'Phaal' });
  expect(lineHeatAt(undefined, 2)).toEqual({ selectedSpiceLevel: 2, spiceLevelId: 'medium', spiceLevelName: 'Medium' });
});

test('a menu without heat levels uses the default ones', () => {
  expect(heatGroupFromWire(undefined)).toEqual(first);
  expect(heatGroupFromWire(toWireGroup(dear))).toEqual(dear);
  expect(translateHeatNames(first)).toEqual(first);
  expect(['Spice level', 'Hot', 'Phaal'].map(isDefaultHeatName)).toEqual([true, true, false]);
  expect(mild.name).toBe(first.options[0]?.name);
});

test('guests read the translated name of a heat level, the kitchen its own name', () => {
  const line = { name: 'Dal', description: '', heat: { id: 'heat-4', name: 'Phaal' } };
  const owned = { ...dal, heats: heats({ id: 'heat-4', name: 'Très, très fort' }) };
  const translation = translateLine(line, owned);
  expect(translation).toMatchObject({ heat: 'Très, très fort' });
  expect(translateLineForGuest({ name: 'Dal', spiceLevelName: 'Phaal' }, translation)).toMatchObject({
    spiceLevelName: 'Très, très fort',
  });
  expect(translateLine(line, dal)).toBeUndefined();
});
