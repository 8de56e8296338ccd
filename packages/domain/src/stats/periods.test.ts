import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { addDays } from '../hours/index.ts';
import { DASHBOARD_REFRESH_MS, PERIODS, businessDayOf, comparablePeriod, type Period } from './index.ts';
import { isWithin, periodSpan, previousSpan } from '../testing/dashboard.ts';

const at = (text: string) => new Date(text);

/** Days that end at midnight, and at the default hour. */
const MIDNIGHT = { zone: HALIFAX, hour: 0 };
const FOUR = { zone: HALIFAX, hour: null };

test('the periods and their refresh intervals [A-STAT-04] [A-STAT-18]', () => {
  expect(PERIODS.map((period) => period.label)).toEqual(['Today', 'Yesterday', 'This Week', 'This Month']);
  expect(DASHBOARD_REFRESH_MS).toBe(30_000);
});

test.each<[string, Period, string, string]>([
  // 03:30Z on 2 November is the last half hour of a Sunday of 25 hours
  ['2026-11-02T03:30:00Z', 'today', '2026-11-01T03:00:00Z', '2026-11-02T04:00:00Z'],
  ['2026-11-02T03:30:00Z', 'yesterday', '2026-10-31T03:00:00Z', '2026-11-01T03:00:00Z'],
  ['2026-11-02T03:30:00Z', 'week', '2026-10-26T03:00:00Z', '2026-11-02T04:00:00Z'],
  ['2026-11-02T04:00:00Z', 'week', '2026-11-02T04:00:00Z', '2026-11-09T04:00:00Z'],
  ['2026-11-02T03:30:00Z', 'month', '2026-11-01T03:00:00Z', '2026-12-01T04:00:00Z'],
  // a Sunday of 23 hours
  ['2026-03-08T12:00:00Z', 'today', '2026-03-08T04:00:00Z', '2026-03-09T03:00:00Z'],
  ['2026-03-08T12:00:00Z', 'week', '2026-03-02T04:00:00Z', '2026-03-09T03:00:00Z'],
  ['2027-03-14T12:00:00Z', 'today', '2027-03-14T04:00:00Z', '2027-03-15T03:00:00Z'],
  ['2027-03-14T12:00:00Z', 'month', '2027-03-01T04:00:00Z', '2027-04-01T03:00:00Z'],
  ['2027-11-07T12:00:00Z', 'today', '2027-11-07T03:00:00Z', '2027-11-08T04:00:00Z'],
  ['2026-12-31T20:00:00Z', 'month', '2026-12-01T04:00:00Z', '2027-01-01T04:00:00Z'],
])('at %s %s runs from %s to %s [A-STAT-21] [A-STAT-22]', (now, period, from, to) => {
  expect(periodSpan(period, at(now), MIDNIGHT)).toEqual({ from: at(from), to: at(to) });
});

test.each<[string, Period, string, string]>([
  // 00:40 on Saturday is still Friday; 04:30 is not.
  ['2026-11-28T04:40:00Z', 'today', '2026-11-27T08:00:00Z', '2026-11-28T08:00:00Z'],
  ['2026-11-28T04:40:00Z', 'yesterday', '2026-11-26T08:00:00Z', '2026-11-27T08:00:00Z'],
  ['2026-11-28T08:30:00Z', 'today', '2026-11-28T08:00:00Z', '2026-11-29T08:00:00Z'],
  ['2026-11-28T08:30:00Z', 'yesterday', '2026-11-27T08:00:00Z', '2026-11-28T08:00:00Z'],
  // The night to a Monday and to a first of the month.
  ['2026-11-30T04:40:00Z', 'week', '2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'],
  ['2026-12-01T04:40:00Z', 'month', '2026-11-01T08:00:00Z', '2026-12-01T08:00:00Z'],
])('where days end at four, at %s %s runs from %s to %s', (now, period, from, to) => {
  expect(periodSpan(period, at(now), FOUR)).toEqual({ from: at(from), to: at(to) });
});

test.each<[string, Period, ReturnType<typeof comparablePeriod>]>([
  // Friday at 6:42 p.m.
  ['2026-11-20T22:42:00Z', 'today', { first: '2026-11-19', date: '2026-11-19', until: at('2026-11-19T22:42:00Z') }],
  ['2026-11-20T22:42:00Z', 'week', { first: '2026-11-09', date: '2026-11-13', until: at('2026-11-13T22:42:00Z') }],
  // the same local time, although the clocks changed on the first
  ['2026-11-20T22:42:00Z', 'month', { first: '2026-10-01', date: '2026-10-20', until: at('2026-10-20T21:42:00Z') }],
  ['2026-11-20T22:42:00Z', 'yesterday', null],
  ['2027-03-31T12:00:00Z', 'month', null],
  // 00:40 on Saturday: Friday so far, against Thursday until 00:40.
  ['2026-11-28T04:40:00Z', 'today', { first: '2026-11-26', date: '2026-11-26', until: at('2026-11-27T04:40:00Z') }],
])('at %s %s so far is compared with the same hours of the previous period', (now, period, before) => {
  expect(comparablePeriod(period, at(now), FOUR)).toEqual(before);
});

test.each<[string, Period, string, string]>([
  ['2026-11-02T03:30:00Z', 'today', '2026-10-31T03:00:00Z', '2026-11-01T03:00:00Z'],
  ['2026-11-02T03:30:00Z', 'yesterday', '2026-10-30T03:00:00Z', '2026-10-31T03:00:00Z'],
  ['2026-11-02T04:00:00Z', 'today', '2026-11-01T03:00:00Z', '2026-11-02T04:00:00Z'],
  ['2026-11-02T03:30:00Z', 'week', '2026-10-19T03:00:00Z', '2026-10-26T03:00:00Z'],
  ['2026-11-02T03:30:00Z', 'month', '2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z'],
  ['2027-03-31T12:00:00Z', 'month', '2027-02-01T04:00:00Z', '2027-03-01T04:00:00Z'],
  ['2027-01-15T12:00:00Z', 'month', '2026-12-01T04:00:00Z', '2027-01-01T04:00:00Z'],
])('at %s the period before %s runs from %s to %s', (now, period, from, to) => {
  expect(previousSpan(period, at(now), MIDNIGHT)).toEqual({ from: at(from), to: at(to) });
});

test('the days of clock changes have 25 and 23 hours', () => {
  const hours = (now: string) => {
    const { from, to } = periodSpan('today', at(now), MIDNIGHT);
    return (to.getTime() - from.getTime()) / 3_600_000;
  };
  expect(['2026-11-01T12:00:00Z', '2026-03-08T12:00:00Z', '2026-06-01T12:00:00Z'].map(hours)).toEqual([25, 23, 24]);
});

test('in any zone at any time, now lies in its day, week and month, and the previous period ends where they begin', () => {
  const zones = fc.constantFrom(HALIFAX, 'Asia/Kolkata', 'Pacific/Auckland', 'Asia/Beirut', 'Pacific/Apia');
  const moments = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(
      zones,
      fc.constantFrom(0, 4, 8, null),
      moments,
      fc.constantFrom('today' as const, 'week' as const, 'month' as const),
      (zone, hour, now, period) => {
        const dayEnd = { zone, hour };
        const span = periodSpan(period, now, dayEnd);
        expect(isWithin(now, span)).toBe(true);
        expect(previousSpan(period, now, dayEnd).to).toEqual(span.from);
        expect(periodSpan('yesterday', now, dayEnd).to).toEqual(periodSpan('today', now, dayEnd).from);
        const [first, last] = [
          businessDayOf(span.from, dayEnd),
          businessDayOf(new Date(span.to.getTime() - 1), dayEnd),
        ];
        const daysInMonth = Temporal.PlainDate.from(first).daysInMonth;
        expect(last).toBe(addDays(first, { today: 1, week: 7, month: daysInMonth }[period] - 1));
      },
    ),
    { numRuns: 200 },
  );
});

test('a span includes its start and excludes its end', () => {
  const span = periodSpan('today', at('2026-06-01T12:00:00Z'), MIDNIGHT);
  expect([isWithin(span.from, span), isWithin(span.to, span)]).toEqual([true, false]);
});
