import { expect, test } from 'vitest';
import { dateText, instantInput } from './wire.ts';

const YEARS = 'Dates must be between the years 1900 and 2200';
const FORMAT = 'Invalid date, expected YYYY-MM-DD';

test.each([
  ['1900-01-01', []],
  ['2028-02-29', []],
  ['2200-12-31', []],
  ['0000-01-01', [YEARS]],
  ['1899-12-31', [YEARS]],
  ['2201-01-01', [YEARS]],
  ['9999-12-31', [YEARS]],
  ['2026-02-29', [FORMAT]],
  ['tomorrow', [FORMAT]],
])('the date %s has the problems %j', (text, problems) => {
  expect(dateText.safeParse(text).error?.issues.map(({ message }) => message) ?? []).toEqual(problems);
});

test.each([
  ['1900-01-01T00:00:00Z', true],
  ['2200-12-31T23:59:59.999-23:59', true],
  ['1899-12-31T23:59:59Z', false],
  ['9999-12-31T23:59:59Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['2026-11-27', false],
])('the time %s is accepted: %s', (text, isAccepted) => {
  expect(instantInput().safeParse(text).success).toBe(isAccepted);
});
