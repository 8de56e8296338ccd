import { expect, test } from 'vitest';
import { COUNTRIES, timeZoneOf, timeZoneProblem } from './index.ts';

test.each([
  ['CA', '', 'B3J 1A1', 'America/Halifax'],
  ['CA', '', 'b3j1a1', 'America/Halifax'],
  ['CA', '', 'A1A 1A1', 'America/St_Johns'],
  ['CA', '', 'A0P 1E0', 'America/Goose_Bay'],
  ['CA', '', 'P9N 1A1', 'America/Winnipeg'],
  ['CA', '', 'S4P 3Y2', 'America/Regina'],
  ['CA', '', 'X0C 0G0', 'America/Rankin_Inlet'],
  // The chosen province outweighs a postal code of another one.
  ['CA', 'NS', 'P9N 1A1', 'America/Halifax'],
  ['CA', '', '', null],
  ['US', 'ny', '10001', 'America/New_York'],
  ['US', '', '10001', null],
  ['PT', 'Lisboa', '1100-048', 'Europe/Lisbon'],
  ['FR', '', '75001', 'Europe/Paris'],
  ['AU', 'NSW', '2000', null],
])('the time zone in %s, %j, %j is %s', (country, region, postalCode, zone) => {
  expect(timeZoneOf({ country, region, postalCode })).toBe(zone);
});

test('the zones of all countries exist', () => {
  const zones = COUNTRIES.flatMap((country) => timeZoneOf({ country, region: '', postalCode: '' }) ?? []);
  expect(zones.length).toBeGreaterThan(20);
  expect(zones.filter((zone) => timeZoneProblem(zone) !== null)).toEqual([]);
});
