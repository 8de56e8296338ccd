import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isInside,
  metresBetween,
  ringFromGeoJson,
  ringProblem,
  MAX_RING_POINTS,
  type Point,
  type Ring,
} from './drawn-area.ts';

const at = (lat: number, lng: number): Point => ({ lat, lng });
/** Roughly Truro: a square with a corner cut in. */
const town: Ring = [
  at(45.3, -63.4),
  at(45.3, -63.2),
  at(45.4, -63.2),
  at(45.4, -63.28),
  at(45.36, -63.3),
  at(45.4, -63.32),
  at(45.4, -63.4),
];

test.each([
  ['in the middle', at(45.32, -63.3), true],
  ['on a corner', at(45.3, -63.4), true],
  ['on the corner that is cut in', at(45.36, -63.3), true],
  ['on an edge', at(45.3, -63.3), true],
  ['on a slanting edge', at(45.38, -63.29), true],
  ['on an edge from north to south', at(45.35, -63.2), true],
  ['within the cut', at(45.39, -63.3), false],
  ['a step outside', at(45.299_999, -63.3), false],
  ['level with a corner, to the west', at(45.4, -63.5), false],
  ['level with the cut, to the east', at(45.36, -63.1), false],
  ['on the other side of the earth', at(-45.3, 116.6), false],
])('a point %s', (_where, point, expected) => {
  expect(isInside(town, point)).toBe(expected);
});

const near = fc
  .record({
    lat: fc.integer({ min: 45_290_000, max: 45_410_000 }),
    lng: fc.integer({ min: -63_410_000, max: -63_190_000 }),
  })
  .map(({ lat, lng }) => at(lat / 1e6, lng / 1e6));

test('an area is the same from any starting corner and in either direction', () => {
  fc.assert(
    fc.property(near, fc.nat(town.length - 1), (point, from) => {
      const rotated = [...town.slice(from), ...town.slice(0, from)];
      const answer = isInside(town, point);
      expect([isInside(rotated, point), isInside(rotated.toReversed(), point)]).toEqual([answer, answer]);
    }),
    { numRuns: 10_000 },
  );
});

test('a degree of latitude is about 111 km, and at 45° a degree of longitude is shorter', () => {
  expect(metresBetween(at(45, -63), at(46, -63)) / 1000).toBeCloseTo(111.2, 1);
  expect(metresBetween(at(45, -63), at(45, -62)) / 1000).toBeCloseTo(78.6, 1);
  expect(metresBetween(at(45, -63), at(45, -63))).toBe(0);
});

const square = [at(45, -63), at(45, -62.9), at(45.1, -62.9), at(45.1, -63)];
test.each<[string, Ring, RegExp]>([
  ['a square', square, /all is well/],
  ['a town', town, /all is well/],
  ['two corners', square.slice(0, 2), /three corners/],
  ['a bow tie', [at(45, -63), at(45.1, -62.9), at(45, -62.9), at(45.1, -63)], /crosses or touches itself/],
  ['a line there and back', [at(45, -63), at(45, -62.9), at(45, -62.8)], /crosses or touches itself/],
  ['a corner given twice', [...square, at(45, -62.9)], /crosses or touches itself/],
  ['an edge that touches another', [...square, at(45, -62.95)], /crosses or touches itself/],
  ['latitude and longitude swapped', square.map(({ lat, lng }) => at(lng - 60, lat)), /not a valid position/],
  ['half a country', [at(45, -63), at(45, -60), at(47, -60)], /too large/],
  ['too many corners', Array.from({ length: MAX_RING_POINTS + 1 }, (_, n) => at(45 + n / 1e5, -63)), /at most 500/],
  ['no number', [at(NaN, -63), ...square], /not a valid position/],
])('%s', (_what, ring, problem) => {
  expect(ringProblem(ring) ?? 'all is well').toMatch(problem);
});

const positions = [...square, square[0] ?? at(0, 0)].map(({ lat, lng }) => [lng, lat]);
const polygon = { type: 'Polygon', coordinates: [positions] };
test.each([
  ['a polygon', polygon],
  ['a feature', { type: 'Feature', properties: {}, geometry: polygon }],
  ['a collection of one', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon }] }],
  ['a multipolygon of one', { type: 'MultiPolygon', coordinates: [[positions]] }],
  ['one with heights', { type: 'Polygon', coordinates: [positions.map((each) => [...each, 12])] }],
  ['one that is left open', { type: 'Polygon', coordinates: [positions.slice(0, -1)] }],
])('reads GeoJSON: %s', (_what, json) => {
  expect(ringFromGeoJson(JSON.stringify(json))).toEqual({ ok: true, value: square });
});

test.each([
  ['no JSON', 'B2N 1A1', /not valid GeoJSON/],
  ['null', 'null', /no area/],
  ['a point', '{"type":"Point","coordinates":[-63,45]}', /no area/],
  ['coordinates that are none', '{"type":"Polygon","coordinates":[["a","b","c"]]}', /not a valid position/],
  ['an empty polygon', '{"type":"Polygon","coordinates":[]}', /no area/],
  ['a hole', JSON.stringify({ type: 'Polygon', coordinates: [positions, positions] }), /with holes/],
  ['two areas', JSON.stringify({ type: 'MultiPolygon', coordinates: [[positions], [positions]] }), /several areas/],
  ['a chain of collections', `${'{"type":"GeometryCollection","geometries":['.repeat(9)}${']}'.repeat(9)}`, /no area/],
])('GeoJSON that is %s is refused with the reason', (_what, json, pattern) => {
  const read = ringFromGeoJson(json);
  expect(read.ok || read.error.message).toMatch(pattern);
});
