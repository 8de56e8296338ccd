import { createRandom } from '@tiffin/demo/history/random';
import { expect, test } from 'vitest';
import { ASSUMPTIONS, TIME_ZONES, locationsByZone, simulateDinnerRush } from './dinner-rush.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('every location is in exactly one time zone', () => {
  for (const locations of [1, 7, 100, 5_000]) expect(sum(locationsByZone(locations))).toBe(locations);
  expect(sum(TIME_ZONES.map(({ share }) => share))).toBeCloseTo(1);
});

test('every order of the evening arrives once', () => {
  const rush = simulateDinnerRush(100, createRandom(1));
  expect(rush.orders).toBe(100 * ASSUMPTIONS.ordersPerLocation);
  expect(sum([...rush.halfHours.values()].flat())).toBe(rush.orders);
});

test('the peak of a chain in five time zones is flatter than that of one in a single zone', () => {
  const { peakMinute, orders, halfHours } = simulateDinnerRush(1_000, createRandom(1));
  // The highest point of a normal distribution, if all locations were in one zone.
  const inOneZone = orders / (ASSUMPTIONS.spreadMinutes * Math.sqrt(2 * Math.PI));
  expect(peakMinute).toBeLessThan(inOneZone);
  expect(peakMinute).toBeGreaterThan(inOneZone / 3);
  // Eastern time has the most guests: dinner at 18:15 is 23:15 in UTC.
  const busiest = [...halfHours].reduce((best, each) => (sum(each[1]) > sum(best[1]) ? each : best));
  expect(busiest[0]).toBeGreaterThanOrEqual(22 * 60 + 30);
  expect(busiest[0]).toBeLessThanOrEqual(24 * 60);
});
