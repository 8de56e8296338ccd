import { expect, test } from 'vitest';
import { hoursLines, servicesText } from './hours-text.tsx';

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

test('shows the same hours all week on one line [C-HOME-07]', () => {
  expect(hoursLines(everyDay)).toEqual([{ days: 'Every day', hours: '11:30 a.m. – 10:00 p.m.' }]);
});

test('shows consecutive days with the same hours on one line [C-HOME-11]', () => {
  expect(hoursLines(weekend)).toEqual([
    { days: 'Sun – Thu', hours: '11:30 a.m. – 9:00 p.m.' },
    { days: 'Fri, Sat', hours: '11:30 a.m. – 10:00 p.m.' },
  ]);
});

test('shows a closed day as closed', () => {
  const week = { ...everyDay, monday: day('', '', true) };
  expect(hoursLines(week)).toEqual([
    { days: 'Sun', hours: '11:30 a.m. – 10:00 p.m.' },
    { days: 'Mon', hours: 'Closed' },
    { days: 'Tue – Sat', hours: '11:30 a.m. – 10:00 p.m.' },
  ]);
});

test.each([
  [['pickup', 'dine-in', 'delivery'], 'Pickup, dine-in and delivery'],
  [['dine-in', 'pickup'], 'Pickup and dine-in'],
  [['pickup'], 'Pickup'],
])('%j reads %s [C-HOME-06] [C-HOME-10]', (services, text) => {
  expect(servicesText(services)).toBe(text);
});
