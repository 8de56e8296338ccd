import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCart, changeLine, EMPTY_CART, reconcileCart, type Cart, type CartDish } from '../cart/index.ts';
import { cents } from '../core/money.ts';
import { chooseOption, defaultChoices, applicableGroups, withoutUnavailableChoices } from './choosing.ts';
import { optionLines } from './lines.ts';
import { findRepricedChoices } from './repriced-options.ts';
import { lowestPrice, unitPriceOf } from './price.ts';
import { optionsProblem } from './problem.ts';
import type { ChosenOptions, GroupOption, OptionGroup } from './types.ts';
import { plainGroup, plainOption } from '../testing/options.ts';

const option = (id: string, price: number, more: Partial<GroupOption> = {}) =>
  plainOption(id, { price: cents(price), ...more });
const group = (id: string, options: readonly GroupOption[], more: Partial<OptionGroup> = {}) =>
  plainGroup(id, options, { kind: 'some', min: 0, max: 6, ...more });
const one = { kind: 'one', min: 1, max: 1 } as const;
const dishWith = (naan: number, mint: boolean): CartDish => ({
  id: 'thali',
  name: 'Thali',
  price: cents(14_95),
  category: 'thalis',
  description: '',
  image: null,
  isAvailable: true,
  optionGroups: [
    group('size', [option('regular', 14_95), option('large', 18_95)], { ...one, isSize: true }),
    group('side', [option('naan', naan), option('rice', 0)], one),
    group('chutneys', [option('mint', 50, { isAvailable: mint, maxUnits: 3 }), option('mango', 0, { maxUnits: 3 })], {
      included: 1,
      eachExtra: cents(75),
    }),
  ],
});
const dish = dishWith(1_95, true);
const chosen: ChosenOptions = [
  { groupId: 'size', optionId: 'large', units: 1 },
  { groupId: 'side', optionId: 'naan', units: 1 },
  { groupId: 'chutneys', optionId: 'mint', units: 2 },
];
const cartOf = (of: CartDish, options: ChosenOptions, quantity = 1, cart: Cart = EMPTY_CART): Cart => {
  const added = addToCart(cart, of, null, quantity, { options });
  if (!added.ok) throw new Error(added.error.message);
  return added.value;
};

test('an option with a changed price is named with both prices, whatever else is chosen', () => {
  const now = dishWith(2_25, true);
  expect(findRepricedChoices(optionLines(dish, chosen), optionLines(now, chosen))).toEqual([
    { name: 'naan', was: 1_95, now: 2_25 },
  ]);
  expect(findRepricedChoices(optionLines(dish, chosen), optionLines(dish, chosen))).toEqual([]);
});

test('a default is included in the price, so only additional units can change it', () => {
  const withPaneer = (price: number): CartDish => ({
    ...dish,
    optionGroups: [group('main', [option('paneer', price, { isDefault: true, maxUnits: 2 })], { included: 1 })],
  });
  const moved = (units: number) => {
    const paneer = units === 0 ? [] : [{ groupId: 'main', optionId: 'paneer', units }];
    return findRepricedChoices(optionLines(withPaneer(3_00), paneer), optionLines(withPaneer(3_50), paneer)).length;
  };
  expect([moved(0), moved(1), moved(2)]).toEqual([0, 0, 1]);
});

test('a cart reports the option whose price changed, and the fallback for a removed one', () => {
  const cart = cartOf(dish, chosen);
  const dearer = reconcileCart(cart, new Map([['thali', dishWith(2_25, true)]]));
  expect(dearer.changes).toEqual([
    {
      kind: 'price',
      cartKey: cart[0]?.cartKey,
      name: 'Thali',
      was: 22_65,
      now: 22_95,
      options: [{ name: 'naan', was: 1_95, now: 2_25 }],
    },
  ]);
  const without = dishWith(1_95, false);
  expect(reconcileCart(cart, new Map([['thali', without]])).changes).toEqual([
    { kind: 'choice', cartKey: cart[0]?.cartKey, name: 'Thali', text: '"mint" is no longer available.' },
  ]);
  expect(withoutUnavailableChoices(without, chosen)).toEqual(chosen.slice(0, 2));
  expect(optionsProblem(without, withoutUnavailableChoices(without, chosen))).toBeNull();
});

test('an edited line keeps its position, and merges with an equal line', () => {
  const plainer = chosen.slice(0, 2);
  const cart = cartOf(dish, plainer, 2, cartOf({ ...dish, id: 'tray' }, chosen, 1, cartOf(dish, chosen)));
  const key = cart[0]?.cartKey ?? '';
  const other = chooseOption(dish, chosen, { id: 'side', kind: 'one' }, { id: 'rice' }, 1);
  const changed = changeLine(cart, key, dish, null, 3, { options: other });
  expect(changed.ok && changed.value.map(({ id, quantity, price }) => [id, quantity, price])).toEqual([
    ['thali', 3, 20_70],
    ['tray', 1, 22_65],
    ['thali', 2, 20_90],
  ]);
  const joined = changeLine(cart, key, dish, null, 1, { options: plainer });
  expect(joined.ok && joined.value.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['tray', 1],
    ['thali', 3],
  ]);
  expect(changeLine(cart, key, dish, null, 1, { options: [] }).ok).toBe(false);
});

test('the lowest price grows with the choices and is the exact price once they are complete', () => {
  expect(lowestPrice(dish)).toBe(14_95);
  expect(lowestPrice(dish, chosen.slice(0, 1))).toBe(18_95);
  expect(lowestPrice(dish, chosen.slice(1, 2))).toBe(16_90);
  const presses = fc.array(fc.record({ group: fc.nat(2), option: fc.nat(1), units: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(presses, (pressed) => {
      let now: ChosenOptions = defaultChoices(dish);
      for (const press of pressed) {
        const at = applicableGroups(dish, now)[press.group];
        const picked = at?.options[press.option];
        if (at && picked) now = chooseOption(dish, now, at, picked, Math.min(press.units, picked.maxUnits));
      }
      const least = lowestPrice(dish, now);
      expect(least).toBeGreaterThanOrEqual(lowestPrice(dish));
      // Once the choices are complete, the lowest price is the price.
      expect(optionsProblem(dish, now) === null ? least : unitPriceOf(dish, now)).toBe(unitPriceOf(dish, now));
    }),
  );
});
