import { expect, test } from 'vitest';
import { changedWeekdaysText } from './audit-changes.ts';

const open = { open: '11:00', close: '22:00', closed: false };
const week = { monday: open, tuesday: open, sunday: { ...open, closed: true } };

test('describes only the days that differ between two weeks', () => {
  const changed = { ...week, monday: { ...open, closed: true }, wednesday: { ...open, open: '00:30' } };
  expect(changedWeekdaysText(week, changed)).toBe('Monday 11:00 a.m. – 10:00 p.m., Wednesday not set');
  expect(changedWeekdaysText(changed, week)).toBe('Monday closed, Wednesday 12:30 a.m. – 10:00 p.m.');
});

test('describes a new week completely, and other values unchanged', () => {
  expect(changedWeekdaysText({ ...week, friday: 'noon' }, null)).toBe(
    'Monday 11:00 a.m. – 10:00 p.m., Tuesday 11:00 a.m. – 10:00 p.m., Wednesday not set, Thursday not set, Friday not set, Saturday not set, Sunday closed',
  );
  expect(changedWeekdaysText(7, week)).toBe('7');
});
