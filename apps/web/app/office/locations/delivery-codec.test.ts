import { expect, test } from 'vitest';
import { deliveryField, locationPointOf, newZone, zoneProblems, type TypedZone } from './delivery-codec.ts';

const field = deliveryField();
const zone = (typed: Partial<TypedZone> = {}): TypedZone => ({
  ...newZone(),
  id: 'a',
  name: 'Truro',
  prefixes: 'B2N, b2n 1a',
  fees: [{ from: '0', fee: '3.99' }],
  ...typed,
});
const problemOf = (...zones: TypedZone[]) => field.problem?.({ position: '', zones });

test('a location without delivery zones sends null', () => {
  expect(field.toPayload(field.toTyped(null))).toBeNull();
  expect(field.problem?.(field.initialValue)).toBeNull();
});

test('shows stored settings and sends them back unchanged', () => {
  const ring = [
    { lat: 45.35, lng: -63.31 },
    { lat: 45.35, lng: -63.27 },
    { lat: 45.37, lng: -63.27 },
  ];
  const common = {
    minimum: 15,
    freeOver: 45.5,
    fees: [
      { from: 0, fee: 3.99 },
      { from: 30, fee: 0 },
    ],
    extraMinutes: 10,
    priority: 2,
    isOn: true,
  };
  const settings = {
    point: { lat: 45.3647, lng: -63.28 },
    zones: [
      { ...common, id: 'a', name: 'A', area: { kind: 'prefix' as const, prefixes: ['B2N', 'B2H 2'] } },
      { ...common, id: 'b', name: 'B', area: { kind: 'radius' as const, metres: 7500 }, freeOver: null, minimum: 0 },
      { ...common, id: 'c', name: 'C', area: { kind: 'polygon' as const, ring }, isOn: false },
    ],
  };
  const typed = field.toTyped(settings);
  expect(field.problem?.(typed)).toBeNull();
  expect(field.toPayload(typed)).toEqual(settings);
});

test.each([
  ['45.3647, -63.2800', { lat: 45.3647, lng: -63.28 }],
  ['45.3647 -63.28', { lat: 45.3647, lng: -63.28 }],
  ['-63.28', null],
  ['145, -63', null],
  ['45° N, 63° W', null],
])('reads the location’s position %j', (typed, point) => {
  expect(locationPointOf(typed)).toEqual(point);
});

test.each<[Partial<TypedZone>, RegExp]>([
  [{ name: '' }, /needs a name/],
  [{ prefixes: '' }, /at least one postal code/],
  [{ minimum: 'ten' }, /Truro: enter amounts/],
  [{ fees: [{ from: '0', fee: '3.999' }] }, /Truro: enter amounts/],
  [{ extraMinutes: '-5' }, /whole numbers/],
  [{ kind: 'radius', km: '0' }, /Truro: the distance/],
  [{ kind: 'radius', km: '5' }, /measured from the restaurant/],
  [{ kind: 'polygon' }, /three corners/],
  [
    {
      fees: [
        { from: '0', fee: '5' },
        { from: '0', fee: '3' },
      ],
    },
    /higher amount/,
  ],
])('refuses a zone with %j', (typed, pattern) => {
  expect(problemOf(zone(typed))).toMatch(pattern);
});

test.each(['$4,50', '4.50 $', ' 4,5 ', '$ 4.50'])('reads the fee %j as 4.50', (fee) => {
  const typed = { position: '', zones: [zone({ fees: [{ from: '0', fee }] })] };
  expect(field.problem?.(typed)).toBeNull();
  expect(field.toPayload(typed)?.zones[0]?.fees).toEqual([{ from: 0, fee: 4.5 }]);
});

test('shows each problem of a zone at its field', () => {
  expect(zoneProblems(zone())).toEqual({ fees: [{}] });
  const wrong = zone({ name: ' ', prefixes: ',', minimum: 'ten', extraMinutes: '-5', fees: [{ from: '0', fee: 'x' }] });
  expect(zoneProblems(wrong)).toEqual({
    name: 'Enter a name that guests see',
    prefixes: 'Enter at least one postal code, or the beginning of one',
    minimum: 'An amount like 3.99',
    extraMinutes: 'A whole number, 999 at most',
    fees: [{ fee: 'An amount like 3.99' }],
  });
  expect(zoneProblems(zone({ kind: 'radius', km: '0' })).km).toBe('More than 0 and at most 100 km');
});
