import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { dishGroupsProblem, groupProblem, nestingProblem } from './rules.ts';

const option = (name: string, more: object = {}) => ({
  name,
  price: cents(100),
  isDefault: false,
  maxUnits: 1,
  ...more,
});
const some = {
  name: 'Chutneys',
  kind: 'some' as 'one' | 'some',
  min: 0,
  max: 6,
  included: 2,
  eachExtra: cents(75),
  isSize: false,
  options: [option('Mint', { maxUnits: 4 }), option('Mango')],
};
const sizes = {
  ...some,
  name: 'Size',
  kind: 'one' as const,
  min: 1,
  max: 1,
  isSize: true,
  options: [option('Large'), option('Small')],
};

test.each([
  ['some', some, null],
  ['sizes', sizes, null],
  ['one to begin with that is included', { ...some, options: [option('Mint', { isDefault: true })] }, null],
  [
    'one to begin with that would cost extra',
    { ...some, included: 0, options: [option('Mint', { isDefault: true })] },
    'included',
  ],
  ['one or none', { ...sizes, isSize: false, min: 0 }, null],
  ['none to choose from', { ...some, options: [] }, 'options'],
  ['more than anybody reads', { ...some, options: Array.from({ length: 61 }, (_, at) => option(`${at}`)) }, 'options'],
  ['one name twice', { ...some, options: [option('Mint'), option('mint')] }, 'options'],
  ['more at least than at most', { ...some, min: 7 }, 'min'],
  ['more at least than there are', { ...some, min: 6 }, 'min'],
  ['two of one', { ...sizes, isSize: false, max: 2 }, 'max'],
  ['one, and two of it', { ...sizes, isSize: false, options: [option('Large', { maxUnits: 2 })] }, 'max'],
  ['sizes of which none need be chosen', { ...sizes, min: 0 }, 'isSize'],
  ['a size without a price', { ...sizes, options: [option('Large', { price: 0 })] }, 'options'],
  ['a size that opens a group', { ...sizes, options: [option('Large', { opensGroupId: 'x' })] }, 'options'],
  [
    'two to begin with where one is chosen',
    { ...sizes, options: [option('A', { isDefault: true }), option('B', { isDefault: true })] },
    'options',
  ],
])('checks a group with %s', (_case, group, field) => {
  expect(groupProblem(group)?.field ?? null).toBe(field);
});

const opener = (id: string, ...opens: string[]) => ({
  id,
  name: id,
  isSize: false,
  options: opens.map((opensGroupId) => ({ opensGroupId })),
});
test.each([
  ['opens nothing', opener('a'), [], null],
  ['opens another', opener('a', 'b'), [opener('b')], null],
  ['opens an unavailable dish', opener('a', 'b'), [], 'An option opens a group that no longer exists.'],
  ['opens itself', opener('a', 'a'), [], '"a" already opens groups. Only one level is possible.'],
  [
    'is two steps deep',
    opener('a', 'b'),
    [opener('b', 'c'), opener('c')],
    '"b" already opens groups. Only one level is possible.',
  ],
  [
    'is opened, and opens',
    opener('b', 'c'),
    [opener('a', 'b'), opener('c')],
    '"a" opens this group, so this group cannot open another.',
  ],
  ['opens sizes', opener('a', 'b'), [{ ...opener('b'), isSize: true }], '"b" are sizes. Add them to the dish itself.'],
])('checks a group that %s', (_case, group, others, text) => {
  expect(nestingProblem(group, others)).toBe(text);
});

test('a dish has at most one group of sizes, 30 groups, and no requirement that cannot be met', () => {
  expect(dishGroupsProblem([sizes, some])).toBeNull();
  expect(dishGroupsProblem([sizes, sizes])).toBe('A dish can have only one group of sizes.');
  expect(dishGroupsProblem(Array.from({ length: 31 }, () => some))).toBe('A dish has at most 30 groups.');
  expect(dishGroupsProblem([{ ...some, min: 6 }])).toBe('Chutneys: There are only 5 to choose from.');
  const many = { ...some, min: 5, max: 5 };
  expect(dishGroupsProblem([many, many, many, many])).toBeNull();
  expect(dishGroupsProblem([many, many, many, many, sizes])).toMatch(/^Nobody could order it/);
});
