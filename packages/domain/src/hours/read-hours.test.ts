import { expect, test } from 'vitest';
import { HALIFAX } from '../core/time.ts';
import { DEFAULT_WEEK, isDate, isTime, readDayHours, readHours, UNCONFIGURED_DAY, WEEKDAYS } from './index.ts';

const open = { open: '11:30', close: '22:00', closed: false };

test('a location without hours has the default week [C-HOME-14]', () => {
  const short = { open: '11:30', close: '22:00', closed: false };
  const long = { open: '11:30', close: '23:00', closed: false };
  const week = {
    monday: short,
    tuesday: short,
    wednesday: short,
    thursday: short,
    friday: long,
    saturday: long,
    sunday: { open: '12:00', close: '22:00', closed: false },
  };
  for (const nothing of [null, undefined, {}]) {
    expect(readHours(nothing, null, HALIFAX)).toEqual({ ok: true, value: { week, exceptions: [], zone: HALIFAX } });
  }
});

test('a day missing from a configured week is open 11:00 to 23:00 [C-RES-13]', () => {
  const read = readHours({ monday: open, tuesday: null }, undefined, HALIFAX);
  if (!read.ok) throw new Error('these hours can be read');
  expect(read.value.week.monday).toEqual(open);
  for (const day of WEEKDAYS.slice(1))
    expect(read.value.week[day]).toEqual({ open: '11:00', close: '23:00', closed: false });
  expect(UNCONFIGURED_DAY).not.toEqual(DEFAULT_WEEK.monday);
});

test.each([
  ['a text', 'every day'],
  ['a list', []],
  ['a number', 7],
  ['a day that is a text', { monday: '11:30-22:00' }],
  ['a day without times', { friday: {} }],
  ['an hour that does not exist', { friday: { open: '24:00', close: '23:00', closed: false } }],
  ['a time without its nought', { friday: { open: '9:00', close: '23:00' } }],
  ['a time with seconds', { friday: { open: '09:00', close: '23:00:00' } }],
  ['dinner before lunch', { friday: { ...open, open: '17:00', more: [{ open: '11:30', close: '14:00' }] } }],
  ['dinner that begins when lunch ends', { friday: { ...open, more: [{ open: '22:00', close: '23:00' }] } }],
  [
    'dinner after a lunch past midnight',
    { friday: { ...open, close: '01:00', more: [{ open: '17:00', close: '22:00' }] } },
  ],
  ['dinner without an end', { friday: { ...open, close: '14:00', more: [{ open: '17:00' }] } }],
  ['dinner as a text', { friday: { ...open, more: '17:00-22:00' } }],
  ['closed as a word', { sunday: { open: '11:30', close: '22:00', closed: 'no' } }],
])('refuses invalid hours: %s', (_what, stored) => {
  expect(readHours(stored, null, HALIFAX)).toEqual({
    ok: false,
    error: { code: 'hours-not-configured', message: 'Operating hours not properly configured for this location' },
  });
});

test.each([
  ['a record', {}],
  ['a text in the list', ['2026-12-25']],
  ['nothing in the list', [null]],
  ['no date', [{ closed: true }]],
  ['a date that is a number', [{ date: 20261225, closed: true }]],
  ['a date that does not exist', [{ date: '2026-02-30', closed: true }]],
  ['a date in another order', [{ date: '25-12-2026', closed: true }]],
  ['open without times', [{ date: '2026-12-25', closed: false }]],
])('refuses invalid exceptions: %s', (_what, exceptions) => {
  expect(readHours(null, exceptions, HALIFAX).ok).toBe(false);
});

test('reads exceptions with their notes', () => {
  const read = readHours(
    null,
    [
      { date: '2026-12-25', closed: true, note: 'Christmas' },
      { date: '2026-12-31', open: '17:00', close: '02:00', note: 5 },
    ],
    HALIFAX,
  );
  expect(read.ok && read.value.exceptions).toEqual([
    { date: '2026-12-25', open: '', close: '', closed: true, note: 'Christmas' },
    { date: '2026-12-31', open: '17:00', close: '02:00', closed: false },
  ]);
  expect(read.ok && read.value.exceptions.map((exception) => exception.note)).toEqual(['Christmas', undefined]);
});

test('a closed day needs no times and keeps existing ones', () => {
  expect(readDayHours({ closed: true })).toEqual({ open: '', close: '', closed: true });
  expect(readDayHours({ open: '10:00', close: 'late', closed: true })).toEqual({
    open: '10:00',
    close: '',
    closed: true,
  });
  expect(readDayHours({ open: '10:00', close: '11:00' })).toEqual({ open: '10:00', close: '11:00', closed: false });
  expect(readDayHours(null)).toBeNull();
  expect(readDayHours({ open: '10:00', close: 1 })).toBeNull();
  expect(readDayHours({ open: 1, close: '10:00' })).toBeNull();
});

test.each([
  ['00:00', true],
  ['09:59', true],
  ['19:30', true],
  ['23:59', true],
  ['24:00', false],
  ['23:60', false],
  ['9:00', false],
  ['x09:00', false],
  ['09:00x', false],
  [900, false],
])('%s is a time of day: %s', (value, answer) => {
  expect(isTime(value)).toBe(answer);
});

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['2027-1-01', false],
  ['x2027-01-01', false],
  ['2027-01-01T00:00', false],
  ['', false],
])('%s is a date: %s', (value, answer) => {
  expect(isDate(value)).toBe(answer);
});
