import { expect, test } from 'vitest';
import { exceptionsSpecification, openingHoursSpecification } from './home-meta.ts';

const late = { open: '11:30', close: '22:00', closed: false };

test('lists the opening hours of each day for search engines, without closed days', () => {
  const closed = { open: '', close: '', closed: true };
  const week = {
    monday: closed,
    tuesday: late,
    wednesday: late,
    thursday: late,
    friday: late,
    saturday: late,
    sunday: late,
  };
  const text = openingHoursSpecification(week);
  expect(text).toHaveLength(6);
  expect(text.map(({ dayOfWeek }) => dayOfWeek)).toContain('https://schema.org/Sunday');
});

test('lists dates with different hours for search engines', () => {
  const [christmas, eve] = exceptionsSpecification([
    { date: '2026-12-25', closed: true, open: null, close: null, note: null },
    { date: '2026-12-31', closed: false, open: '17:00', close: '02:00', note: null },
  ]);
  expect(christmas).toMatchObject({ validFrom: '2026-12-25', opens: '00:00', closes: '00:00' });
  expect(eve).toMatchObject({ validThrough: '2026-12-31', opens: '17:00', closes: '02:00' });
});
