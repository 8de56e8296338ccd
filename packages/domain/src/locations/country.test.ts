import { expect, test } from 'vitest';
import { addressLine } from './address-line.ts';
import { countryName, regionProblem } from './country.ts';

test.each([
  ['NS', 'CA', null],
  ['', 'CA', 'Province is required'],
  ['Nova Scotia', 'CA', 'Not a province of Canada'],
  ['constructor', 'CA', 'Not a province of Canada'],
  ['', 'PT', null],
  ['Lisboa', 'PT', null],
  ['', 'ZZ', 'Invalid country'],
  ['', 'pt', 'Invalid country'],
])('the region %j in %s gives the problem %s', (region, country, problem) => {
  expect(regionProblem({ region, country })?.message ?? null).toBe(problem);
});

test('returns the name of a country', () => {
  expect([countryName('CA'), countryName('PT'), countryName('EU')]).toEqual(['Canada', 'Portugal', null]);
});

test.each([
  [
    { address: '395 Truro Heights Road', city: 'Truro Heights', region: 'NS', postalCode: 'B2N 1A1' },
    '395 Truro Heights Road, Truro Heights, NS B2N 1A1',
  ],
  [{ address: 'Rua Augusta 1', city: 'Lisboa', region: '', postalCode: '1100-048' }, 'Rua Augusta 1, Lisboa, 1100-048'],
  [{ address: '1 Water St', postalCode: 'B3H 1A1' }, '1 Water St, B3H 1A1'],
])('the address %j in one line is %s', (place, line) => {
  expect(addressLine(place)).toBe(line);
});
