import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../../core/time.ts';
import {
  areQuotesTrusted,
  learnPrepTimes,
  learnedQuote,
  learnFromOrders,
  nearestRank,
  pinballLoss,
  readySamples,
  scoreWeek,
  type CookedOrder,
  type WeekScore,
} from './learned-prep-times.ts';
import { promiseReadyTime, type PromiseRequest } from './promise.ts';
import { readHours } from '../../hours/index.ts';

/** A time on Friday, 20 November in Halifax, which is four hours behind UTC. */
const friday = (time: string) => addMinutes(new Date(`2026-11-20T${time}:00Z`), 4 * 60);
const DAY = 24 * 60;
const TEN = [14, 16, 17, 18, 19, 21, 22, 24, 28, 35];

const cooked = (from: Date, minutes: number | null, more: Partial<CookedOrder> = {}): CookedOrder => ({
  service: 'pickup',
  from,
  readyAt: minutes === null ? null : addMinutes(from, minutes),
  leftKitchenAt: addMinutes(from, minutes ?? 5),
  units: 3,
  rule: 21,
  wasStartedByStaff: false,
  readyBy: 'drew',
  promisedFor: addMinutes(from, 21),
  ...more,
});
/** One order on each of as many Fridays as needed, so that no two overlap. */
const fridays = (minutes: readonly number[], more: Partial<CookedOrder> = {}) =>
  minutes.map((each, index) => cooked(addMinutes(friday('18:10'), -7 * DAY * (index + 1)), each, more));
const thrice = [...TEN, ...TEN, ...TEN];
const now = { service: 'pickup', at: friday('18:20'), load: 4, rule: 21 } as const;

test('when eight of ten orders take at most 24 minutes, quotes 25 minutes', () => {
  expect([0.5, 0.8, 0.9].map((share) => nearestRank(TEN, share))).toEqual([19, 24, 28]);
  const times = learnPrepTimes(readySamples(fridays(thrice), HALIFAX));
  expect(learnedQuote(times, now, HALIFAX)).toEqual({ quote: 25, from: 15, to: 30, sample: 30 });
});

test('one minute too short costs four times as much as one minute too long', () => {
  const mean = (quote: number) => TEN.reduce((sum, minutes) => sum + pinballLoss(quote, minutes), 0) / TEN.length;
  expect([20, 22, 25, 28].map((quote) => Math.round(mean(quote) * 100) / 100)).toEqual([2.72, 2.22, 2.02, 2.02]);
  expect([20, 22, 25, 28].map((quote) => TEN.filter((minutes) => minutes <= quote).length)).toEqual([5, 7, 8, 9]);
});

test('29 orders are too few to learn from', () => {
  const times = learnPrepTimes(readySamples(fridays(thrice.slice(1)), HALIFAX));
  expect(times).toEqual({});
  expect(learnedQuote(times, now, HALIFAX)).toBeNull();
});

test('ignores three or more tickets that one person cleared within ten seconds, but not two or those of two people', () => {
  const at = (seconds: number, readyBy = 'drew') => cooked(friday('18:00'), 20 + seconds / 60, { readyBy });
  expect(
    readySamples(
      [0, 1, 2, 3, 4, 4].map((seconds) => at(seconds)),
      HALIFAX,
    ),
  ).toEqual([]);
  expect(readySamples([at(0), at(4)], HALIFAX)).toHaveLength(2);
  expect(readySamples([at(0), at(5), at(10)], HALIFAX)).toEqual([]);
  expect(readySamples([at(0), at(5), at(10.1)], HALIFAX)).toHaveLength(3);
  // The orders a minute before and after count as ready at their time.
  expect(readySamples([at(-60), at(0), at(1), at(2), at(60)], HALIFAX)).toHaveLength(2);
  expect(readySamples([at(0), at(4), at(4, 'sam')], HALIFAX)).toHaveLength(3);
});

test('a cancelled or manually started order gives no sample but adds to the load', () => {
  const cancelled = cooked(friday('18:00'), null, { units: 20, leftKitchenAt: friday('18:30') });
  const byHand = cooked(friday('18:05'), 12, { wasStartedByStaff: true });
  const [one, ...others] = readySamples([cancelled, byHand, cooked(friday('18:10'), 15)], HALIFAX);
  expect(others).toEqual([]);
  // 20 and 3 open units plus 3 of its own fall in the band from 25 to 49
  expect(one?.cells[0]).toBe('pickup weekend 9 2');
});

test('an order that was ready before the kitchen started counting gives no sample; one ready at that moment does', () => {
  const minutes = (took: number) => readySamples([cooked(friday('18:10'), took)], HALIFAX).map((each) => each.minutes);
  expect([minutes(-1), minutes(0), minutes(12)]).toEqual([[], [0], [12]]);
});

test('an order that leaves when another comes no longer adds to the load, and ten units are in a higher band than nine', () => {
  const cell = (orders: readonly CookedOrder[]) => readySamples(orders, HALIFAX).at(-1)?.cells[0];
  const before = cooked(friday('18:00'), 10, { units: 20 });
  expect(cell([before, cooked(friday('18:10'), 15)])).toBe('pickup weekend 9 0');
  expect(cell([before, cooked(friday('18:09'), 15)])).toBe('pickup weekend 9 1');
  const startedAndFinished = cooked(friday('18:10'), null, { units: 20, leftKitchenAt: friday('18:10') });
  expect(cell([startedAndFinished, cooked(friday('18:10'), 15, { units: 12 })])).toBe('pickup weekend 9 1');
  const band = (units: number) => cell([cooked(friday('18:10'), 15, { units })])?.at(-1);
  expect([9, 10, 24, 25, 49, 50].map(band)).toEqual(['0', '1', '1', '2', '2', '3']);
});

test('an order that left before the kitchen started counting it does not lower the load', () => {
  const startedEarly = cooked(friday('18:20'), null, { units: 20, leftKitchenAt: friday('18:00') });
  const [one] = readySamples([startedEarly, cooked(friday('18:10'), 15, { units: 12 })], HALIFAX);
  expect(one?.cells[0]).toBe('pickup weekend 9 1');
});

test('with no data for the load, the quote is at least the rule, so that a large order is not quoted like a small one', () => {
  const times = learnPrepTimes(readySamples(fridays(thrice), HALIFAX));
  const quoted = (more: object) => learnedQuote(times, { ...now, ...more }, HALIFAX)?.quote ?? null;
  expect(quoted({ load: 20, rule: 60 })).toBeNull(); // a large order in a quiet kitchen
  expect(quoted({ load: null, rule: 60 })).toBeNull(); // and for a scheduled time
  expect(quoted({ load: null, rule: 25 })).toBe(25);
  expect(quoted({ load: 4, rule: 60 })).toBe(25); // this load is known
  // Scoring uses the same quotes as guests get. This order has no learned quote, because the rule applies.
  const large = readySamples([cooked(friday('12:00'), 60, { units: 20, rule: 60 })], HALIFAX);
  expect(scoreWeek(large, readySamples(fridays(thrice), HALIFAX))).toBeNull();
});

test('with too few orders for the hour, weekday or load, quotes from a broader group', () => {
  const times = learnPrepTimes(readySamples(fridays(thrice), HALIFAX));
  const quoted = (more: object) => learnedQuote(times, { ...now, ...more }, HALIFAX)?.quote ?? null;
  expect(quoted({ at: addMinutes(now.at, 2 * DAY) })).toBe(25); // another weekday
  expect(quoted({ at: friday('12:20') })).toBe(25); // another hour
  expect(quoted({ load: 60 })).toBe(25); // a much higher load
  expect(quoted({ load: null })).toBe(25);
  expect(quoted({ service: 'delivery' })).toBeNull();
});

test('a busy kitchen has separate times', () => {
  const quiet = fridays(thrice);
  const busy = fridays(
    thrice.map((minutes) => minutes + 15),
    { units: 12 },
  ).map((order) => ({
    ...order,
    from: addMinutes(order.from, 60 * 24),
    readyAt: order.readyAt && addMinutes(order.readyAt, 60 * 24),
    leftKitchenAt: order.leftKitchenAt && addMinutes(order.leftKitchenAt, 60 * 24),
  }));
  const times = learnPrepTimes(readySamples([...quiet, ...busy], HALIFAX));
  expect(learnedQuote(times, now, HALIFAX)?.quote).toBe(25);
  expect(learnedQuote(times, { ...now, load: 12 }, HALIFAX)?.quote).toBe(40);
});

test('a quote changes by at most five minutes per update', () => {
  const before = learnPrepTimes(readySamples(fridays(thrice), HALIFAX));
  const slow = readySamples(fridays(thrice.map((minutes) => minutes + 20)), HALIFAX);
  expect(learnedQuote(learnPrepTimes(slow, before), now, HALIFAX)).toEqual({ quote: 30, from: 20, to: 35, sample: 30 });
  const fast = readySamples(fridays(thrice.map((minutes) => minutes - 10)), HALIFAX);
  expect(learnedQuote(learnPrepTimes(fast, before), now, HALIFAX)).toEqual({ quote: 20, from: 10, to: 25, sample: 30 });
});

test('the usual range has two different ends, even if every order took the same time', () => {
  const always = learnPrepTimes(readySamples(fridays(thrice.map(() => 20)), HALIFAX));
  expect(learnedQuote(always, now, HALIFAX)).toEqual({ quote: 20, from: 20, to: 25, sample: 30 });
});

const week = (loss: number, ruleLoss: number): WeekScore => ({
  orders: 50,
  kept: 40,
  loss,
  ruleLoss,
  late: 4,
});

test('learned times are not used before they are scored, nor after losing to the rule two weeks in a row', () => {
  expect(areQuotesTrusted([])).toBe(false);
  expect(areQuotesTrusted([week(2, 3)])).toBe(true);
  expect(areQuotesTrusted([week(2, 3), week(3, 2)])).toBe(true);
  expect(areQuotesTrusted([week(2, 3), week(3, 2), week(4, 2)])).toBe(false);
  expect(areQuotesTrusted([week(3, 2), week(4, 2), week(1, 2)])).toBe(true);
  // A tie counts as a loss.
  expect(areQuotesTrusted([week(2, 2), week(2, 2)])).toBe(false);
});

test('a week is scored with the times known at its start', () => {
  const cached = readySamples(fridays(thrice), HALIFAX);
  const samples = readySamples(
    [40, 20, 24, 25, 29].map((minutes, index) => cooked(addMinutes(friday('12:00'), 60 * index), minutes)),
    HALIFAX,
  );
  const score = scoreWeek(samples, cached);
  expect(score).toMatchObject({ orders: 5, kept: 3, late: 4 });
  expect(score?.loss).toBeCloseTo((1 + 0.2 + 0 + 3.2 + 12) / 5);
  expect(score?.ruleLoss).toBeCloseTo((0.2 + 2.4 + 3.2 + 6.4 + 15.2) / 5);
  expect(scoreWeek(samples, cached.slice(1))).toBeNull();
  const inTime = samples.filter(({ minutes }) => minutes <= 25);
  expect(scoreWeek(inTime, cached)).toMatchObject({ orders: 3, kept: 3, late: null });
});

test('each week is predicted from the weeks before it, and the rule returns after two lost weeks', () => {
  const noon = (weeksAgo: number, index: number) => addMinutes(friday('12:00'), -7 * DAY * weeksAgo + 20 * index);
  const aWeek = (weeksAgo: number, minutes: number) =>
    Array.from({ length: 30 }, (_, index) => cooked(noon(weeksAgo, index), minutes));
  const steady = [4, 3, 2, 1].flatMap((ago) => aWeek(ago, 40));
  const learned = learnFromOrders(steady, { now: friday('11:00'), zone: HALIFAX, before: null });
  expect(
    learned.weeks.map(({ week: monday, orders, kept: stored, score }) => [monday, orders, stored, score?.kept ?? null]),
  ).toEqual([
    ['2026-10-19', 30, 0, null],
    ['2026-10-26', 30, 0, 30],
    ['2026-11-02', 30, 0, 30],
    ['2026-11-09', 30, 0, 30],
  ]);
  expect(learnedQuote(learned.quotes ?? {}, now, HALIFAX)?.quote).toBe(40);

  const faster = [...aWeek(4, 40), ...aWeek(3, 40), ...aWeek(2, 20), ...aWeek(1, 20)];
  expect(learnFromOrders(faster, { now: friday('11:00'), zone: HALIFAX, before: null }).quotes).toBeNull();
});

test('a week runs from Monday midnight to the next and counts the orders that were ready by their promised time', () => {
  const monday = new Date('2026-11-16T04:00:00Z');
  const orders = [
    cooked(addMinutes(monday, -1), 21),
    cooked(monday, 21),
    cooked(addMinutes(monday, 60), 22),
    cooked(addMinutes(monday, 120), 5),
    cooked(addMinutes(monday, 180), null),
    cooked(addMinutes(monday, 7 * DAY - 1), 30),
    cooked(addMinutes(monday, 7 * DAY), 30),
  ];
  const { weeks } = learnFromOrders(orders, { now: addMinutes(monday, 8 * DAY), zone: HALIFAX, before: null });
  expect(weeks).toEqual([
    { week: '2026-11-09', orders: 1, kept: 1, score: null },
    { week: '2026-11-16', orders: 4, kept: 2, score: null },
  ]);
});

test('at least eight of ten orders were ready within the quote learned from them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 110 }), { minLength: 30, maxLength: 60 }), (minutes) => {
      const quoted = learnedQuote(learnPrepTimes(readySamples(fridays(minutes), HALIFAX)), now, HALIFAX);
      const quote = quoted?.quote ?? 0;
      expect(minutes.filter((each) => each <= quote).length).toBeGreaterThanOrEqual(minutes.length * 0.8);
      expect(quoted?.from).toBeLessThan(quoted?.to ?? 0);
    }),
  );
});

const day = { open: '11:30', close: '22:00', closed: false };
const read = readHours({ friday: day, saturday: day }, [], HALIFAX);
if (!read.ok) throw new Error('these hours can be read');
const request: PromiseRequest = {
  quote: 25,
  learned: { sample: 84, from: 15, to: 30 },
  plus: 5,
  pausedUntil: null,
  hours: read.value,
  isActive: true,
  agreesToWait: false,
  by: 'guest',
  wantedFor: null,
  capacity: null,
};

test('a promise records its sample size, and guests see the range in which most orders are ready', () => {
  const promised = promiseReadyTime(friday('18:02'), request);
  if (!promised.ok) throw new Error('it is promised');
  const { readyAt, grounds: basis } = promised.value;
  expect([readyAt, basis]).toEqual([
    friday('18:32'),
    { quote: 25, source: 'learned', sample: 84, from: 15, to: 30, plus: 5 },
  ]);
  expect(promised.value.window).toEqual({ from: friday('18:20'), to: friday('18:40') });
});
