import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../core/time.ts';
import type { DayHours, HoursException, OpeningHours } from '../hours/index.ts';
import {
  isSoldOut,
  MAX_SOLD_OUT_MINUTES,
  soldOutText,
  resolveSoldOutEnd,
  SOLD_OUT_INDEFINITELY,
  type SoldOutRequest,
} from './index.ts';

const at = (text: string) => new Date(text);
const daily = (
  open: string,
  close: string,
  exceptions: HoursException[] = [],
  more?: DayHours['more'],
): OpeningHours => {
  const day: DayHours = { open, close, closed: false, ...(more && { more }) };
  return {
    week: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
    exceptions,
    zone: HALIFAX,
  };
};
const until = (request: SoldOutRequest, now: string, hours: OpeningHours | null = daily('12:00', '22:00')) => {
  const answer = resolveSoldOutEnd(request, { zone: HALIFAX, now: at(now), hours });
  return answer.ok ? answer.value.toISOString() : answer.error;
};
const twice = daily('11:30', '14:30', [], [{ open: '17:00', close: '01:00' }]);
const closed = (date: string): HoursException => ({ date, open: '', close: '', closed: true });

test.each([
  ['while open, at closing', '2026-11-20T23:10:00Z', daily('12:00', '22:00'), '2026-11-21T02:00:00.000Z'],
  ['in a night that ends after midnight', '2026-11-21T04:30:00Z', daily('18:00', '02:00'), '2026-11-21T06:00:00.000Z'],
  ['at lunch, at the end of dinner', '2026-11-20T16:00:00Z', twice, '2026-11-21T05:00:00.000Z'],
  ['between lunch and dinner, at the end of dinner', '2026-11-20T19:30:00Z', twice, '2026-11-21T05:00:00.000Z'],
  ['at dinner after midnight, at its end', '2026-11-21T04:30:00Z', twice, '2026-11-21T05:00:00.000Z'],
  ['before lunch, when it opens', '2026-11-20T13:00:00Z', twice, '2026-11-20T15:30:00.000Z'],
  [
    'after closing, when it opens, by the clock of spring',
    '2027-03-14T03:00:00Z',
    daily('12:00', '22:00'),
    '2027-03-14T15:00:00.000Z',
  ],
  [
    'through the night on which spring skips an hour',
    '2027-03-14T05:00:00Z',
    daily('18:00', '04:00'),
    '2027-03-14T07:00:00.000Z',
  ],
  [
    'through the night on which autumn has an hour twice',
    '2027-11-07T04:30:00Z',
    daily('18:00', '04:00'),
    '2027-11-07T08:00:00.000Z',
  ],
  [
    'before a holiday, when it opens again',
    '2026-12-25T02:30:00Z',
    daily('12:00', '22:00', [closed('2026-12-25')]),
    '2026-12-26T16:00:00.000Z',
  ],
  ['where no hours can be read, in the morning', '2026-11-20T23:10:00Z', null, '2026-11-21T04:00:00.000Z'],
])('until closing: %s', (_when, now, hours, instant) => {
  expect(until('closing', now, hours)).toBe(instant);
});

test.each([
  [30, '2026-11-20T23:10:00.000Z', '2026-11-20T23:40:00.000Z'],
  [60, '2026-11-20T23:10:00.001Z', '2026-11-21T00:11:00.000Z'],
  [120, '2026-11-20T23:10:59.999Z', '2026-11-21T01:11:00.000Z'],
  // an hour lasts an hour even if the clocks change in between
  [60, '2027-03-14T05:30:00Z', '2027-03-14T06:30:00.000Z'],
])('for %i minutes from %s: until the next full minute', (minutes, now, instant) => {
  expect(until(minutes, now)).toBe(instant);
});

test('until a day: sold again from the start of that day', () => {
  expect(until('2027-03-15', '2027-03-13T20:00:00Z')).toBe('2027-03-15T03:00:00.000Z');
  expect(until('put-back', '2027-03-13T20:00:00Z')).toBe(SOLD_OUT_INDEFINITELY.toISOString());
});

test('until a time: until the next full minute', () => {
  expect(until(new Date('2026-11-21T01:02:03Z'), '2026-11-20T23:10:00Z')).toBe('2026-11-21T01:03:00.000Z');
});

test.each<[SoldOutRequest]>([
  [0],
  [-30],
  [1.5],
  [MAX_SOLD_OUT_MINUTES + 1],
  ['2026-11-20'],
  ['2026-11-19'],
  ['2028-01-01'],
  [new Date('2026-11-20T23:10:00Z')],
])('refuses %j with an explanation', (request) => {
  expect(until(request, '2026-11-20T23:10:00Z')).toMatchObject({
    code: 'invalid-argument',
    details: { field: 'until' },
  });
});

test.each([
  [null, 'Sold out'],
  [SOLD_OUT_INDEFINITELY.toISOString(), 'Sold out'],
  ['2026-11-20T22:30:00Z', 'Sold out until 6:30 p.m.'],
  ['2026-11-21T15:30:00Z', 'Sold out until tomorrow, 11:30 a.m.'],
  ['2026-11-24T15:30:00Z', 'Sold out until Tuesday, 11:30 a.m.'],
])('the text for sold out until %s: %s', (instant, words) => {
  expect(soldOutText(instant === null ? null : at(instant), at('2026-11-20T21:00:00Z'), HALIFAX)).toBe(words);
});

test('law: a dish is sold out immediately and until a full minute', () => {
  const requests = fc.constantFrom<SoldOutRequest>('closing', 30, 120, 'put-back');
  const instants = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z'), noInvalidDate: true });
  const hours = fc.constantFrom(daily('11:30', '22:00'), daily('18:00', '02:00'), daily('00:00', '00:00'), null);
  fc.assert(
    fc.property(requests, instants, hours, (request, now, week) => {
      const answer = resolveSoldOutEnd(request, { zone: HALIFAX, now, hours: week });
      if (!answer.ok) throw new Error(answer.error.message);
      expect(isSoldOut(answer.value, now)).toBe(true);
      expect(isSoldOut(answer.value, answer.value)).toBe(false);
      expect(answer.value.getTime() % 60_000).toBe(0);
      expect(isSoldOut(answer.value, addMinutes(answer.value, -1 / 60))).toBe(true);
    }),
  );
});
