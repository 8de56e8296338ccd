import { expect, test } from 'vitest';
import { businessDayOf, lastReportPeriod, type DayEnd } from './index.ts';

const halifax: DayEnd = { zone: 'America/Halifax', hour: null };
/** Four hours behind Halifax. */
const losAngeles: DayEnd = { zone: 'America/Los_Angeles', hour: null };
/** Halifax is four hours behind UTC in winter. */
const at = (local: string) => new Date(`${local}:00-04:00`);

test.each([
  ['2026-11-20T03:59', null, '2026-11-19'],
  ['2026-11-20T04:00', null, '2026-11-20'],
  ['2026-11-20T00:00', 0, '2026-11-20'],
  ['2026-11-20T07:59', 8, '2026-11-19'],
  ['2026-11-20T23:59', 8, '2026-11-20'],
] as const)('%s with a day that ends at %s belongs to %s', (local, hour, day) => {
  expect(businessDayOf(at(local), { ...halifax, hour })).toBe(day);
});

test('a clock change moves no business day', () => {
  // On November 1 the hour from 1:00 to 2:00 comes twice, on March 8 the hour from 2:00 does not come.
  expect(businessDayOf(new Date('2026-11-01T07:59:00Z'), halifax)).toBe('2026-10-31');
  expect(businessDayOf(new Date('2026-11-01T08:00:00Z'), halifax)).toBe('2026-11-01');
  expect(businessDayOf(new Date('2026-03-08T06:59:00Z'), halifax)).toBe('2026-03-07');
  expect(businessDayOf(new Date('2026-03-08T07:00:00Z'), halifax)).toBe('2026-03-08');
});

test.each([
  ['2026-11-20T04:59', '2026-11-18'],
  ['2026-11-20T05:00', '2026-11-19'],
  ['2026-11-20T23:59', '2026-11-19'],
])('at %s the report of %s is the last daily one', (local, day) => {
  expect(lastReportPeriod('daily', at(local), [halifax])).toEqual({ from: day, to: day });
});

test.each([
  ['2026-12-01T04:59', '2026-10-01', '2026-10-31'],
  ['2026-12-01T05:00', '2026-11-01', '2026-11-30'],
  ['2027-01-01T05:00', '2026-12-01', '2026-12-31'],
  ['2028-03-01T05:00', '2028-02-01', '2028-02-29'],
])('at %s the month from %s to %s is the last one', (local, from, to) => {
  expect(lastReportPeriod('monthly', at(local), [halifax])).toEqual({ from, to });
});

test('a report of several locations waits for the last of them', () => {
  expect(lastReportPeriod('daily', at('2026-11-20T08:59'), [halifax, losAngeles])?.to).toBe('2026-11-18');
  expect(lastReportPeriod('daily', at('2026-11-20T09:00'), [halifax, losAngeles])?.to).toBe('2026-11-19');
  expect(lastReportPeriod('daily', at('2026-11-20T09:00'), [])).toBeNull();
});
