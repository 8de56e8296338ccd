import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, localDate, HALIFAX } from '../core/time.ts';
import {
  addDays,
  DEFAULT_WEEK,
  isClosedByChange,
  nextOpening,
  openingAt,
  openUntil,
  openingsOn,
  OPENING_SEARCH_DAYS,
  readHours,
  startOfDay,
  WEEKDAYS,
  weekdayOf,
  type DayHours,
  type HoursException,
  type OpeningHours,
} from './index.ts';

const at = (text: string) => new Date(text);
const daily = (open: string, close: string, zone = HALIFAX, exceptions: HoursException[] = []): OpeningHours => {
  const day: DayHours = { open, close, closed: false };
  return {
    week: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
    exceptions,
    zone,
  };
};
/** The opening of a day with one. */
const openingOn = (hours: OpeningHours, date: string) => openingsOn(hours, date)[0] ?? null;
const isOpenAt = (hours: OpeningHours, now: Date) => openingAt(hours, now) !== null;
const closedOn = (date: string): HoursException => ({ date, open: '', close: '', closed: true });

test.each([
  ['2026-03-07', '2026-03-07T15:30:00Z', '2026-03-08T02:00:00Z'],
  ['2026-03-08', '2026-03-08T14:30:00Z', '2026-03-09T01:00:00Z'],
  ['2026-10-31', '2026-10-31T14:30:00Z', '2026-11-01T01:00:00Z'],
  ['2026-11-01', '2026-11-01T15:30:00Z', '2026-11-02T02:00:00Z'],
  ['2027-03-13', '2027-03-13T15:30:00Z', '2027-03-14T02:00:00Z'],
  ['2027-03-14', '2027-03-14T14:30:00Z', '2027-03-15T01:00:00Z'],
  ['2027-11-06', '2027-11-06T14:30:00Z', '2027-11-07T01:00:00Z'],
  ['2027-11-07', '2027-11-07T15:30:00Z', '2027-11-08T02:00:00Z'],
])('%s in Halifax opens at %s and closes at %s', (date, opensAt, closesAt) => {
  expect(openingOn(daily('11:30', '22:00'), date)).toEqual({ date, opensAt: at(opensAt), closesAt: at(closesAt) });
});

test.each([
  // In the night of the spring change, 18:00 to 03:00 is eight hours; in autumn, ten.
  ['2026-03-07', '18:00', '03:00', 8],
  ['2026-10-31', '18:00', '03:00', 10],
  ['2027-03-13', '18:00', '03:00', 8],
  ['2027-11-06', '18:00', '03:00', 10],
  ['2026-06-01', '18:00', '03:00', 9],
  // closing at the time of opening means open around the clock
  ['2026-03-07', '12:00', '12:00', 23],
  ['2026-10-31', '12:00', '12:00', 25],
  ['2026-06-01', '00:00', '00:00', 24],
])('%s, open %s to %s, is open for %i hours', (date, open, close, hours) => {
  const opening = openingOn(daily(open, close), date);
  expect((Number(opening?.closesAt) - Number(opening?.opensAt)) / 3_600_000).toBe(hours);
});

test('a day whose hours fall into the hour skipped in spring does not open', () => {
  expect(openingOn(daily('02:30', '03:10'), '2026-03-08')).toBeNull();
  expect(openingOn(daily('02:30', '03:30'), '2026-03-08')).toBeNull();
  expect(openingOn(daily('02:30', '03:31'), '2026-03-08')).not.toBeNull();
  expect(openingOn(daily('02:30', '03:10'), '2026-03-09')).not.toBeNull();
});

test.each([
  ['2026-11-20T15:29:59.999Z', false],
  ['2026-11-20T15:30:00Z', true],
  ['2026-11-21T01:59:59.999Z', true],
  ['2026-11-21T02:00:00Z', false],
])('open 11:30 to 22:00 in Halifax: at %s it is open: %s [C-MENU-05]', (now, answer) => {
  expect(isOpenAt(daily('11:30', '22:00'), at(now))).toBe(answer);
});

test('hours after midnight belong to the day of the opening', () => {
  const fridaysOnly = daily('18:00', '02:00', HALIFAX, [closedOn('2026-11-21')]);
  // Saturday 01:00 is still Friday night, although Saturday is closed
  expect(openingAt(fridaysOnly, at('2026-11-21T05:00:00Z'))?.date).toBe('2026-11-20');
  expect(openingAt(fridaysOnly, at('2026-11-21T06:00:00Z'))).toBeNull();
  expect(openingAt(fridaysOnly, at('2026-11-22T00:00:00Z'))).toBeNull();
  // Sunday 01:00 is closed, because Saturday did not open
  expect(openingAt(fridaysOnly, at('2026-11-22T05:00:00Z'))).toBeNull();
  expect(openingAt(fridaysOnly, at('2026-11-22T23:00:00Z'))?.date).toBe('2026-11-22');
});

test('an exception replaces the hours of its date only', () => {
  const hours = daily('11:30', '22:00', HALIFAX, [
    { date: '2026-12-24', open: '11:30', close: '16:00', closed: false },
    closedOn('2026-12-25'),
  ]);
  expect(isOpenAt(hours, at('2026-12-23T23:00:00Z'))).toBe(true);
  expect(isOpenAt(hours, at('2026-12-24T19:59:00Z'))).toBe(true);
  expect(isOpenAt(hours, at('2026-12-24T20:00:00Z'))).toBe(false);
  expect(openingOn(hours, '2026-12-25')).toBeNull();
  expect(nextOpening(hours, at('2026-12-24T20:00:00Z'))?.opensAt).toEqual(at('2026-12-26T15:30:00Z'));
});

test.each([
  ['before opening', '2026-11-20T12:00:00Z', '2026-11-20T15:30:00Z'],
  ['at the opening itself', '2026-11-20T15:30:00Z', '2026-11-21T15:30:00Z'],
  ['while open', '2026-11-20T18:00:00Z', '2026-11-21T15:30:00Z'],
  ['the evening before the clocks go forward', '2027-03-14T02:30:00Z', '2027-03-14T14:30:00Z'],
  ['the evening before the clocks go back', '2027-11-07T01:30:00Z', '2027-11-07T15:30:00Z'],
])('the next opening %s', (_when, now, opensAt) => {
  expect(nextOpening(daily('11:30', '22:00'), at(now))?.opensAt).toEqual(at(opensAt));
});

test('a location that never opens has no next opening, and one closed for a season does', () => {
  const closed: DayHours = { open: '', close: '', closed: true };
  const never = readHours(Object.fromEntries(WEEKDAYS.map((day) => [day, closed])), [], HALIFAX);
  if (!never.ok) throw new Error('these hours can be read');
  const now = at('2026-11-20T12:00:00Z');
  expect(nextOpening(never.value, now)).toBeNull();
  const reopensOn = (days: number): OpeningHours => ({
    ...never.value,
    exceptions: [{ date: addDays('2026-11-20', days), open: '11:30', close: '22:00', closed: false }],
  });
  expect(nextOpening(reopensOn(OPENING_SEARCH_DAYS), now)?.date).toBe('2027-11-25');
  expect(nextOpening(reopensOn(OPENING_SEARCH_DAYS + 1), now)).toBeNull();
});

test.each([
  ['2026-11-16', 'monday'],
  ['2026-11-20', 'friday'],
  ['2026-11-22', 'sunday'],
  ['2028-02-29', 'tuesday'],
])('%s is a %s', (date, weekday) => {
  expect(weekdayOf(date)).toBe(weekday);
});

test('a day starts at its first local time', () => {
  expect(startOfDay('2026-11-01', HALIFAX)).toEqual(at('2026-11-01T03:00:00Z'));
  expect(startOfDay('2026-11-02', HALIFAX)).toEqual(at('2026-11-02T04:00:00Z'));
  // in Beirut the clock change skips midnight
  expect(startOfDay('2026-03-29', 'Asia/Beirut')).toEqual(at('2026-03-28T22:00:00Z'));
});

const zones = fc.constantFrom(HALIFAX, 'Asia/Kolkata', 'Pacific/Auckland', 'Australia/Lord_Howe', 'Asia/Beirut', 'UTC');
const instants = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z'), noInvalidDate: true });
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);

test('for any hours and zone, the next opening is ahead, and the location is closed before it and open at it', () => {
  fc.assert(
    fc.property(zones, instants, times, times, (zone, now, open, close) => {
      const hours = daily(open, close, zone);
      const next = nextOpening(hours, now);
      if (!next) throw new Error('open every day');
      expect(next.opensAt.getTime()).toBeGreaterThan(now.getTime());
      expect(isOpenAt(hours, next.opensAt)).toBe(true);
      expect(localDate(next.opensAt, zone)).toBe(next.date);
      const current = openingAt(hours, now);
      expect(current === null || (current.opensAt <= now && now < current.closesAt)).toBe(true);
      // If it is closed now, it stays closed until that opening.
      expect(current === null && isOpenAt(hours, addMinutes(next.opensAt, -0.01))).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('the default week has all seven days', () => {
  expect(Object.keys(DEFAULT_WEEK)).toEqual([...WEEKDAYS]);
});

test('local dates and date arithmetic match Temporal, in any sequence of calls and around midnight', () => {
  const zone = fc.constantFrom(HALIFAX, 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia');
  const minute = fc.integer({ min: -90, max: 90 });
  const midnight = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
  fc.assert(
    fc.property(zone, midnight, minute, minute, fc.integer({ min: -400, max: 400 }), (of, date, one, other, days) => {
      const begins = startOfDay(date, of);
      for (const instant of [addMinutes(begins, one), addMinutes(begins, other)]) {
        const read = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(of).toPlainDate();
        expect(localDate(instant, of)).toBe(read.toString());
      }
      expect(addDays(addDays(date, days), -days)).toBe(date);
      expect(addDays(date, days)).toBe(Temporal.PlainDate.from(date).add({ days }).toString());
    }),
  );
});

const lunchAndDinner = (lunch: [string, string], dinner: [string, string]): OpeningHours => {
  const day = { open: lunch[0], close: lunch[1], closed: false, more: [{ open: dinner[0], close: dinner[1] }] };
  return { ...daily('', ''), week: { ...DEFAULT_WEEK, ...Object.fromEntries(WEEKDAYS.map((name) => [name, day])) } };
};
const split = lunchAndDinner(['11:30', '14:00'], ['17:00', '01:00']);

test.each([
  ['2026-11-20T15:29:00Z', null, '2026-11-20T15:30:00Z'],
  ['2026-11-20T17:59:00Z', '2026-11-20T18:00:00Z', '2026-11-20T21:00:00Z'],
  ['2026-11-20T18:00:00Z', null, '2026-11-20T21:00:00Z'],
  ['2026-11-20T21:00:00Z', '2026-11-21T05:00:00Z', '2026-11-21T15:30:00Z'],
  ['2026-11-21T04:59:00Z', '2026-11-21T05:00:00Z', '2026-11-21T15:30:00Z'],
  ['2026-11-21T05:00:00Z', null, '2026-11-21T15:30:00Z'],
])('with lunch and dinner, at %s it is open until %s and opens next at %s', (now, closesAt, opensAt) => {
  expect(openingAt(split, at(now))?.closesAt ?? null).toEqual(closesAt && at(closesAt));
  expect(nextOpening(split, at(now))?.opensAt).toEqual(at(opensAt));
});

test('lunch ends at its own time, and dinner that ends when the next day begins goes on', () => {
  const [lunch, dinner] = openingsOn(split, '2026-11-20');
  if (!lunch || !dinner) throw new Error('both are open');
  expect(openUntil(split, lunch)).toEqual(lunch.closesAt);
  const night = lunchAndDinner(['00:00', '02:00'], ['17:00', '00:00']);
  const evening = openingsOn(night, '2026-11-20')[1];
  expect(evening && openUntil(night, evening)).toEqual(at('2026-11-21T06:00:00Z'));
});

const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

test('is open exactly in the intervals of the day, however many there are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(minutes, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 0, max: 5 * 24 * 60 }),
      (edges, after) => {
        const even = edges.toSorted((a, b) => a - b).slice(0, edges.length - (edges.length % 2));
        const [first, ...more] = Array.from({ length: even.length / 2 }, (_, index) => even.slice(2 * index));
        const interval = ([open = 0, close = 0]: number[] = []) => ({ open: clockOf(open), close: clockOf(close) });
        const day = { ...interval(first), closed: false, more: more.map(interval) };
        const stored = Object.fromEntries(WEEKDAYS.map((name) => [name, day]));
        const hours = readHours(stored, null, 'UTC');
        if (!hours.ok) throw new Error('the intervals follow each other');
        const now = addMinutes(at('2026-11-20T00:00:00Z'), after);
        const minute = after % (24 * 60);
        const isIn = even.some((open, index) => index % 2 === 0 && open <= minute && minute < (even[index + 1] ?? 0));
        expect(isOpenAt(hours.value, now)).toBe(isIn);
        // Nothing lies between now and the next opening.
        const next = nextOpening(hours.value, now)?.opensAt;
        expect(even.filter((_, index) => index % 2 === 0).map(clockOf)).toContain(next?.toISOString().slice(11, 16));
      },
    ),
  );
});

const usual = daily('11:30', '22:00');
test.each([
  [
    '7:00 p.m. of a day that is closed',
    '2026-12-01T23:00:00Z',
    daily('11:30', '22:00', HALIFAX, [closedOn('2026-12-01')]),
    true,
  ],
  [
    '7:00 p.m. of the day after it',
    '2026-12-02T23:00:00Z',
    daily('11:30', '22:00', HALIFAX, [closedOn('2026-12-01')]),
    false,
  ],
  ['9:00 p.m. when it closes at 8', '2026-12-02T01:00:00Z', daily('11:30', '20:00'), true],
  ['8:00 p.m. when it closes at 8', '2026-12-02T00:00:00Z', daily('11:30', '20:00'), true],
  ['7:45 p.m. when it closes at 8', '2026-12-01T23:45:00Z', daily('11:30', '20:00'), false],
  ['11:00 p.m., closed before and after', '2026-12-02T03:00:00Z', daily('11:30', '20:00'), false],
  ['7:00 p.m. when it opens longer', '2026-12-01T23:00:00Z', daily('10:00', '23:00'), false],
])('whether a change of the hours closes a location at %s', (_at, time, changed, expected) => {
  expect(isClosedByChange(usual, changed, at(time))).toBe(expected);
});
