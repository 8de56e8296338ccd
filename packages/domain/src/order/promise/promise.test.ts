import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMinutes, HALIFAX } from '../../core/time.ts';
import { readHours, type OpeningHours } from '../../hours/index.ts';
import { activePacingPeriods, currentPacing, pausedText, type PacingPeriod } from './order-pacing.ts';
import { pacingEnd } from './order-pacing.ts';
import { promiseReadyTime, type PromisedTime, type PromiseRequest } from './promise.ts';
import { singleTime } from './promised-window.ts';

const hoursOf = (week: unknown = null): OpeningHours => {
  const read = readHours(week, [], HALIFAX);
  if (!read.ok) throw new Error('these hours can be read');
  return read.value;
};
const ten = { open: '11:30', close: '22:00', closed: false };
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const hours = hoursOf(Object.fromEntries(days.map((day) => [day, ten])));
/** A time on Friday, 20 November in Halifax, which is four hours behind UTC. */
const friday = (time: string) => addMinutes(new Date(`2026-11-20T${time}:00Z`), 4 * 60);
const query = (more: Partial<PromiseRequest> = {}): PromiseRequest => ({
  quote: 25,
  plus: 0,
  pausedUntil: null,
  hours,
  isActive: true,
  agreesToWait: false,
  by: 'guest',
  wantedFor: null,
  capacity: null,
  learned: null,
  ...more,
});

test('at 21:30 a kitchen that closes at 22:00 promises 21:55', () => {
  expect(promiseReadyTime(friday('21:30'), query())).toEqual({
    ok: true,
    value: {
      readyAt: friday('21:55'),
      window: singleTime(friday('21:55')),
      fireAt: null,
      grounds: { quote: 25, source: 'rule' },
      counted: [],
    },
  });
});

test('at 21:45 it refuses the order unless the guest agrees to the next opening', () => {
  const late = promiseReadyTime(friday('21:45'), query());
  const opensAt = new Date('2026-11-21T15:30:00Z');
  expect(late).toMatchObject({
    ok: false,
    error: {
      code: 'location-closed',
      message:
        'It is too late to cook this before we close, so nothing was ordered. We open tomorrow at 11:30 a.m., and you can order for then.',
      details: { nextOpening: opensAt.toISOString() },
    },
  });
  expect(promiseReadyTime(friday('21:45'), query({ agreesToWait: true }))).toEqual({
    ok: true,
    value: {
      readyAt: addMinutes(opensAt, 25),
      window: singleTime(addMinutes(opensAt, 25)),
      fireAt: opensAt,
      grounds: { quote: 25, source: 'rule', opens: opensAt.toISOString() },
      counted: [],
    },
  });
});

test('an order for the next opening uses the prep time of the opening, not the current one', () => {
  const opensAt = new Date('2026-11-21T15:30:00Z');
  const learned = { sample: 84, from: 15, to: 25 };
  const tonight = { quote: 55, learned: { sample: 40, from: 40, to: 70 } };
  const late = promiseReadyTime(
    friday('21:45'),
    query({ agreesToWait: true, ...tonight, atOpening: { quote: 20, learned } }),
  );
  expect(late.ok && late.value).toEqual({
    readyAt: addMinutes(opensAt, 20),
    window: { from: addMinutes(opensAt, 15), to: addMinutes(opensAt, 25) },
    fireAt: opensAt,
    grounds: { quote: 20, source: 'learned', ...learned, opens: opensAt.toISOString() },
    counted: [],
  });
});

test('an order for a chosen time is not ready before one for as soon as possible', () => {
  const chosen = (time: string) =>
    promiseReadyTime(friday('17:00'), query({ quote: 20, busy: 55, wantedFor: friday(time) }));
  expect(chosen('17:30')).toMatchObject({ ok: false, error: { code: 'time-unavailable' } });
  // It still starts as late as its normal prep time allows.
  expect(chosen('18:00')).toMatchObject({ ok: true, value: { readyAt: friday('18:00'), fireAt: friday('17:40') } });
});

test('orders from the till and paid orders are accepted shortly before closing and during a pause', () => {
  const taken = promiseReadyTime(friday('21:45'), query({ by: 'till', pausedUntil: friday('21:50') }));
  expect(taken.ok && taken.value.readyAt).toEqual(friday('22:10'));
});

test('a paid order keeps the time its guest agreed to and is not refused', () => {
  const paid = (time: string, agreesToWait: boolean, more: Partial<PromiseRequest> = {}) => {
    const made = promiseReadyTime(friday(time), query({ by: 'payment', agreesToWait, ...more }));
    return made.ok && made.value.readyAt;
  };
  const tomorrow = addMinutes(new Date('2026-11-21T15:30:00Z'), 25);
  expect(paid('21:46', true)).toEqual(tomorrow);
  expect(paid('21:46', false)).toEqual(friday('22:11'));
  expect(paid('22:10', false)).toEqual(tomorrow);
  expect(paid('17:30', false, { wantedFor: friday('18:00') })).toEqual(friday('18:00'));
  expect(paid('17:50', false, { wantedFor: friday('18:00') })).toEqual(friday('18:15'));
  expect(paid('22:10', false, { wantedFor: friday('18:00') })).toEqual(tomorrow);
});

const never = hoursOf(Object.fromEntries(days.map((day) => [day, { ...ten, closed: true }])));

test('a closed kitchen refuses with its next opening, and one that never opens refuses everyone', () => {
  const refused = (time: string, more: Partial<PromiseRequest>) => {
    const result = promiseReadyTime(friday(time), query(more));
    return result.ok ? null : [result.error.message, result.error.details];
  };
  const nextOpening = new Date('2026-11-21T15:30:00Z').toISOString();
  expect(refused('22:00', {})).toEqual([
    'We are closed now, so nothing was ordered. We open tomorrow at 11:30 a.m., and you can order for then.',
    { nextOpening, openText: 'Closed - Opens tomorrow at 11:30 a.m.' },
  ]);
  expect(refused('21:45', {})?.[1]).toEqual({ nextOpening, openText: 'Open until 10:00 p.m.' });
  const nothing = ['We are closed now and take no orders.', { nextOpening: null, openText: 'Closed' }];
  for (const agreesToWait of [true, false]) {
    for (const by of ['guest', 'till', 'payment'] as const) {
      expect(refused('18:00', { hours: never, by, agreesToWait })).toEqual(nothing);
    }
  }
  // A paid order for a chosen time is made even if the location never opens again.
  const paid = promiseReadyTime(friday('18:10'), query({ hours: never, by: 'payment', wantedFor: friday('18:15') }));
  expect(paid.ok && [paid.value.readyAt, paid.value.fireAt]).toEqual([friday('18:35'), null]);
  const late = promiseReadyTime(friday('18:00'), query({ hours: never, wantedFor: friday('18:30') }));
  expect(!late.ok && [late.error.message, late.error.details]).toEqual([
    'This time is no longer available.',
    { field: 'wantedFor', nearest: [] },
  ]);
});

test('an inactive location still promises a time, because the caller refuses the order for its own reason', () => {
  const taken = promiseReadyTime(friday('21:45'), query({ isActive: false, plus: 5 }));
  expect(taken.ok && taken.value).toEqual({
    readyAt: friday('22:15'),
    window: singleTime(friday('22:15')),
    fireAt: null,
    grounds: { quote: 25, source: 'rule', plus: 5 },
    counted: [],
  });
});

test('agreeing to wait has no effect at the till: late orders are made tonight', () => {
  const taken = promiseReadyTime(friday('21:45'), query({ by: 'till', agreesToWait: true }));
  expect(taken.ok && taken.value.readyAt).toEqual(friday('22:10'));
});

test('an order paid exactly when it must start keeps its time, even if the kitchen is busy', () => {
  const paid = promiseReadyTime(friday('17:50'), query({ by: 'payment', plus: 15, wantedFor: friday('18:15') }));
  expect(paid.ok && [paid.value.readyAt, paid.value.fireAt]).toEqual([friday('18:15'), null]);
});

test('a location that never closes accepts orders at any time', () => {
  const week = hoursOf(Object.fromEntries(days.map((day) => [day, { open: '00:00', close: '00:00', closed: false }])));
  const late = promiseReadyTime(friday('23:45'), query({ hours: week }));
  expect(late.ok && late.value.readyAt).toEqual(addMinutes(friday('23:45'), 25));
});

test('a busy kitchen promises a later time and records the added minutes', () => {
  const busy = promiseReadyTime(friday('18:00'), query({ plus: 15 }));
  expect(busy.ok && [busy.value.readyAt, busy.value.grounds]).toEqual([
    friday('18:40'),
    { quote: 25, source: 'rule', plus: 15 },
  ]);
});

test('a paused kitchen refuses with the end of the pause, as text and as a timestamp', () => {
  expect(promiseReadyTime(friday('18:06'), query({ pausedUntil: friday('18:35') }))).toMatchObject({
    ok: false,
    error: {
      code: 'orders-paused',
      message: 'Ordering is paused until 6:35 p.m. You can order for later now.',
      details: { until: friday('18:35').toISOString() },
    },
  });
});

test('a promise is never earlier than the prep time allows, and an order made today is ready before closing', () => {
  fc.assert(
    fc.property(
      fc.date({ min: friday('00:00'), max: addMinutes(friday('00:00'), 14 * 24 * 60), noInvalidDate: true }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 120 }),
      fc.boolean(),
      (now, quote, plus, agreesToWait) => {
        const result = promiseReadyTime(now, query({ quote, plus, agreesToWait }));
        const isStored = ({ readyAt, fireAt }: PromisedTime) =>
          readyAt >= addMinutes(fireAt ?? now, quote) && (fireAt !== null || readyAt <= closing(now));
        expect(result.ok ? isStored(result.value) : result.error.code === 'location-closed' && !agreesToWait).toBe(
          true,
        );
      },
    ),
  );
});

function closing(now: Date): Date {
  const opening = new Date(now.getTime() - 4 * 3_600_000).toISOString().slice(0, 10);
  return addMinutes(new Date(`${opening}T22:00:00Z`), 4 * 60);
}

const pace = (
  kind: PacingPeriod['kind'],
  service: PacingPeriod['service'],
  plus: number,
  until: string,
): PacingPeriod => ({
  kind,
  service,
  plus,
  until: friday(until).toISOString(),
});

test('the longest pause and the longest delay that apply to an order type count, each until its end', () => {
  const paces = [
    pace('pause', 'delivery', 0, '18:35'),
    pace('pause', null, 0, '18:20'),
    // The minutes of a pause are ignored.
    pace('pause', null, 90, '18:20'),
    pace('busy', null, 15, '19:00'),
    pace('busy', 'pickup', 30, '18:30'),
  ];
  const at = (service: 'pickup' | 'delivery', time: string) => currentPacing(paces, service, friday(time));
  expect(at('pickup', '18:06')).toEqual({ pausedUntil: friday('18:20'), plus: 30 });
  expect(at('delivery', '18:06')).toEqual({ pausedUntil: friday('18:35'), plus: 15 });
  expect(at('pickup', '18:20')).toEqual({ pausedUntil: null, plus: 30 });
  expect(at('pickup', '18:30')).toEqual({ pausedUntil: null, plus: 15 });
  expect(at('delivery', '19:00')).toEqual({ pausedUntil: null, plus: 0 });
  expect(activePacingPeriods(paces, friday('18:35'))).toHaveLength(1);
});

test.each([
  ['pause', 0, 30, false, '18:36'],
  ['pause', 0, 60, false, '19:06'],
  ['pause', 0, 61, false, 'manager-needed'],
  ['pause', 0, 61, true, '19:07'],
  ['pause', 0, 'closing', false, 'manager-needed'],
  ['pause', 0, 'closing', true, '22:00'],
  ['pause', 0, 1441, true, 'invalid-argument'],
  ['pause', 0, 0, true, 'invalid-argument'],
  ['pause', 0, 1.5, true, 'invalid-argument'],
  ['pause', 0, 1, false, '18:07'],
  ['busy', 5, 60, false, '19:06'],
  ['busy', 15, 'closing', false, '22:00'],
  ['busy', 120, 60, false, '19:06'],
  ['busy', 125, 60, false, 'invalid-argument'],
  ['busy', 7, 60, false, 'invalid-argument'],
  ['busy', 0, 60, false, 'invalid-argument'],
] as const)('%s +%d for %s, set at 18:05:30 by a manager (%s), gives %s', (kind, plus, until, isManager, outcome) => {
  const now = addMinutes(friday('18:05'), 0.5);
  const ends = pacingEnd({ kind, plus, until }, { now, hours, canPauseLong: isManager });
  expect(ends.ok ? ends.value : ends.error.code).toEqual(outcome.includes(':') ? friday(outcome) : outcome);
});

test('orders can be held back for at most a day, which is also the length “until closing” at a location that never opens', () => {
  const until = (request: number | 'closing', at: OpeningHours | null) =>
    pacingEnd({ kind: 'pause', plus: 0, until: request }, { now: friday('18:06'), hours: at, canPauseLong: true });
  const aDayLater = { ok: true, value: addMinutes(friday('18:06'), 24 * 60) };
  expect([until(1440, hours), until('closing', never), until('closing', null)]).toEqual([
    aDayLater,
    aDayLater,
    aDayLater,
  ]);
});

test.each([
  [{ kind: 'busy', plus: 7, until: 30 }, 'Choose 5 to 120 minutes, in steps of 5.', { field: 'plus' }],
  [{ kind: 'busy', plus: 5, until: 1441 }, 'Choose 1 to 1440 minutes.', { field: 'until' }],
  [{ kind: 'pause', plus: 0, until: 90 }, 'A manager can pause for more than 60 minutes.', undefined],
] as const)('%j is refused with the message: %s', (request, words, details) => {
  const ends = pacingEnd(request, { now: friday('18:06'), hours, canPauseLong: false });
  expect(ends.ok ? null : [ends.error.message, ends.error.details]).toEqual([words, details]);
});

test('“until closing” means until the opening while the location is closed', () => {
  const request = { kind: 'pause', plus: 0, until: 'closing' } as const;
  const ends = pacingEnd(request, { now: friday('23:00'), hours, canPauseLong: true });
  expect(ends.ok && ends.value).toEqual(new Date('2026-11-21T15:30:00Z'));
});

test('names the day unless it is today', () => {
  expect(pausedText(new Date('2026-11-21T15:30:00Z'), friday('23:00'), HALIFAX)).toBe(
    'Ordering is paused until tomorrow, 11:30 a.m. You can order for later now.',
  );
});
