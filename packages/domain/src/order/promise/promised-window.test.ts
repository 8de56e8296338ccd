import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../../core/time.ts';
import { readHours } from '../../hours/index.ts';
import { promiseReadyTime, readyTimesWithRoom, type PromiseRequest } from './promise.ts';
import {
  isLaterThanPromised,
  promisedWindow,
  singleTime,
  windowBeforeMove,
  windowOfAnswer,
  notBefore,
  type PromisedWindow,
} from './promised-window.ts';

/** A time on Friday, 20 November in Halifax. */
const friday = (time: string) => new Date(`2026-11-20T${time}-04:00`);

test('a learned range is rounded outwards to five minutes, a single time to the nearest minute', () => {
  const learned = promisedWindow(friday('18:27:40'), { quote: 25, from: 15, to: 30 });
  expect(learned).toEqual({ from: friday('18:15:00'), to: friday('18:35:00') });
  expect(promisedWindow(friday('18:27:29.999'), { quote: 25 })).toEqual(singleTime(friday('18:27:00')));
  expect(promisedWindow(friday('18:27:30'), { quote: 25 })).toEqual(singleTime(friday('18:28:00')));
});

test.each([
  // The way starts later than the kitchen's range: what is left of the range would be three minutes.
  [
    ['18:42', '18:42'],
    ['18:25', '18:45'],
    ['18:42', '19:02'],
  ],
  [
    ['18:20', '18:40'],
    ['18:25', '18:45'],
    ['18:25', '18:45'],
  ],
  [
    ['18:30', '19:10'],
    ['18:25', '18:45'],
    ['18:30', '19:10'],
  ],
  [
    ['18:42', '18:42'],
    ['18:30', '18:30'],
    ['18:42', '18:42'],
  ],
])('a delivery of %j whose pickup is promised for %j is promised for %j', (delivery, pickup, expected) => {
  const window = ([from, to]: string[]) => ({ from: friday(`${from}:00`), to: friday(`${to}:00`) });
  expect(notBefore(window(delivery), window(pickup))).toEqual(window(expected));
});

test('an answer of an earlier version shows its single time', () => {
  const estimatedReady = friday('18:30:00').toISOString();
  expect(windowOfAnswer({ estimatedReady })).toEqual(singleTime(friday('18:30:00')));
  expect(windowOfAnswer({ estimatedReady: null })).toBeNull();
});

test('a moved order shows the window of before, a move of less than five minutes none', () => {
  const iso = (time: string) => friday(`${time}:00`).toISOString();
  const order = { estimatedReady: iso('18:50'), promised: { from: iso('18:40'), to: iso('18:50') } };
  const before = { from: friday('18:25:00'), to: friday('18:35:00') };
  const moved = { ready: { was: iso('18:35'), wasFrom: iso('18:25') } };
  const again = { ready: { was: iso('18:45'), wasFrom: iso('18:35') } };
  expect(windowBeforeMove(order)).toBeNull();
  expect(windowBeforeMove({ ...order, changes: [{}, moved, again] })).toEqual(before);
  expect(windowBeforeMove({ ...order, changes: [{ ready: { was: iso('18:35') } }] })).toEqual(
    singleTime(friday('18:35:00')),
  );
  expect(windowBeforeMove({ ...order, promisedReady: iso('18:35') })).toEqual(before);
  expect(windowBeforeMove({ ...order, promisedReady: iso('18:46') })).toBeNull();
});

const day = { open: '11:30', close: '22:00', closed: false };
const read = readHours({ friday: day, saturday: day }, [], HALIFAX);
if (!read.ok) throw new Error('these hours can be read');
const request = (more: Partial<PromiseRequest>): PromiseRequest => ({
  quote: 25,
  learned: null,
  plus: 0,
  pausedUntil: null,
  hours: read.value,
  isActive: true,
  agreesToWait: true,
  by: 'guest',
  wantedFor: null,
  capacity: null,
  ...more,
});
const estimate = fc
  .record({
    quote: fc.integer({ min: 5, max: 120 }),
    spread: fc.option(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 5, max: 30 })), { nil: null }),
    plus: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ quote, spread, plus }) => ({
    quote,
    plus,
    learned: spread && { sample: 50, from: Math.max(5, quote - spread[0]), to: quote + spread[1] },
  }));

const minutesOf = ({ from, to }: PromisedWindow) => (to.getTime() - from.getTime()) / 60_000;

test('a delivery is never promised earlier or more exactly than a pickup ordered in the same minute', () => {
  fc.assert(
    fc.property(estimate, estimate, fc.integer({ min: 0, max: 24 * 60 }), (pickup, delivery, minute) => {
      const now = addMinutes(friday('00:00:20'), minute);
      const counter = promiseReadyTime(now, request(pickup));
      if (!counter.ok) return;
      const door = promiseReadyTime(now, request({ ...delivery, asPickup: counter.value.window }));
      if (!door.ok) return;
      expect(door.value.window.to.getTime()).toBeGreaterThanOrEqual(counter.value.window.to.getTime());
      expect(door.value.window.from.getTime()).toBeGreaterThanOrEqual(counter.value.window.from.getTime());
      expect(minutesOf(door.value.window)).toBeGreaterThanOrEqual(minutesOf(counter.value.window));
    }),
  );
});

test('no time that a guest can choose for a delivery is earlier than a pickup ordered in the same minute', () => {
  fc.assert(
    fc.property(estimate, estimate, fc.integer({ min: 0, max: 24 * 60 }), (pickup, delivery, minute) => {
      const now = addMinutes(friday('00:00:20'), minute);
      const counter = promiseReadyTime(now, request(pickup));
      if (!counter.ok) return;
      const asPickup = counter.value.window;
      const times = readyTimesWithRoom(now, request({ ...delivery, asPickup }), null).flatMap((each) => each.times);
      for (const at of times) expect(at.getTime()).toBeGreaterThanOrEqual(asPickup.to.getTime());
      // An earlier time that some client still shows is refused with the nearest ones.
      const tooEarly = readyTimesWithRoom(now, request(delivery), null)
        .flatMap((each) => each.times)
        .find((at) => at < asPickup.to);
      if (!tooEarly) return;
      const refused = promiseReadyTime(now, request({ ...delivery, asPickup, wantedFor: tooEarly }));
      expect(refused.ok ? null : refused.error.code).toBe('time-unavailable');
    }),
    { seed: 20_261_126, numRuns: 300 },
  );
});

const promised = { from: '2026-11-20T22:15:00.000Z', to: '2026-11-20T22:33:00.000Z' };
test.each([
  // The page shows 6:35 for a promise until 6:33.
  ['pending', 'pickup', undefined, '18:35', false],
  ['pending', 'pickup', undefined, '18:36', true],
  ['preparing', 'dine-in', undefined, '18:36', true],
  ['ready', 'pickup', undefined, '18:36', false],
  ['ready', 'delivery', undefined, '18:36', true],
  ['completed', 'delivery', 'on-the-way', '18:36', true],
  ['completed', 'delivery', 'at-door', '18:36', false],
  ['completed', 'pickup', undefined, '18:36', false],
  ['cancelled', 'delivery', undefined, '18:36', false],
] as const)('a %s %s (driver: %s) at %s is later than promised: %s', (status, orderType, state, clock, isLate) => {
  const order = {
    status,
    orderType,
    promised,
    estimatedReady: promised.to,
    deliveryInfo: state && { courier: { state } },
  };
  expect(isLaterThanPromised(order, friday(`${clock}:00`))).toBe(isLate);
});
