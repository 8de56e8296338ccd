import { expect, test } from 'vitest';
import { exceptionsSpecification, hoursLines, openingHoursSpecification, servicesText } from './hours-text.tsx';

const day = (open: string, close: string, closed = false) => ({ open, close, closed });
const late = day('11:30', '22:00');
const early = day('11:30', '21:00');

const everyDay = {
  monday: late,
  tuesday: late,
  wednesday: late,
  thursday: late,
  friday: late,
  saturday: late,
  sunday: late,
};
const weekend = {
  monday: early,
  tuesday: early,
  wednesday: early,
  thursday: early,
  friday: late,
  saturday: late,
  sunday: early,
};

test('the same hours all week are one line [C-HOME-07]', () => {
  expect(hoursLines(everyDay)).toEqual([{ days: 'Every day', hours: '11:30 a.m. – 10:00 p.m.' }]);
});

test('days that follow each other with the same hours share a line [C-HOME-11]', () => {
  expect(hoursLines(weekend)).toEqual([
    { days: 'Sun – Thu', hours: '11:30 a.m. – 9:00 p.m.' },
    { days: 'Fri, Sat', hours: '11:30 a.m. – 10:00 p.m.' },
  ]);
});

test('a closed day says so, and search engines are not told of it', () => {
  const week = { ...everyDay, monday: day('', '', true) };
  expect(hoursLines(week)).toEqual([
    { days: 'Sun', hours: '11:30 a.m. – 10:00 p.m.' },
    { days: 'Mon', hours: 'Closed' },
    { days: 'Tue – Sat', hours: '11:30 a.m. – 10:00 p.m.' },
  ]);
  expect(openingHoursSpecification(week)).toHaveLength(6);
});

test('search engines are told of the dates that differ', () => {
  const [christmas, eve] = exceptionsSpecification([
    { date: '2026-12-25', closed: true, open: null, close: null, note: null },
    { date: '2026-12-31', closed: false, open: '17:00', close: '02:00', note: null },
  ]);
  expect(christmas).toMatchObject({ validFrom: '2026-12-25', opens: '00:00', closes: '00:00' });
  expect(eve).toMatchObject({ validThrough: '2026-12-31', opens: '17:00', closes: '02:00' });
});

test.each([
  [['pickup', 'dine-in', 'delivery'], 'Pickup, dine-in and delivery'],
  [['dine-in', 'pickup'], 'Pickup and dine-in'],
  [['pickup'], 'Pickup'],
])('%j reads %s [C-HOME-06] [C-HOME-10]', (services, text) => {
  expect(servicesText(services)).toBe(text);
});
