import { cents, HALIFAX } from '@tiffin/domain/core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  centsOf,
  currencySign,
  formatBetween,
  formatMoney,
  formatTime,
  listed,
  otherDay,
  phoneHref,
  withOrdinalFirst,
} from './format.ts';

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

test('an amount without its figures is its sign, of two times the half of the day is said once, and a list ends in "and"', () => {
  expect(currencySign()).toBe('$');
  expect(formatBetween('2026-11-20T22:25:00Z', '2026-11-20T22:35:00Z', HALIFAX)).toBe('6:25–6:35 p.m.');
  expect(formatBetween('2026-11-20T15:55:00Z', '2026-11-20T16:05:00Z', HALIFAX)).toBe('11:55 a.m.–12:05 p.m.');
  expect(listed(['milk', 'wheat', 'nuts'])).toBe('milk, wheat and nuts');
});

describe('in a French page', async () => {
  // A page speaks one language from its first module on.
  vi.resetModules();
  const { setInterpreter } = await import('@tiffin/domain/core');
  setInterpreter({ language: () => 'fr', translate: () => undefined });
  const french = await import('./format.ts');
  // Whoever shares this process speaks English again.
  afterAll(() => vi.resetModules());
  const evening = '2026-11-22T22:15:00Z';

  test('money has its comma, and its sign behind it on the same line', () => {
    expect(french.LOCALE).toBe('fr-CA');
    expect(french.formatMoney(cents(123_450))).toBe('1\u00a0234,50\u00a0$');
    expect(french.currencySign()).toBe('$');
  });

  test('times are those of 24 hours, on one line, and neither is cut as if it had a half', () => {
    expect(french.formatTime(evening)).toBe('18\u00a0h\u00a015');
    expect(french.formatTime(evening, 'weekday-time')).toBe('dimanche 18\u00a0h\u00a015');
    expect(french.halfOfDay(french.formatTime(evening))).toBe('');
    expect(french.formatBetween(evening, '2026-11-22T22:35:00Z', HALIFAX)).toBe('18\u00a0h\u00a015–18\u00a0h\u00a035');
  });

  test('days are French, but a date that is compared is the same in any language', () => {
    expect(french.formatTime(evening, 'date')).toBe('dimanche 22 novembre 2026');
    expect(french.formatTime(evening, 'iso-day')).toBe('2026-11-22');
    expect(french.listed(['lait', 'blé', 'noix'])).toBe('lait, blé et noix');
  });
});

test.each([
  ['mardi 1 décembre 2026', 'mardi 1er décembre 2026'],
  ['1 déc. 2026', '1er déc. 2026'],
  ['mardi 11 décembre 2026', 'mardi 11 décembre 2026'],
  ['1 h 05', '1 h 05'],
])('the French date %s is written %s', (text, expected) => {
  expect(withOrdinalFirst(text)).toBe(expected);
});
