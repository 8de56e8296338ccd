import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, type Cents } from '../core/money.ts';
import { plainGroup, plainOption } from '../testing/options.ts';
import { groupDefinitionText, hasDefinition, parseGroupDefinition } from './option-definition.ts';

const READ: readonly [text: string, range: string, options: readonly string[]][] = [
  ['Size: Small +0 | Large +3.50', '1-1 one', ['Small 0', 'Large 350']],
  ['Heat: Mild|Medium|Hot', '1-1 one', ['Mild 0', 'Medium 0', 'Hot 0']],
  ['Heat: Mild, Medium, *Hot', '1-1 one', ['Mild 0', 'Medium 0', '*Hot 0']],
  ['Size: Small +0 | Large +3,50', '1-1 one', ['Small 0', 'Large 350']],
  ['Size: Small, Large +3,50', '1-1 one', ['Small 0', 'Large 350']],
  ['Toppings: Olives +1 | Ham (+$2.00) | Egg +1.50', '0-3 some', ['Olives 100', 'Ham 200', 'Egg 150']],
  ['Extra: Cheese +2', '0-1 one', ['Cheese 200']],
  ['Toppings (1-2): Olives | Ham | Egg', '1-2 some', ['Olives 0', 'Ham 0', 'Egg 0']],
  ['Sides (2): Rice | Naan | Dal', '2-2 some', ['Rice 0', 'Naan 0', 'Dal 0']],
  ['Pizza: Small =12.00 (cost 3.10) | *Large =15.50 cost 4', '1-1 one size', ['Small 1200 @310', '*Large 1550 @400']],
];

test.each(READ)('“%s” is read as a group', (text, range, options) => {
  const parsed = parseGroupDefinition(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const { min, max, kind, isSize } = parsed.value;
  expect(`${min}-${max} ${kind}${isSize ? ' size' : ''}`).toBe(range);
  expect(
    parsed.value.options.map(
      ({ name, price, isDefault, cost }) =>
        `${isDefault ? '*' : ''}${name} ${price}${cost === null ? '' : ` @${cost}`}`,
    ),
  ).toEqual(options);
});

test.each([
  [': Small | Large', /no name before the colon/],
  ['Size:', /at least one option/],
  ['Size: Small | Small', /appears twice/],
  ['Size: Small =12 | Large +3', /is needed for every size/],
  ['Size: Small | Large 3.50', /please write “\+3.50”/],
  ['Size: Small | Large -3.50', /please write “\+3.50”/],
  ['Size: Small | Large +3.5.5', /cannot be read/],
  ['Size: Small | Large (cost dear)', /cannot be read/],
  ['Size: Small | +3', /without a name/],
  ['Toppings (3-1): A | B | C', /minimum cannot be more/],
  ['Toppings (0-0): A | B', /between 1 and 20/],
  ['Toppings (5): A | B', /only 2 to choose from/],
  ['Size (0-1): Small =12 | Large =15', /exactly one size/],
  [`${'x'.repeat(61)}: A`, /longer than 60/],
  [`Size: ${'x'.repeat(61)} | B`, /longer than 60/],
  ['Size: *Small | *Large', /At most 1/],
])('“%s” is refused with the reason', (text, reason) => {
  expect(parseGroupDefinition(text)).toEqual({ problem: expect.stringMatching(reason) });
});

test('a long cell without a definition is refused quickly', () => {
  const started = performance.now();
  for (const unit of ['a ', '( ', '+1', ' cost ', '(1-']) parseGroupDefinition(`Size: ${unit.repeat(1000)}`);
  expect(performance.now() - started).toBeLessThan(500);
});

test('what options add beyond names and prices is never lost: such a group is written by its name', () => {
  const text = (more: object) =>
    groupDefinitionText(plainGroup('g', [plainOption('a', more), plainOption('b')]), () => null);
  expect(text({})).toBe('g (1): a | b');
  for (const more of [
    { allergens: ['peanuts'] },
    { breaks: ['vegan'] },
    { kitchenName: 'A' },
    { maxUnits: 2 },
    { opensGroupId: 'x' },
    { dishId: 'dal' },
    { pricesBySize: { small: cents(100) } },
    { name: 'this | that' },
    { name: 'this; that' },
    { name: '*this' },
    { name: 'Coke 0.50' },
  ]) {
    expect([more, text(more)]).toEqual([more, null]);
  }
});

test('every group that is written as a definition is read back as the same, with its costs', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'B', 'é', '=', '+', '-', ',', ':', '(', ')', ' ', '1', '.', '*'),
    minLength: 1,
    maxLength: 8,
  });
  const amount = fc.integer({ min: 0, max: 99_999 }).map(cents);
  const option = fc.record({ name, price: amount, isDefault: fc.boolean(), cost: fc.option(amount) });
  let written = 0;
  fc.assert(
    fc.property(
      name,
      fc.array(option, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.nat(4),
      fc.nat(4),
      (title, options, isSize, min, max) => {
        const costs = new Map<string, Cents | null>(options.map(({ cost }, at) => [`o${at}`, cost]));
        const group = plainGroup(
          'g',
          options.map(({ cost: _cost, ...each }, at) => plainOption(`o${at}`, each)),
          {
            name: title,
            isSize,
            min: isSize ? 1 : min,
            max: isSize ? 1 : max,
            kind: isSize || max === 1 ? 'one' : 'some',
          },
        );
        const text = groupDefinitionText(group, (id) => costs.get(id) ?? null);
        if (text === null) return;
        written++;
        const parsed = parseGroupDefinition(text);
        if ('problem' in parsed) throw new Error(parsed.problem);
        expect(hasDefinition(group, parsed.value)).toBe(true);
        expect(parsed.value.options.map(({ cost }) => cost)).toEqual(options.map(({ cost }) => cost));
      },
    ),
    { numRuns: 2000, seed: 46 },
  );
  expect(written).toBeGreaterThan(50);
});
