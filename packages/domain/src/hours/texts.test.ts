import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import {
  clockText,
  clockRangeText,
  windowText,
  openState,
  readHours,
  localTime,
  todaysHoursText,
  twelveHourText,
  zoneLabel,
  type OpeningHours,
} from './index.ts';

const at = (text: string) => new Date(text);
const hoursOf = (stored: unknown, exceptions: unknown = []): OpeningHours => {
  const read = readHours(stored, exceptions, HALIFAX);
  if (!read.ok) throw new Error('these hours can be read');
  return read.value;
};
const day = { open: '11:30', close: '22:00', closed: false };
const closed = { open: '', close: '', closed: true };
const week = {
  monday: closed,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: closed,
};

test.each([
  ['before opening', '2026-11-20T12:00:00Z', 'Closed - Opens today at 11:30 a.m.'],
  ['after closing', '2026-11-20T02:30:00Z', 'Closed - Opens tomorrow at 11:30 a.m.'],
  ['late on Saturday, Sunday and Monday closed', '2026-11-22T03:00:00Z', 'Closed - Opens Tuesday at 11:30 a.m.'],
  ['Monday at noon', '2026-11-23T16:00:00Z', 'Closed - Opens tomorrow at 11:30 a.m.'],
  // 23:30 on Saturday in Halifax is Sunday in Kolkata and Auckland; the location's date counts.
  ['the night the clocks go back', '2026-11-01T02:30:00Z', 'Closed - Opens Tuesday at 11:30 a.m.'],
])('%s [C-MENU-06]', (_when, now, text) => {
  expect(openState(true, hoursOf(week), at(now))).toMatchObject({ state: 'closed', text });
});

test('the closed text comes with the time of the opening [C-MENU-06]', () => {
  expect(openState(true, hoursOf(week), at('2027-03-14T02:30:00Z'))).toEqual({
    state: 'closed',
    text: 'Closed - Opens Tuesday at 11:30 a.m.',
    opensAt: at('2027-03-16T14:30:00Z'),
  });
});

test('shows the date with the weekday from a week ahead on', () => {
  const closedFor = (dates: string[]) =>
    hoursOf(
      null,
      dates.map((date) => ({ date, closed: true })),
    );
  const dates = ['23', '24', '25', '26', '27', '28', '29'].map((d) => `2026-11-${d}`);
  const now = at('2026-11-23T16:00:00Z');
  expect(openState(true, closedFor(dates.slice(0, 6)), now).text).toBe('Closed - Opens Sunday at 12:00 p.m.');
  expect(openState(true, closedFor(dates), now).text).toBe('Closed - Opens Monday, November 30 at 11:30 a.m.');
});

test.each([
  ['2027-01-15', 'Friday, January 15'],
  ['2027-02-15', 'Monday, February 15'],
  ['2027-03-15', 'Monday, March 15'],
  ['2027-04-15', 'Thursday, April 15'],
  ['2027-05-15', 'Saturday, May 15'],
  ['2027-06-15', 'Tuesday, June 15'],
  ['2027-07-15', 'Thursday, July 15'],
  ['2027-08-15', 'Sunday, August 15'],
  ['2027-09-15', 'Wednesday, September 15'],
  ['2027-10-15', 'Friday, October 15'],
  ['2026-11-30', 'Monday, November 30'],
  ['2026-12-15', 'Tuesday, December 15'],
])('closed for the season until %s: opens %s', (date, words) => {
  const never = Object.fromEntries(Object.keys(week).map((name) => [name, closed]));
  const hours = hoursOf(never, [{ date, open: '11:30', close: '22:00' }]);
  expect(openState(true, hours, at('2026-11-20T18:00:00Z')).text).toBe(`Closed - Opens ${words} at 11:30 a.m.`);
});

test.each([
  ['2026-11-21', 'tomorrow'],
  ['2026-11-22', 'Sunday'],
  ['2026-11-23', 'Monday'],
  ['2026-11-24', 'Tuesday'],
  ['2026-11-25', 'Wednesday'],
  ['2026-11-26', 'Thursday'],
  ['2026-11-27', 'Friday, November 27'],
  ['2026-11-28', 'Saturday, November 28'],
])('seen from Friday 20 November, %s is %s [C-MENU-06]', (date, words) => {
  const never = Object.fromEntries(Object.keys(week).map((name) => [name, closed]));
  const hours = hoursOf(never, [{ date, open: '11:30', close: '22:00' }]);
  expect(openState(true, hours, at('2026-11-20T18:00:00Z')).text).toBe(`Closed - Opens ${words} at 11:30 a.m.`);
});

test('an opening after midnight is announced with its own date', () => {
  const hours = hoursOf(
    Object.fromEntries(Object.keys(week).map((name) => [name, { open: '00:15', close: '03:00', closed: false }])),
  );
  expect(openState(true, hours, at('2026-11-20T16:00:00Z')).text).toBe('Closed - Opens tomorrow at 12:15 a.m.');
});

test('an open location shows its closing time [C-MENU-05]', () => {
  expect(openState(true, hoursOf(week), at('2026-11-20T18:00:00Z'))).toEqual({
    state: 'open',
    text: 'Open until 10:00 p.m.',
    closesAt: at('2026-11-21T02:00:00Z'),
  });
});

test('an inactive location is shown as inactive at any hour [C-MENU-07]', () => {
  for (const now of ['2026-11-20T18:00:00Z', '2026-11-20T06:00:00Z']) {
    expect(openState(false, hoursOf(week), at(now))).toEqual({
      state: 'inactive',
      text: 'Location is currently inactive',
    });
  }
});

test('a location that never opens is shown as closed without a next opening', () => {
  const never = hoursOf(Object.fromEntries(Object.keys(week).map((name) => [name, closed])));
  expect(openState(true, never, at('2026-11-20T18:00:00Z'))).toEqual({
    state: 'closed',
    text: 'Closed',
    opensAt: null,
  });
});

test.each([
  ['2026-11-20T18:00:00Z', week, [], 'Today: 11:30 - 22:00'],
  ['2026-11-22T18:00:00Z', week, [], 'Closed Today'],
  // still Friday in Halifax, although it is Saturday in London
  ['2026-11-21T02:30:00Z', { friday: { open: '11:30', close: '23:00' } }, [], 'Today: 11:30 - 23:00'],
  ['2026-11-20T18:00:00Z', { monday: day }, [], 'Hours TBD'],
  ['2026-11-20T18:00:00Z', { friday: null }, [], 'Hours TBD'],
  ['2026-11-20T18:00:00Z', null, [], 'Hours TBD'],
  ['2026-11-20T18:00:00Z', {}, [], 'Hours TBD'],
  ['2026-11-20T18:00:00Z', 'always', [], 'Hours TBD'],
  ['2026-11-20T18:00:00Z', week, [{ date: '2026-11-20', closed: true }], 'Closed Today'],
  ['2026-11-20T18:00:00Z', null, [{ date: '2026-11-20', open: '17:00', close: '21:00' }], 'Today: 17:00 - 21:00'],
  ['2026-11-20T18:00:00Z', null, [{ date: '2026-11-21', open: '17:00', close: '21:00' }], 'Hours TBD'],
])("today's hours at %s of %j, %j: %s [A-LOC-16]", (now, stored, exceptions, text) => {
  expect(todaysHoursText(stored, exceptions, HALIFAX, at(now))).toBe(text);
});

test.each([
  ['00:00', '12:00 a.m.'],
  ['00:30', '12:30 a.m.'],
  ['09:05', '9:05 a.m.'],
  ['11:59', '11:59 a.m.'],
  ['12:00', '12:00 p.m.'],
  ['13:00', '1:00 p.m.'],
  ['21:30', '9:30 p.m.'],
  ['23:59', '11:59 p.m.'],
])('%s reads %s [C-RES-17]', (time, text) => {
  expect(twelveHourText(time)).toBe(text);
});

test.each([
  ['2026-11-20T22:00:00Z', '6:00 p.m.', 'AST'],
  ['2026-07-01T21:00:00Z', '6:00 p.m.', 'ADT'],
  ['2026-03-08T05:59:00Z', '1:59 a.m.', 'AST'],
  ['2026-03-08T06:00:00Z', '3:00 a.m.', 'ADT'],
  ['2026-11-01T04:59:00Z', '1:59 a.m.', 'ADT'],
  ['2026-11-01T05:00:00Z', '1:00 a.m.', 'AST'],
  ['2027-03-14T06:00:00Z', '3:00 a.m.', 'ADT'],
  ['2027-11-07T05:00:00Z', '1:00 a.m.', 'AST'],
])('%s is %s %s in Halifax [C-HOME-03]', (now, text, label) => {
  expect(clockText(at(now), HALIFAX)).toBe(text);
  expect(zoneLabel(at(now), HALIFAX)).toBe(label);
});

test.each([
  ['22:25', '22:35', '6:25–6:35 p.m.'],
  ['22:25', '22:25', '6:25 p.m.'],
  ['15:55', '16:05', '11:55 a.m.–12:05 p.m.'],
])('a window from %s to %s UTC reads %s', (from, to, text) => {
  const window = { from: at(`2026-11-20T${from}:00Z`), to: at(`2026-11-20T${to}:00Z`) };
  expect(clockRangeText(window.from, window.to, HALIFAX)).toBe(text);
  expect(windowText(window, window.from, HALIFAX)).toBe(text);
  expect(windowText(window, at('2026-11-19T22:00:00Z'), HALIFAX)).toBe(`tomorrow, ${text}`);
});

test('local times drop the seconds and do not round them', () => {
  expect(localTime(at('2026-11-20T22:00:59.999Z'), HALIFAX)).toBe('18:00');
});
