import { expect, test } from 'vitest';
import { forgetGuestsBefore, GUEST_RETENTION_MONTHS } from './guest-retention.ts';

test.each([
  ['2026-11-20T21:00:00.000Z', 24, '2024-11-20T21:00:00.000Z'],
  ['2027-03-31T05:30:00.000Z', 1, '2027-02-28T05:30:00.000Z'],
  ['2028-03-31T05:30:00.000Z', 1, '2028-02-29T05:30:00.000Z'],
  ['2027-01-15T00:00:00.000Z', 13, '2025-12-15T00:00:00.000Z'],
  ['2026-02-28T00:00:00.000Z', 120, '2016-02-28T00:00:00.000Z'],
])('at %s guests who were last active %i months ago are erased before %s', (now, months, before) => {
  expect(forgetGuestsBefore(new Date(now), months).toISOString()).toBe(before);
});

test('guests are always erased some day', () => {
  expect(GUEST_RETENTION_MONTHS.min).toBeGreaterThan(0);
  expect(Number.isFinite(GUEST_RETENTION_MONTHS.max)).toBe(true);
});
