import { cents, HALIFAX } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { centsOf, formatMoney, formatTime, otherDay, phoneHref } from './format.ts';

test('money is Canadian dollars the way en-CA writes them [C-HOME-02] [A-SHELL-02] [A-SHELL-04]', () => {
  expect(formatMoney(cents(123_450))).toBe('$1,234.50');
  expect(formatMoney(cents(-5))).toBe('-$0.05');
  expect(centsOf(59.25)).toBe(5925);
});

test.each([
  ['2026-01-15T22:30:00Z', '6:30 p.m. AST'],
  ['2026-07-15T22:30:00Z', '7:30 p.m. ADT'],
])('%s is %s on the clock in Halifax [C-HOME-03] [A-SHELL-03]', (at, shown) => {
  expect(formatTime(at, 'time-zone')).toBe(shown);
});

test.each([
  ['(902) 555-0123', 'tel:+19025550123'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
])('%s is dialled as %s', (phone, href) => {
  expect(phoneHref(phone)).toBe(href);
});

test.each([
  ['2026-11-21T02:40:00Z', null],
  ['2026-11-21T15:54:00Z', 'tomorrow'],
  ['2026-11-23T15:54:00Z', 'Nov 23'],
  ['2026-11-19T22:00:00Z', 'Nov 19'],
])('at %s of Halifax, asked on Friday night, the other day is %s', (at, day) => {
  expect(otherDay(new Date(at), new Date('2026-11-21T02:25:00Z'), HALIFAX)).toBe(day);
});
