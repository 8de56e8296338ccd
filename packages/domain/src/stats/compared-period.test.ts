import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { periodBefore } from './compared-period.ts';

const DAY_END = { zone: HALIFAX, hour: null };
const LATER = new Date('2028-01-15T12:00:00Z');

test.each([
  ['a month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['January', '2027-01-01', '2027-01-31', '2026-12-01', '2026-12-31'],
  ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['a day', '2027-03-01', '2027-03-01', '2027-02-28', '2027-02-28'],
  ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['part of a month', '2026-11-01', '2026-11-10', '2026-10-22', '2026-10-31'],
])('%s is compared with the same before', (_what, from, to, first, last) => {
  expect(periodBefore({ from, to }, LATER, DAY_END)).toEqual({ from: first, to: last, until: null });
});

test.each([
  // Friday at 6:42 p.m.; the clocks changed on the first of November
  ['a month', '2026-11-20T22:42Z', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-20', '2026-10-20T21:42Z'],
  ['a day', '2026-11-20T22:42Z', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19', '2026-11-19T22:42Z'],
  ['a week', '2026-11-20T22:42Z', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-13', '2026-11-13T22:42Z'],
  ['a year', '2026-11-20T22:42Z', '2026-01-01', '2026-12-31', '2025-01-01', '2025-11-20', '2025-11-20T22:42Z'],
  ['its first day', '2026-11-01T20:00Z', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-01', '2026-10-01T19:00Z'],
  // 2:30 a.m. still belongs to the business day of the 19th
  ['a night', '2026-11-20T06:30Z', '2026-11-19', '2026-11-19', '2026-11-18', '2026-11-18', '2026-11-19T06:30Z'],
  ['seven days', '2026-11-20T22:42Z', '2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13', '2026-11-13T22:42Z'],
])('%s that is running at %s is compared with the same part before', (_what, now, from, to, first, last, until) => {
  expect(periodBefore({ from, to }, new Date(now), DAY_END)).toEqual({ from: first, to: last, until: new Date(until) });
});

test('a period whose part has no counterpart is compared with the whole one before', () => {
  const march = { from: '2027-03-01', to: '2027-03-31' };
  const february = { from: '2027-02-01', to: '2027-02-28', until: null };
  expect(periodBefore(march, new Date('2027-03-31T12:00Z'), DAY_END)).toEqual(february);
  expect(periodBefore(march, new Date('2027-02-20T12:00Z'), DAY_END)).toEqual(february);
});
