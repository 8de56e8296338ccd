import { cents, HALIFAX } from '@tiffin/domain/core';
import { clockRangeText } from '@tiffin/domain/hours';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  centsOf,
  currencySign,
  formatTimeRange,
  formatMoney,
  formatTime,
  hourOf,
  isoDay,
  joinNames,
  dayUnlessToday,
  phoneHref,
  setFormats,
  withOrdinalFirst,
} from './format.ts';

test('formats money as Canadian dollars in en-CA [C-HOME-02] [A-SHELL-02] [A-SHELL-04]', () => {
  expect(formatMoney(cents(123_450))).toBe('$1,234.50');
  expect(formatMoney(cents(-5))).toBe('-$0.05');
  expect(centsOf(59.25)).toBe(5925);
});

test('a page writes every window like the messages do', () => {
  const year = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  const zones = fc.constantFrom(HALIFAX, 'America/Toronto', 'America/Vancouver', 'Europe/Paris');
  fc.assert(
    fc.property(year, fc.integer({ min: 0, max: 90 }), zones, (from, minutes, zone) => {
      const to = new Date(from.getTime() + minutes * 60_000);
      expect(formatTimeRange(from, to, zone)).toBe(clockRangeText(from, to, zone));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['2026-01-15T22:30:00Z', '6:30 p.m. AST'],
  ['2026-07-15T22:30:00Z', '7:30 p.m. ADT'],
])('%s is %s in the time zone of Halifax [C-HOME-03] [A-SHELL-03]', (at, shown) => {
  expect(formatTime(at, 'time-zone')).toBe(shown);
});

test('without a location, a time is that of the restaurant', () => {
  setFormats({ currency: 'CAD', timeZone: 'America/Montreal' });
  expect(formatTime('2026-01-15T22:30:00Z')).toBe('5:30 p.m.');
  setFormats({ currency: 'CAD', timeZone: HALIFAX });
});

test.each([
  ['(902) 555-0123', 'tel:+19025550123'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['+45 12 34 56 78', 'tel:+4512345678'],
  ['01 23 45 67 89', 'tel:0123456789'],
])('dials %s as %s', (phone, href) => {
  expect(phoneHref(phone)).toBe(href);
});

test.each([
  ['2026-11-21T02:40:00Z', null],
  ['2026-11-21T15:54:00Z', 'tomorrow'],
  ['2026-11-23T15:54:00Z', 'Nov 23'],
  ['2026-11-19T22:00:00Z', 'Nov 19'],
])('on Friday night, %s in Halifax is on another day: %s', (at, day) => {
  expect(dayUnlessToday(new Date(at), new Date('2026-11-21T02:25:00Z'), HALIFAX)).toBe(day);
});

test('gives the currency sign, names a.m. or p.m. once in a range, and joins a list with "and"', () => {
  expect(currencySign()).toBe('$');
  expect(formatTimeRange('2026-11-20T22:25:00Z', '2026-11-20T22:35:00Z', HALIFAX)).toBe('6:25–6:35 p.m.');
  expect(formatTimeRange('2026-11-20T15:55:00Z', '2026-11-20T16:05:00Z', HALIFAX)).toBe('11:55 a.m.–12:05 p.m.');
  expect(joinNames(['milk', 'wheat', 'nuts'])).toBe('milk, wheat and nuts');
});

test.each([
  ['2026-11-28T03:30:00Z', HALIFAX, '2026-11-27', 23],
  ['2026-11-28T04:00:00Z', HALIFAX, '2026-11-28', 0],
  ['2026-01-05T12:05:00Z', 'Asia/Tokyo', '2026-01-05', 21],
])('isoDay and hourOf: %s in %s is %s, hour %i', (at, zone, day, hour) => {
  expect([isoDay(at, zone), hourOf(at, zone)]).toEqual([day, hour]);
});

test('a day is in ISO form also where the locale writes 11/27/2026, as in some versions of Safari', async () => {
  class AmericanFormat extends Intl.DateTimeFormat {
    constructor(_locale?: string, options?: Intl.DateTimeFormatOptions) {
      super('en-US', options);
    }
  }
  vi.stubGlobal('Intl', {
    ...Intl,
    ListFormat: Intl.ListFormat,
    NumberFormat: Intl.NumberFormat,
    DateTimeFormat: AmericanFormat,
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  vi.resetModules();
  const fresh = await import('./format.ts');
  expect(fresh.formatTime('2026-11-28T03:30:00Z', 'day', HALIFAX)).toBe('Nov 27, 2026');
  expect(fresh.isoDay('2026-11-28T03:30:00Z', HALIFAX)).toBe('2026-11-27');
});

describe('on a French page', async () => {
  // The language is read when the module loads.
  vi.resetModules();
  const { setTranslator } = await import('@tiffin/domain/core');
  setTranslator({ currentLanguage: () => 'fr', translate: () => undefined });
  const french = await import('./format.ts');
  // Other tests in this process use English again.
  afterAll(() => vi.resetModules());
  const evening = '2026-11-22T22:15:00Z';

  test('writes money with a comma and a trailing sign, without a line break', () => {
    expect(french.LOCALE).toBe('fr-CA');
    expect(french.formatMoney(cents(123_450))).toBe('1\u00a0234,50\u00a0$');
    expect(french.currencySign()).toBe('$');
  });

  test('writes times in 24 hours without a line break, and halfOfDay finds nothing to cut', () => {
    expect(french.formatTime(evening)).toBe('18\u00a0h\u00a015');
    expect(french.formatTime(evening, 'weekday-time')).toBe('dimanche 18\u00a0h\u00a015');
    expect(french.dayPeriodText(french.formatTime(evening))).toBe('');
    expect(french.formatTimeRange(evening, '2026-11-22T22:35:00Z', HALIFAX)).toBe(
      '18\u00a0h\u00a015–18\u00a0h\u00a035',
    );
  });

  test('day names are French, but an ISO date is the same in any language', () => {
    expect(french.formatTime(evening, 'date')).toBe('dimanche 22 novembre 2026');
    expect(french.isoDay(evening)).toBe('2026-11-22');
    expect(french.hourOf(evening)).toBe(18);
    expect(french.joinNames(['lait', 'blé', 'noix'])).toBe('lait, blé et noix');
  });
});

test.each([
  ['mardi 1 décembre 2026', 'mardi 1er décembre 2026'],
  ['1 déc. 2026', '1er déc. 2026'],
  ['mardi 11 décembre 2026', 'mardi 11 décembre 2026'],
  ['1 h 05', '1 h 05'],
])('writes the French date %s as %s', (text, expected) => {
  expect(withOrdinalFirst(text)).toBe(expected);
});
