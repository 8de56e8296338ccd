import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { addDays } from '../hours/dates.ts';
import { overtimeLimits } from '../law/overtime-rules.ts';
import { payPeriodOf, startOfWeeks, sumPay, type PaidShift } from './pay.ts';

test.each([
  ['week', null, '2026-11-29', '2026-11-23', '2026-11-29'],
  ['week', '2026-01-04', '2026-11-28', '2026-11-22', '2026-11-28'],
  ['two-weeks', '2026-11-09', '2026-11-22', '2026-11-09', '2026-11-22'],
  ['two-weeks', '2026-11-09', '2026-11-08', '2026-10-26', '2026-11-08'],
  ['half-month', null, '2026-11-15', '2026-11-01', '2026-11-15'],
  ['half-month', null, '2026-02-16', '2026-02-16', '2026-02-28'],
  ['month', null, '2028-02-10', '2028-02-01', '2028-02-29'],
] as const)('a pay period by %s from %s has %s between %s and %s', (period, firstDay, day, from, to) => {
  expect(payPeriodOf(day, period, firstDay)).toEqual({ from, to });
});

test('the law of the province says when overtime begins, and elsewhere nothing is overtime', () => {
  const address = { country: 'CA', region: '', postalCode: 'B2N 1A1' };
  expect(overtimeLimits(address)).toEqual({ dailyHours: null, weeklyHours: 48 });
  expect(overtimeLimits({ ...address, region: 'AB' })).toEqual({ dailyHours: 8, weeklyHours: 44 });
  expect(overtimeLimits({ ...address, region: 'SK' })).toEqual({ dailyHours: null, weeklyHours: null });
  expect(overtimeLimits({ ...address, country: 'FR', region: 'BC' })).toEqual({ dailyHours: null, weeklyHours: null });
});

const MONDAY = '2026-11-23';
const work = (hours: readonly number[]): PaidShift[] =>
  hours.map((each, index) => ({
    personId: 'a',
    day: addDays(MONDAY, index),
    minutes: each * 60,
    declaredCash: index === 0 ? cents(5_00) : null,
  }));
const WEEK = { from: MONDAY, to: '2026-11-29' };
const overtime = (
  hours: readonly number[],
  limits: { dailyHours: number | null; weeklyHours: number | null },
  period = WEEK,
) =>
  sumPay(period, work(hours), [], { firstDay: null, ...limits }).map(({ overtimeMinutes }) => overtimeMinutes / 60)[0];

test.each([
  [[10, 10, 10, 10, 10], { dailyHours: null, weeklyHours: 48 }, 2],
  [[10, 10, 10, 10, 10], { dailyHours: 8, weeklyHours: 44 }, 10],
  [[9, 9, 9, 9, 9, 9], { dailyHours: 8, weeklyHours: 44 }, 10],
  [[12, 0, 12], { dailyHours: 8, weeklyHours: null }, 8],
  [[24, 24, 24], { dailyHours: null, weeklyHours: null }, 0],
])('of %j hours by %j, %d are overtime', (hours, limits, expected) => {
  expect(overtime(hours, limits)).toBe(expected);
});

test('a week across the border of a period counts as a whole, and its overtime on the days on which it arises', () => {
  const hours = [12, 12, 12, 12, 12];
  const limits = { dailyHours: null, weeklyHours: 40 };
  const parts = [
    { from: MONDAY, to: '2026-11-25' },
    { from: '2026-11-26', to: '2026-11-26' },
    { from: '2026-11-27', to: '2026-12-10' },
  ];
  expect(parts.map((part) => overtime(hours, limits, part))).toEqual([0, 8, 12]);
});

test('minutes are those of the shifts, overtime is at most those, and days of a period add up to the period', () => {
  const shifts = fc.array(
    fc.record({
      personId: fc.constantFrom('a', 'b', 'c'),
      day: fc.nat(20).map((days) => addDays(MONDAY, days)),
      minutes: fc.nat(1440),
      declaredCash: fc.option(fc.nat(100_00).map(cents)),
    }),
  );
  const tips = fc.array(fc.record({ personId: fc.constantFrom('a', 'b', 'd'), gets: fc.nat(500_00).map(cents) }));
  const hours = fc.option(fc.integer({ min: 1, max: 50 }));
  const rules = fc.record({ firstDay: fc.option(fc.constant('2026-01-07')), dailyHours: hours, weeklyHours: hours });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  fc.assert(
    fc.property(shifts, tips, rules, fc.nat(20), (worked, given, limits, border) => {
      const period = { from: MONDAY, to: addDays(MONDAY, 20) };
      const people = sumPay(period, worked, given, limits);
      expect(sum(people.map((each) => each.minutes))).toBe(sum(worked.map((each) => each.minutes)));
      expect(sum(people.map((each) => each.tips))).toBe(sum(given.map((each) => each.gets)));
      expect(sum(people.map((each) => each.declaredCash))).toBe(sum(worked.map((each) => each.declaredCash ?? 0)));
      expect(people.every((each) => each.overtimeMinutes >= 0 && each.overtimeMinutes <= each.minutes)).toBe(true);
      const middle = addDays(MONDAY, border);
      const overtimeOf = (from: string, to: string) =>
        sum(sumPay({ from, to }, worked, [], limits).map((each) => each.overtimeMinutes));
      const later = border < 20 ? overtimeOf(addDays(middle, 1), period.to) : 0;
      expect(overtimeOf(MONDAY, middle) + later).toBe(sum(people.map((each) => each.overtimeMinutes)));
      expect(startOfWeeks(middle, limits.firstDay) <= middle).toBe(true);
    }),
  );
});
