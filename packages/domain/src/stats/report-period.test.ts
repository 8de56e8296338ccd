import { expect, test } from 'vitest';
import { daysOf, periodBefore, reportPeriodProblem } from './report-period.ts';

test.each([
  ['a month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['January', '2027-01-01', '2027-01-31', '2026-12-01', '2026-12-31'],
  ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['a day', '2027-03-01', '2027-03-01', '2027-02-28', '2027-02-28'],
  ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['part of a month', '2026-11-01', '2026-11-10', '2026-10-22', '2026-10-31'],
])('%s is compared with the same before', (_what, from, to, first, last) => {
  expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
});

test('a period is one to 366 days, and its start is not after its end', () => {
  expect(daysOf({ from: '2026-11-01', to: '2026-11-01' })).toBe(1);
  expect(reportPeriodProblem({ from: '2028-01-01', to: '2028-12-31' })).toBeNull();
  expect(reportPeriodProblem({ from: '2026-01-01', to: '2027-01-02' })?.details).toEqual({ field: 'to' });
  expect(reportPeriodProblem({ from: '1986-11-01', to: '2026-11-01' })?.message).toMatch('at most one year');
  expect(reportPeriodProblem({ from: '2026-11-30', to: '2026-11-01' })?.details).toEqual({ field: 'from' });
});
