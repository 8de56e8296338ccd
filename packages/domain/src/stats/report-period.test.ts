import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { businessDayOf, daysOf, lastDayEnd, reportPeriodProblem } from './report-period.ts';

const DAY_END = { zone: HALIFAX, hour: null };

test('for several locations, today is the day that has not ended at all of them', () => {
  const midnight = { zone: HALIFAX, hour: 0 };
  const west = { zone: 'Pacific/Honolulu', hour: 0 };
  const todayOf = (now: string, ...places: Parameters<typeof lastDayEnd>[0]) =>
    businessDayOf(new Date(now), lastDayEnd(places, new Date(now)));
  // 00:40, 03:30 and 04:30 on Saturday in Halifax; in Hawaii it is Friday evening
  expect(todayOf('2026-11-28T04:40Z', midnight)).toBe('2026-11-28');
  expect(todayOf('2026-11-28T04:40Z', midnight, DAY_END)).toBe('2026-11-27');
  expect(todayOf('2026-11-28T04:40Z', DAY_END, midnight)).toBe('2026-11-27');
  expect(todayOf('2026-11-28T08:30Z', midnight, DAY_END)).toBe('2026-11-28');
  expect(todayOf('2026-11-28T07:30Z', midnight, west)).toBe('2026-11-27');
  expect(todayOf('2026-11-28T04:40Z')).toBe('2026-11-27');
});

test('a period is one to 366 days, and its start is not after its end', () => {
  expect(daysOf({ from: '2026-11-01', to: '2026-11-01' })).toBe(1);
  expect(reportPeriodProblem({ from: '2028-01-01', to: '2028-12-31' })).toBeNull();
  expect(reportPeriodProblem({ from: '2026-01-01', to: '2027-01-02' })?.details).toEqual({ field: 'to' });
  expect(reportPeriodProblem({ from: '1986-11-01', to: '2026-11-01' })?.message).toMatch('at most one year');
  expect(reportPeriodProblem({ from: '2026-11-30', to: '2026-11-01' })?.details).toEqual({ field: 'from' });
});
