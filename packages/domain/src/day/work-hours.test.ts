import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { findOverlap, labourCost, minutesByHour, workShifts, type WorkEntry } from './work-hours.ts';

const at = (text: string) => new Date(`2026-11-${text}:00-04:00`);
const entry = (id: string, kind: WorkEntry['kind'], time: string, more: Partial<WorkEntry> = {}): WorkEntry => ({
  id,
  person_id: 'priya',
  kind,
  done_at: at(time),
  ends_at: null,
  corrects: null,
  declared_cash_cents: null,
  at: at(time),
  ...more,
});
const now = at('20T23:00');
const times = (entries: readonly WorkEntry[], until = now) =>
  workShifts(entries, until).map(({ id, minutes, to }) => [id, minutes, to !== null]);

test('entries that arrive in another order, twice or without a start are the same shift', () => {
  const out = entry('b', 'out', '20T22:00');
  const start = entry('a', 'in', '20T15:30');
  const again = entry('c', 'in', '20T16:00');
  expect(times([out, start])).toEqual([['a', 390, true]]);
  expect(times([again, out, start, entry('d', 'out', '20T22:05'), entry('e', 'out', '20T09:00')])).toEqual([
    ['a', 390, true],
  ]);
});

test('a person at work has minutes until now, and one who forgot to clock out for a day has none', () => {
  expect(times([entry('a', 'in', '20T20:00')])).toEqual([['a', 180, false]]);
  const forgotten = [entry('a', 'in', '18T15:00'), entry('b', 'out', '20T22:00'), entry('c', 'in', '20T22:30')];
  expect(workShifts(forgotten, now)).toMatchObject([
    { id: 'a', minutes: 0, isForgotten: true },
    { id: 'c', minutes: 30, isForgotten: false },
  ]);
});

test('the last correction of a shift counts, one without a shift adds it, and one without time removes it', () => {
  const shift = [entry('a', 'in', '20T15:00'), entry('b', 'out', '20T22:00')];
  const correct = (id: string, from: string, to: string, written: string, corrects: string | null = 'a') =>
    entry(id, 'correction', from, { ends_at: at(to), corrects, at: at(written) });
  const corrected = [...shift, correct('c', '20T15:00', '20T21:00', '20T22:10')];
  expect(times(corrected)).toEqual([['a', 360, true]]);
  expect(times([...corrected, correct('d', '20T15:00', '20T15:00', '20T22:20')])).toEqual([['a', 0, true]]);
  expect(times([...shift, correct('e', '20T10:00', '20T12:00', '20T22:20', null)])).toEqual([
    ['e', 120, true],
    ['a', 420, true],
  ]);
});

test('the night the clocks go back is an hour longer', () => {
  const start = { done_at: new Date('2026-10-31T18:00:00-03:00') };
  const end = { done_at: new Date('2026-11-01T02:00:00-04:00') };
  expect(times([entry('a', 'in', '01T00:00', start), entry('b', 'out', '01T00:00', end)])).toEqual([['a', 540, true]]);
});

test('a shift may begin when another ends, and not before', () => {
  const shifts = workShifts([entry('a', 'in', '20T15:00'), entry('b', 'out', '20T22:00')], now);
  expect(findOverlap(shifts, { id: null, from: at('20T21:59'), to: at('20T23:00') })?.id).toBe('a');
  expect(findOverlap(shifts, { id: null, from: at('20T22:00'), to: at('20T23:00') })).toBeUndefined();
  expect(findOverlap(shifts, { id: 'a', from: at('20T16:00'), to: at('20T23:00') })).toBeUndefined();
});

test('390 minutes at 17.25 an hour cost 112.13', () => {
  expect(labourCost(390, cents(17_25))).toBe(112_13);
});

test('the minutes of a shift belong to the hours of the wall clock, also where it is half an hour off', () => {
  const parts = minutesByHour({ from: at('20T15:45'), minutes: 100 }, 'America/Halifax');
  expect(parts).toEqual([
    { hour: 15, minutes: 15 },
    { hour: 16, minutes: 60 },
    { hour: 17, minutes: 25 },
  ]);
  expect(minutesByHour({ from: at('20T15:45'), minutes: 30 }, 'America/St_Johns')).toEqual([{ hour: 16, minutes: 30 }]);
});

test.each([
  ['clocked in time', '20T15:30', '20T22:00', false],
  ['sent a moment later', '20T15:34', '20T22:05', false],
  ['whose start was sent later', '20T18:39', '20T22:00', true],
  ['whose end was sent later', '20T15:30', '21T09:00', true],
])(
  'a shift %s is marked as entered later or not, and a correction ends the mark',
  (_what, startSent, endSent, isMarked) => {
    const clocked = [
      entry('a', 'in', '20T15:30', { at: at(startSent) }),
      entry('b', 'out', '20T22:00', { at: at(endSent) }),
    ];
    expect(workShifts(clocked, now).map((shift) => shift.isEnteredLater)).toEqual([isMarked]);
    const approval = entry('c', 'correction', '20T15:30', {
      ends_at: at('20T22:00'),
      corrects: 'a',
      at: at('21T10:00'),
    });
    expect(workShifts([...clocked, approval], now)).toMatchObject([{ isEnteredLater: false, minutes: 390 }]);
  },
);

test('a shift has the cash tips that were declared at its end', () => {
  const shift = [entry('a', 'in', '20T15:00'), entry('b', 'out', '20T22:00', { declared_cash_cents: 12_50 })];
  expect(workShifts(shift, now).map(({ declaredCash }) => declaredCash)).toEqual([12_50]);
  expect(workShifts(shift.slice(0, 1), now).map(({ declaredCash }) => declaredCash)).toEqual([null]);
});
