import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { addMinutes, HALIFAX } from '../core/time.ts';
import { addDays, startOfDay, WEEKDAYS } from '../hours/index.ts';
import { dishAtTime, daypartText, daypartBoundaries, hoursText, type Daypart, type DishHours } from './dayparts.ts';

const lunch: Daypart = { id: 'lunch', name: 'Lunch', days: WEEKDAYS.slice(0, 5), from: '11:30', until: '15:00' };
const late: Daypart = { id: 'late', name: 'Late', days: WEEKDAYS, from: '22:00', until: '02:00' };
const hours = (parts: DishHours['parts'], onlyThen = true): DishHours => ({ zone: HALIFAX, parts, onlyThen });
const special = hours([{ ...lunch, price: cents(1195) }]);
/** A Friday in daylight time: 15:00 is 18:00Z. */
const at = (time: string) => new Date(`2027-06-11T${time}-03:00`);

test.each([
  ['11:29:59', false],
  ['11:30:00', true],
  ['14:59:59', true],
  ['15:00:00', false],
])('at %s the lunch special is served: %s', (time, isServed) => {
  expect(dishAtTime(special, at(time))).toEqual({ isServed, price: isServed ? 1195 : null });
});

test('on other days there is no lunch, and a dish with only a lunch price is sold at its usual price', () => {
  const saturday = new Date('2027-06-12T12:00:00-03:00');
  expect(dishAtTime(special, saturday).isServed).toBe(false);
  expect(dishAtTime(hours(special.parts, false), saturday)).toEqual({ isServed: true, price: null });
});

test('a daypart that ends after midnight belongs to the day it started on', () => {
  const night = hours([{ ...late, days: ['friday'], price: null }]);
  expect(dishAtTime(night, at('23:00:00')).isServed).toBe(true);
  expect(dishAtTime(night, new Date('2027-06-12T01:59:00-03:00')).isServed).toBe(true);
  expect(dishAtTime(night, new Date('2027-06-12T02:00:00-03:00')).isServed).toBe(false);
  expect(dishAtTime(night, at('01:00:00')).isServed).toBe(false);
});

test('where two dayparts overlap, the lower price applies', () => {
  const both = hours([
    { ...lunch, price: cents(1295) },
    { ...lunch, id: 'early', price: cents(1095) },
    { ...lunch, id: 'plain', price: null },
  ]);
  expect(dishAtTime(both, at('12:00:00')).price).toBe(1095);
});

test('a daypart follows local time when the clocks change, so it can be an hour shorter or longer', () => {
  const night = hours([{ ...late, price: null }]);
  // 2027-03-14: 02:00 AST becomes 03:00 ADT, so the night from ten to two lasts until 06:00Z.
  expect(dishAtTime(night, new Date('2027-03-14T05:59:59Z')).isServed).toBe(true);
  expect(dishAtTime(night, new Date('2027-03-14T06:00:00Z')).isServed).toBe(false);
  // 2027-11-07: one o’clock comes twice but two o’clock once, so it is 01:59 AST until 06:00Z.
  expect(dishAtTime(night, new Date('2027-11-07T05:30:00Z')).isServed).toBe(true);
  expect(dishAtTime(night, new Date('2027-11-07T06:00:00Z')).isServed).toBe(false);
  const morning = hours([{ ...late, from: '08:00', until: '11:00', price: null }]);
  expect(dishAtTime(morning, new Date('2027-03-14T10:59:00Z')).isServed).toBe(false);
  expect(dishAtTime(morning, new Date('2027-03-14T11:00:00Z')).isServed).toBe(true);
});

test('a daypart within the hour skipped in spring does not take place', () => {
  const gap = hours([{ ...late, from: '02:10', until: '02:50', price: null }]);
  const served = [5, 15, 30, 45, 55].map(
    (minute) => dishAtTime(gap, new Date(Date.parse('2027-03-14T06:00:00Z') + minute * 60_000)).isServed,
  );
  // Skipped times move behind the gap: 03:10 to 03:50.
  expect(served).toEqual([false, true, true, true, false]);
});

test('law: nothing changes between two edges', () => {
  const dish = hours([
    { ...lunch, price: cents(1195) },
    { ...late, price: null },
  ]);
  const begin = new Date('2027-03-12T00:00:00Z');
  const edges = daypartBoundaries(dish, begin)
    .filter((edge) => edge > begin)
    .toSorted((a, b) => a.getTime() - b.getTime());
  let [last, from] = [begin, dishAtTime(dish, begin)];
  for (const edge of edges) {
    expect(dishAtTime(dish, new Date(edge.getTime() - 1))).toEqual(from);
    [last, from] = [edge, dishAtTime(dish, edge)];
  }
  expect(last > begin).toBe(true);
});

test('the text shows the hours, and the days unless it is every day', () => {
  expect(daypartText(lunch)).toBe('Lunch, Mon–Fri, 11:30 a.m. to 3:00 p.m.');
  expect(daypartText({ ...lunch, days: ['saturday', 'monday'] })).toBe('Lunch, Mon, Sat, 11:30 a.m. to 3:00 p.m.');
  expect(hoursText(hours([{ ...late, price: null }]))).toBe('Late, 10:00 p.m. to 2:00 a.m.');
});

test('the new price applies from the first minute of its day in the location’s zone, in every zone and season', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('America/Halifax', 'America/St_Johns', 'Asia/Beirut', 'Pacific/Auckland', 'UTC'),
      fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-01-01', days)),
      fc.integer({ min: -3000, max: 3000 }),
      (zone, from, minutes) => {
        const next = { price: cents(15_00), from };
        const dated = { zone, parts: [], onlyThen: false, next };
        const midnight = startOfDay(from, zone);
        const now = addMinutes(midnight, minutes);
        expect(dishAtTime(dated, now)).toEqual({ isServed: true, price: minutes >= 0 ? next.price : null });
        // A cached menu ends exactly then.
        expect(daypartBoundaries(dated, now)).toEqual([midnight]);
      },
    ),
  );
});
