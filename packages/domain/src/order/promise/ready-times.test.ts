import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../../core/time.ts';
import { openingAt, openUntil, readHours, localTime, type OpeningHours } from '../../hours/index.ts';
import { promiseReadyTime, type PromiseRequest } from './promise.ts';
import { isScheduledForLater, lastTimeDay, nearestTimes, readyTimes, type ReadyTimesQuery } from './ready-times.ts';

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const daily = (open: string, close: string, closedOn?: string): OpeningHours => {
  const week = Object.fromEntries(NAMES.map((name) => [name, { open, close, closed: name === closedOn }]));
  const read = readHours(week, [], HALIFAX);
  if (!read.ok) throw new Error('these hours can be read');
  return read.value;
};
/** A time on Friday, 20 November in Halifax, which is four hours behind UTC. */
const friday = (time: string) => addMinutes(new Date(`2026-11-20T${time}:00Z`), 4 * 60);
const request = (more: Partial<ReadyTimesQuery> = {}): ReadyTimesQuery => ({
  quote: 21,
  plus: 0,
  pausedUntil: null,
  hours: daily('11:30', '22:00'),
  ...more,
});
const clocks = (times: readonly Date[] | undefined) => times?.map((at) => localTime(at, HALIFAX));

test('at 17:52 with a prep time of 21 minutes, offers times from 18:15 until closing', () => {
  const [today] = readyTimes(friday('17:52'), request());
  expect(today?.date).toBe('2026-11-20');
  expect(clocks(today?.times)?.join(' ')).toBe(
    '18:15 18:30 18:45 19:00 19:15 19:30 19:45 20:00 20:15 20:30 20:45 21:00 21:15 21:30 21:45 22:00',
  );
});

test('offers today and the next six days, each from its opening plus the prep time; a closed day has no times', () => {
  const days = readyTimes(friday('17:52'), request({ hours: daily('11:30', '22:00', 'sunday') }));
  expect(days.map(({ date }) => date.slice(-2))).toEqual(['20', '21', '23', '24', '25', '26']);
  expect(clocks(days[1]?.times)?.[0]).toBe('12:00');
});

test('a busy or paused kitchen offers later times', () => {
  const first = (more: Partial<ReadyTimesQuery>) => clocks(readyTimes(friday('17:52'), request(more))[0]?.times)?.[0];
  expect(first({ plus: 15 })).toBe('18:30');
  expect(first({ pausedUntil: friday('18:35') })).toBe('19:00');
  expect(first({ pausedUntil: friday('17:40') })).toBe('18:15');
});

test('today’s times start when an order for as soon as possible would be ready; later days ignore the current load', () => {
  const busy = { quote: 20, busy: 55 };
  const [today, tomorrow] = readyTimes(friday('17:00'), request(busy)).map(({ times }) => clocks(times)?.[0]);
  expect([today, tomorrow]).toEqual(['18:00', '12:00']);
  expect(clocks(readyTimes(friday('17:00'), request({ ...busy, plus: 10 }))[0]?.times)?.[0]).toBe('18:15');
  // The current load never makes the first time earlier.
  expect(clocks(readyTimes(friday('17:00'), request({ quote: 20, busy: 5 }))[0]?.times)?.[0]).toBe('17:30');
});

test('a location that never closes offers times across midnight without a gap', () => {
  const days = readyTimes(friday('23:20'), request({ hours: daily('00:00', '00:00') }));
  expect(clocks(days.flatMap(({ times }) => times))?.slice(0, 4)).toEqual(['23:45', '00:00', '00:15', '00:30']);
  const all = days.flatMap(({ times }) => times.map((at) => at.getTime()));
  expect(new Set(all).size).toBe(all.length);
});

test('the times end with the seventh day, even if that night continues', () => {
  expect(lastTimeDay(friday('17:52'), HALIFAX)).toBe('2026-11-26');
  const days = readyTimes(friday('17:52'), request({ hours: daily('18:00', '04:00') }));
  expect([days.at(-1)?.date, clocks(days.at(-1)?.times)?.at(-1)]).toEqual(['2026-11-26', '23:45']);
});

test('times after midnight belong to the next date, and the hour skipped in spring has none', () => {
  const spring = new Date('2027-03-14T01:00:00Z');
  const days = readyTimes(spring, request({ hours: daily('18:00', '04:00') }));
  expect(days[0]?.date).toBe('2027-03-13');
  expect(days[1]?.date).toBe('2027-03-14');
  expect(clocks(days[1]?.times)?.slice(0, 13).join(' ')).toBe(
    '00:00 00:15 00:30 00:45 01:00 01:15 01:30 01:45 03:00 03:15 03:30 03:45 04:00',
  );
});

const lunch = { open: '11:30', close: '14:00', closed: false };
const lunchAndDinner: OpeningHours = {
  ...daily('11:30', '14:00'),
  exceptions: ['2026-11-20', '2027-03-05'].map((date) => ({
    date,
    ...lunch,
    more: [{ open: '17:00', close: '22:00' }],
  })),
};

test('between lunch and dinner no time is offered, and dinner begins with a prep time', () => {
  const hours = lunchAndDinner;
  const times = clocks(readyTimes(friday('13:10'), request({ hours, quote: 20 }))[0]?.times);
  expect(times?.slice(0, 4)).toEqual(['13:30', '13:45', '14:00', '17:30']);
  const promise = (now: string, wantedFor: string) =>
    promiseReadyTime(friday(now), promising(friday(wantedFor), { hours, quote: 20 }));
  expect(promise('13:10', '15:30')).toMatchObject({ ok: false });
  expect(promise('13:10', '17:30')).toMatchObject({ ok: true });
  const soonest = (agreesToWait: boolean) =>
    promiseReadyTime(friday('14:30'), {
      ...promising(friday('14:30'), { hours, quote: 20, agreesToWait }),
      wantedFor: null,
    });
  expect(soonest(false)).toMatchObject({ error: { details: { openText: 'Closed - Opens today at 5:00 p.m.' } } });
  expect(soonest(true)).toMatchObject({ value: { readyAt: friday('17:20') } });
});

test('offers the nearest times to an unavailable one, before or after it', () => {
  const days = readyTimes(friday('17:52'), request());
  expect(clocks(nearestTimes(days, friday('18:20')))).toEqual(['18:15', '18:30', '18:45']);
  expect(clocks(nearestTimes(days, friday('12:00')))).toEqual(['18:15', '18:30', '18:45']);
  expect(clocks(nearestTimes(days, friday('20:05')))).toEqual(['19:45', '20:00', '20:15']);
  // Of two equally near times the earlier one wins.
  expect(clocks(nearestTimes(days, addMinutes(friday('20:07'), 0.5)))).toEqual(['19:45', '20:00', '20:15']);
  expect(nearestTimes([], friday('18:20'))).toEqual([]);
});

test('every offered time is a full quarter of an hour, leaves the prep time, and is within opening hours', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      fc.constantFrom(daily('11:30', '22:00'), daily('18:00', '03:00'), daily('12:00', '12:00'), lunchAndDinner),
      fc.integer({ min: 1, max: 90 }),
      (now, hours, quote) => {
        for (const at of readyTimes(now, request({ hours, quote })).flatMap(({ times }) => times)) {
          expect(at.getTime() % (15 * 60_000)).toBe(0);
          expect(at.getTime()).toBeGreaterThanOrEqual(addMinutes(now, quote).getTime());
          const opening = openingAt(hours, addMinutes(at, -quote));
          expect(opening && at <= openUntil(hours, opening)).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
});

const promising = (wantedFor: Date, more: Partial<PromiseRequest> = {}): PromiseRequest => ({
  ...request(),
  isActive: true,
  agreesToWait: false,
  by: 'guest',
  wantedFor,
  capacity: null,
  learned: null,
  ...more,
});

test('an available time is promised, and the kitchen starts one prep time earlier', () => {
  expect(promiseReadyTime(friday('17:00'), promising(friday('18:15')))).toEqual({
    ok: true,
    value: {
      readyAt: friday('18:15'),
      window: { from: friday('18:15'), to: friday('18:15') },
      fireAt: friday('17:54'),
      grounds: { quote: 21, source: 'rule' },
      counted: [],
    },
  });
  const soon = promiseReadyTime(friday('17:54'), promising(friday('18:15')));
  expect(soon.ok && soon.value.fireAt).toBeNull();
});

test.each([
  ['is over', '16:00'],
  ['is too soon', '17:15'],
  ['is between two quarters of an hour', '18:20'],
  ['is after closing', '22:15'],
])('a time that %s is refused with the nearest ones', (_what, time) => {
  const result = promiseReadyTime(friday('17:00'), promising(friday(time)));
  expect(result).toMatchObject({ ok: false, error: { code: 'time-unavailable', details: { field: 'wantedFor' } } });
  expect(!result.ok && result.error.message).toMatch(/^This time is no longer available\. The nearest times: \d/);
});

test('suggested times name the day unless it is today', () => {
  const result = promiseReadyTime(friday('21:50'), promising(friday('22:00')));
  expect(!result.ok && result.error.message).toBe(
    'This time is no longer available. The nearest times: tomorrow, 12:00 p.m.; tomorrow, 12:15 p.m.; tomorrow, 12:30 p.m.',
  );
});

test('the till can choose a time during a pause; a paid order keeps its time, or starts at once if that is too late', () => {
  const paused = { pausedUntil: friday('18:35') };
  expect(promiseReadyTime(friday('17:00'), promising(friday('18:15'), paused)).ok).toBe(false);
  expect(promiseReadyTime(friday('17:00'), promising(friday('18:15'), { ...paused, by: 'till' })).ok).toBe(true);
  const stored = promiseReadyTime(friday('17:00'), promising(friday('18:15'), { ...paused, by: 'payment' }));
  expect(stored.ok && stored.value.fireAt).toEqual(friday('17:54'));
  const late = promiseReadyTime(friday('18:10'), promising(friday('18:15'), { by: 'payment' }));
  expect(late.ok && [late.value.readyAt, late.value.fireAt]).toEqual([friday('18:31'), null]);
});

test('only a scheduled order counts as “later”, until its start', () => {
  const order = {
    status: 'pending',
    wantedFor: friday('18:15').toISOString(),
    firesAt: friday('17:54').toISOString(),
  } as const;
  expect(isScheduledForLater(order, friday('17:53'))).toBe(true);
  expect(isScheduledForLater(order, friday('17:54'))).toBe(false);
  expect(isScheduledForLater({ ...order, status: 'preparing' }, friday('17:53'))).toBe(false);
  expect(isScheduledForLater({ ...order, wantedFor: undefined }, friday('17:53'))).toBe(false);
});
