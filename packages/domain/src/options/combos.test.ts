import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCart, asPricedLines, reconcileCart, toWireItem, type CartDish } from '../cart/index.ts';
import { addCents, cents } from '../core/money.ts';
import { WEEKDAYS } from '../hours/index.ts';
import { dishListText } from '../receipt/index.ts';
import type { DietMarks } from '../menu/diet.ts';
import { refundStateOfLine, refundShare, type ChosenLine } from '../payment/index.ts';
import { calculatePrice, taxedParts, type Taxation } from '../pricing/index.ts';
import { chooseOption, defaultChoices, applicableGroups, withoutUnavailableChoices } from './choosing.ts';
import { groupsAt } from './groups-at.ts';
import { optionLinesFrom, toWireOptionLine } from './stored-options.ts';
import { allergensWithChoices, optionLines, optionTexts, suitsDietWithChoices } from './lines.ts';
import { withParts, type PartDish } from './combo-parts.ts';
import { portionsOf } from './portions.ts';
import { lowestPrice, unitPriceOf } from './price.ts';
import { emptyGroup, optionsProblem } from './problem.ts';
import type { ChosenOptions, GroupOption } from './types.ts';
import { groupFromWire, toWireGroup } from './wire.ts';
import { plainGroup, plainOption } from '../testing/options.ts';

const option = plainOption;
const part = (id: string, more: Partial<GroupOption> = {}) => option(id, { dishId: id, ...more });
const group = plainGroup;
const some = (least: number, most: number) => ({ kind: 'some', min: least, max: most }) as const;
const plant: DietMarks = { isVegetarian: true, isVegan: true, isGlutenFree: false };
const dish = (id: string, price: number, more: Partial<PartDish> = {}): PartDish => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  price: cents(price),
  allergens: [],
  isAvailable: true,
  ...plant,
  ...more,
});

const chilli = group('chilli', [option('more', { price: cents(50) })], some(0, 1));
const naanKinds = group('kind', [option('butter', { opensGroupId: 'dip' }), option('plain')]);
const dip = group('dip', [option('mint', { price: cents(75) }), option('mango', { isDefault: true })], {
  isOpened: true,
});
const on: Record<string, PartDish> = {
  curry: dish('curry', 10_95, { optionGroups: [chilli], allergens: ['milk'], isVegan: false }),
  lamb: dish('lamb', 13_95, { isVegetarian: false, isVegan: false }),
  naan: dish('naan', 4_50, { optionGroups: [naanKinds, dip], allergens: ['wheat'] }),
  lassi: dish('lassi', 3_50),
  beer: dish('beer', 6_00, { taxClass: 'liquor' }),
};
const placed = [
  group('main', [part('curry', { isDefault: true }), part('lamb', { price: cents(2_00) })]),
  group('bread', [part('naan', { isDefault: true, maxUnits: 4 })], {
    ...some(1, 4),
    included: 1,
    eachExtra: cents(3_00),
  }),
  group('drink', [part('lassi', { isDefault: true }), part('beer', { price: cents(1_00) })]),
];
const menuOf = (changes: Record<string, Partial<PartDish> | null> = {}) =>
  new Map(
    Object.values(on).flatMap((each) => {
      const change = changes[each.id];
      return change === null ? [] : [[each.id, { ...each, ...change }] as const];
    }),
  );
const comboOf = (changes?: Parameters<typeof menuOf>[0]): CartDish & PartDish => ({
  ...dish('meal', 14_99),
  taxClass: 'meal',
  category: 'combos',
  description: '',
  image: null,
  optionGroups: withParts(placed, menuOf(changes)),
});
const combo = comboOf();
const pick = (groupId: string, optionId: string, units = 1) => ({ groupId, optionId, units });
const plainNaan = pick('bread.naan.kind', 'plain');
const asUsual: ChosenOptions = [pick('main', 'curry'), pick('bread', 'naan'), plainNaan, pick('drink', 'lassi')];
const lineOf = (chosen: ChosenOptions, quantity = 1) => ({
  unitPrice: unitPriceOf(combo, chosen),
  quantity,
  choices: optionLines(combo, chosen),
});
const rate = 14_000;
const hst: Taxation = {
  codes: [
    {
      code: 'HST',
      label: 'HST',
      registration: null,
      rates: { meal: rate, liquor: rate, grocery: rate, charge: rate },
      small: null,
    },
  ] as unknown as Taxation['codes'],
  tipBase: 'with-tax',
};
const NO_TIP = { kind: 'amount', amount: cents(0) } as const;
const netsOf = (line: Parameters<typeof taxedParts>[0]) => taxedParts(line).map(({ net }) => net);

test('the price of a combo is spread over its parts by their own prices, over the whole quantity', () => {
  expect(unitPriceOf(combo, asUsual)).toBe(14_99);
  expect(netsOf(lineOf(asUsual))).toEqual([8_66, 3_56, 2_77]);
  const three = lineOf(asUsual, 3);
  expect(addCents(...netsOf(three))).toBe(44_97);
  const price = calculatePrice([three], hst, NO_TIP);
  expect([price.subtotal, price.tax, price.total]).toEqual([44_97, 6_30, 51_27]);
});

test('nine refunds of parts return exactly what was paid, in any sequence', () => {
  const line = lineOf(asUsual, 3);
  const { taxes } = calculatePrice([line], hst, NO_TIP);
  const bill = { lines: [line], taxes, tip: cents(0) };
  const units = [0, 1, 2].flatMap((at) => [0, 1, 2].map((): ChosenLine => ({ line: 0, part: at, quantity: 1 })));
  fc.assert(
    fc.property(fc.shuffledSubarray(units, { minLength: 9 }), (sequence) => {
      const back = sequence.map((each, at) => refundShare(bill, [each], sequence.slice(0, at)));
      expect(addCents(...back.map((each) => (each.ok ? each.value.total : cents(0))))).toBe(51_27);
    }),
  );
  expect(refundShare(bill, [{ line: 0, part: 1, quantity: 2 }], [{ line: 0, quantity: 2 }]).ok).toBe(false);
  expect(refundShare(bill, [{ line: 0, part: 3, quantity: 1 }]).ok).toBe(false);
  // A whole combo is left only if every part is left; a whole combo was refunded only if every part was.
  expect(refundStateOfLine({ quantity: 3, parts: 3 }, [{ quantity: 1 }, { part: 1, quantity: 2 }])).toEqual({
    back: 1,
    whole: 0,
    ofPart: [2, 0, 2],
  });
  expect(refundStateOfLine({ quantity: 3, parts: 0 }, [{ quantity: 1 }])).toEqual({ back: 1, whole: 2, ofPart: [] });
});

test('extras belong to their part, and each part pays its own taxes', () => {
  const chosen: ChosenOptions = [
    pick('main', 'lamb'),
    pick('bread', 'naan', 3),
    pick('bread.naan.kind', 'butter'),
    pick('bread.naan.dip', 'mint'),
    pick('drink', 'beer'),
  ];
  // 14.99 + lamb 2.00 + two extra naan (the first is included) + beer 1.00 + mint with each naan.
  expect(unitPriceOf(combo, chosen)).toBe(14_99 + 2_00 + 2 * 3_00 + 1_00 + 3 * 75);
  const shares = taxedParts(lineOf(chosen, 2));
  expect(shares.map(({ taxClass }) => taxClass)).toEqual(['meal', 'meal', 'liquor']);
  // Twice 14.99 split by 13.95 : 4.50 : 6.00, plus the extras of each part.
  expect(shares.map(({ net }) => net)).toEqual([17_10 + 4_00, 5_52 + 2 * (6_00 + 2_25), 7_36 + 2_00]);
  const off = { ...lineOf(chosen, 2), off: cents(10_00) };
  expect(addCents(...netsOf(off))).toBe(2 * 26_24 - 10_00);
});

test('the parts of a line sum to its price, with any choices and discounts', () => {
  const choice = fc.record({
    main: fc.constantFrom('curry', 'lamb'),
    bread: fc.integer({ min: 1, max: 4 }),
    drink: fc.constantFrom('lassi', 'beer'),
    quantity: fc.integer({ min: 1, max: 9 }),
    off: fc.integer({ min: 0, max: 14_99 }),
  });
  fc.assert(
    fc.property(choice, ({ main, bread, drink, quantity, off }) => {
      const line = lineOf(
        [pick('main', main), pick('bread', 'naan', bread), plainNaan, pick('drink', drink)],
        quantity,
      );
      const nets = netsOf({ ...line, off: cents(off) });
      expect(addCents(...nets)).toBe(line.unitPrice * quantity - off);
      expect(nets.every((net) => net >= 0)).toBe(true);
    }),
  );
});

test('parts with a price of zero share equally', () => {
  const free = comboOf({ curry: { price: cents(0) }, naan: { price: cents(0) }, lassi: { price: cents(0) } });
  expect(netsOf({ unitPrice: cents(10_00), quantity: 1, choices: optionLines(free, asUsual) })).toEqual([
    3_34, 3_33, 3_33,
  ]);
});

test('a part takes its name, availability, allergens and diets from the location’s dish', () => {
  expect(allergensWithChoices(combo, asUsual)).toEqual(['milk', 'wheat']);
  expect(suitsDietWithChoices(combo, asUsual, 'vegetarian')).toBe(true);
  expect(suitsDietWithChoices(combo, asUsual, 'vegan')).toBe(false);
  const withLamb = [pick('main', 'lamb'), ...asUsual.slice(1)];
  expect(suitsDietWithChoices(combo, withLamb, 'vegetarian')).toBe(false);

  const removed = comboOf({ lamb: null, beer: { isAvailable: false } });
  expect(removed.optionGroups?.[0]?.options.map(({ id }) => id)).toEqual(['curry']);
  expect(optionsProblem(removed, withLamb)).toMatchObject({ code: 'option-unavailable' });
  expect(optionsProblem(removed, [...asUsual.slice(0, 3), pick('drink', 'beer')])?.message).toBe(
    '"Beer" is no longer available.',
  );
  const until = new Date('2027-01-01T12:00Z');
  const out = comboOf({ naan: { soldOutUntil: until } }).optionGroups ?? [];
  expect(emptyGroup({ ...combo, optionGroups: groupsAt(out, new Date('2027-01-01T11:59Z')) })?.id).toBe('bread');
  expect(emptyGroup({ ...combo, optionGroups: groupsAt(out, until) })).toBeNull();
  // A part that is served at other hours is unavailable until then.
  const noon = { id: 'noon', name: 'Noon', days: WEEKDAYS, from: '12:00', until: '13:00', price: null };
  const hours = { zone: 'UTC', parts: [noon], onlyThen: true };
  const dayOnly = comboOf({ naan: { hours } }).optionGroups ?? [];
  expect(emptyGroup({ ...combo, optionGroups: groupsAt(dayOnly, new Date('2027-01-01T11:59Z')) })?.id).toBe('bread');
  expect(emptyGroup({ ...combo, optionGroups: groupsAt(dayOnly, until) })).toBeNull();
  expect(JSON.stringify(dayOnly.map(toWireGroup))).not.toContain('hours');
  // If a required group of the part is sold out, the part is unavailable too.
  const noKind = { ...naanKinds, options: naanKinds.options.map((each) => ({ ...each, soldOutUntil: until })) };
  const bare = comboOf({ naan: { optionGroups: [noKind, dip] } }).optionGroups ?? [];
  expect(emptyGroup({ ...combo, optionGroups: groupsAt(bare, new Date('2027-01-01T11:59Z')) })?.id).toBe('bread');
});

test('a part has its own groups, whose choices are removed with it', () => {
  expect(optionsProblem(combo)).toMatchObject({
    code: 'option-missing',
    message: 'Choose at least 1 for "Naan: kind"',
  });
  const groups = (chosen: ChosenOptions) => applicableGroups(combo, chosen).map(({ id }) => id);
  expect(groups(asUsual)).toEqual(['main', 'main.curry.chilli', 'bread', 'bread.naan.kind', 'drink']);
  const [main] = combo.optionGroups ?? [];
  const kind = combo.optionGroups?.find(({ id }) => id === 'bread.naan.kind');
  if (!main || !kind) throw new Error('they are there');
  const opened = chooseOption(combo, asUsual, kind, { id: 'butter' }, 1);
  expect(opened).toContainEqual(pick('bread.naan.dip', 'mango'));
  expect(groups(opened)).toContain('bread.naan.dip');
  const hot = chooseOption(combo, [...asUsual, pick('main.curry.chilli', 'more')], main, { id: 'lamb' }, 1);
  expect(hot.some(({ groupId }) => groupId === 'main.curry.chilli')).toBe(false);
  expect(optionsProblem(combo, hot)).toBeNull();
  expect(optionsProblem(combo, [...asUsual, pick('main.lamb.chilli', 'more')])).toMatchObject({
    code: 'invalid-argument',
  });
  expect(withoutUnavailableChoices(comboOf({ naan: null }), asUsual)).toEqual([asUsual[0], asUsual[3]]);
});

test('a size of a part costs its difference from the cheapest size', () => {
  const sizes = group('size', [option('big', { price: cents(5_00) }), option('small', { price: cents(3_50) })], {
    isSize: true,
  });
  const sized = comboOf({ lassi: { optionGroups: [sizes] } });
  const big = [...asUsual, pick('drink.lassi.size', 'big')];
  expect(unitPriceOf(sized, big)).toBe(14_99 + 1_50);
  expect(optionsProblem(sized, asUsual)?.code).toBe('option-missing');
  expect(lowestPrice(sized)).toBe(14_99);
});

test('a combo cannot be a part of a combo', () => {
  const groups = withParts([group('all', [part('meal'), part('lassi')])], new Map([...menuOf(), ['meal', combo]]));
  expect(groups.map(({ options }) => options.map(({ id }) => id))).toEqual([['lassi']]);
});

test('guests and kitchen see all parts, including the defaults, and which choices belong to which part', () => {
  const chosen: ChosenOptions = [
    pick('main', 'curry'),
    pick('main.curry.chilli', 'more'),
    pick('bread', 'naan', 2),
    plainNaan,
    pick('drink', 'lassi'),
  ];
  expect(optionTexts(optionLines(combo, chosen))).toEqual([
    'Curry',
    '+ more (Curry)',
    'Naan ×2',
    'plain (Naan)',
    'Lassi',
  ]);
});

test('a refund of a part names the part and its combo', () => {
  const options = optionLines(combo, asUsual);
  const items = [{ line: 1, name: 'Meal', options }];
  expect(dishListText([{ line: 1, quantity: 2, part: 3 }], items)).toBe('2 × Lassi (Meal)');
  expect(dishListText([{ line: 1, quantity: 1 }], items)).toBe('1 × Meal');
});

test('a line uses portions of its dish, parts and options; choices within a part count per unit of it', () => {
  const chosen = [...asUsual.filter(({ groupId }) => groupId !== 'bread'), pick('bread', 'naan', 3)];
  const choices = optionLines(combo, chosen);
  expect(portionsOf({ id: 'meal', name: 'Meal', quantity: 2, choices })).toEqual([
    { itemId: 'meal', name: 'Meal', quantity: 2 },
    { itemId: 'curry', name: 'Curry', quantity: 2 },
    { itemId: 'naan', name: 'Naan', quantity: 6 },
    { itemId: 'kind/plain', name: 'plain', quantity: 6 },
    { itemId: 'lassi', name: 'Lassi', quantity: 2 },
  ]);
  expect(portionsOf({ id: 'dal', name: 'Dal', quantity: 1 })).toEqual([{ itemId: 'dal', name: 'Dal', quantity: 1 }]);
});

test('a cart line lists the parts of a combo even with its defaults, uses their taxes, and stores them', () => {
  const plain = comboOf({ naan: { optionGroups: [] }, lassi: { taxClass: 'liquor' } });
  const filled = addToCart([], plain, null, 3);
  if (!filled.ok) throw new Error(filled.error.message);
  const [line] = filled.value;
  expect(optionTexts(line?.options)).toEqual(['Curry', 'Naan', 'Lassi']);
  expect(taxedParts(asPricedLines(filled.value)[0] ?? { unitPrice: cents(0), quantity: 0 })).toContainEqual({
    taxClass: 'liquor',
    net: 8_31,
  });
  const options = optionLinesFrom(structuredClone(line?.options?.map(toWireOptionLine)));
  expect(options).toEqual(line?.options);
  const { cart, changes } = reconcileCart(filled.value, new Map([[plain.id, plain]]));
  expect([cart, changes]).toEqual([filled.value, []]);
  expect(line && toWireItem(line).options?.map(({ groupId, optionId }) => [groupId, optionId])).toEqual([
    ['main', 'curry'],
    ['bread', 'naan'],
    ['drink', 'lassi'],
  ]);
  expect(defaultChoices(plain)).toHaveLength(3);
});

test('a combo survives the round trip through the API', () => {
  const groups = combo.optionGroups ?? [];
  const received = structuredClone(groups.map(toWireGroup)).map(groupFromWire);
  // Only the menu editor needs to know which dish an option refers to.
  const existing = groups.map((each) => ({
    ...each,
    options: each.options.map(({ dishId: _dishId, ...rest }) => rest),
  }));
  expect(received).toEqual(existing);
});
