import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { CONSUMER_RULES } from '../law/index.ts';
import { PROVINCES, taxesOfProvince, type Province } from '../pricing/index.ts';
import { lawCalendar, type CalendarLocation } from './calendar.ts';
import { compareExample, isSameAsTill } from './examples.ts';
import { TAX_EXAMPLES } from './tax-changes.ts';

const TODAY = '2026-12-02';

function at(id: string, country: string, region: string, more: Partial<CalendarLocation> = {}): CalendarLocation {
  const taxes = Object.hasOwn(PROVINCES, region) ? taxesOfProvince(region as Province, TODAY) : null;
  return { id, name: id, country, region, postalCode: '', taxes, ...more };
}

const truro = at('truro', 'CA', 'NS');
const glasgow = at('glasgow', 'CA', 'NS');
const gatineau = at('gatineau', 'CA', 'QC');
const toronto = at('toronto', 'CA', 'ON');
const madrid = at('madrid', 'ES', 'Madrid');

test.each([
  ...CONSUMER_RULES.flatMap(({ id, region, examples = [] }) => examples.map((each) => [id, region, each] as const)),
  ...Object.entries(TAX_EXAMPLES).flatMap(([region, examples]) =>
    examples.map((each) => [`tax-${region}`, region, each] as const),
  ),
])('the till calculates the authority’s example of %s in %s as printed: %j', (_id, region, example) => {
  const compared = compareExample(example, region as Province);
  expect(compared.amounts.length).toBeGreaterThan(0);
  for (const { expected, calculated } of compared.amounts) expect(calculated).toBe(expected);
  expect(isSameAsTill(compared)).toBe(true);
});

test('each tax inside a lost deposit is its own fraction of the whole: 14/114 in Nova Scotia since April 2025', () => {
  const source = { title: 'x', url: 'https://example.com' };
  const inside = (date: string, HST: number) =>
    compareExample({ kind: 'tax-inside', date, amount: cents(57_00), taxes: { HST: cents(HST) }, source }, 'NS');
  expect(inside('2025-04-01', 7_00).amounts).toEqual([{ label: 'HST', expected: 700, calculated: 700 }]);
  expect(inside('2025-03-31', 7_43).amounts).toEqual([{ label: 'HST', expected: 743, calculated: 743 }]);
});

test('an example that the till does not calculate as printed is reported', () => {
  const [wrong] = CONSUMER_RULES.find(({ id }) => id === 'CA-QC-no-show-fees')?.examples ?? [];
  if (wrong?.kind !== 'tax-inside') throw new Error('example is missing');
  expect(isSameAsTill(compareExample({ ...wrong, taxes: { ...wrong.taxes, GST: cents(50) } }, 'QC'))).toBe(false);
});

test('in Nova Scotia nothing changes within a year, and locations with the same law share a line', () => {
  const { lines, coming, until } = lawCalendar([truro, glasgow], TODAY);
  expect(lines).toEqual([
    {
      locations: [
        { id: 'truro', name: 'truro' },
        { id: 'glasgow', name: 'glasgow' },
      ],
      changes: [],
      fiscal: 'free',
    },
  ]);
  expect(coming).toEqual([]);
  expect(until).toBe('2027-12-01');
});

test('what changed in Nova Scotia is listed newest first, with the till’s handling and a source', () => {
  const { inForce } = lawCalendar([truro, glasgow], TODAY);
  expect(inForce.map(({ date, title, handling }) => [date, title, handling])).toEqual([
    ['2025-04-01', 'Nova Scotia: HST 15% → 14%', 'till'],
    ['2025-02-16', 'Nova Scotia: HST on meals 0% → 15%', 'till'],
    ['2024-12-14', 'Nova Scotia: HST on meals 15% → 0%', 'till'],
    ['2022-06-23', 'Canada: mandatory fees are part of the first price', 'till'],
    ['2010-02-01', 'Nova Scotia: gift cards do not expire', 'not-offered'],
    [null, 'Nova Scotia: no law gives tips to the staff', 'restaurant'],
  ]);
  for (const { source, locations } of inForce) {
    expect(URL.canParse(source?.url ?? '')).toBe(true);
    expect(locations).toHaveLength(2);
  }
  expect(inForce[0]?.examples.map(({ date, amounts }) => [date, amounts[0]?.calculated])).toEqual([
    ['2025-03-31', 1500],
    ['2025-04-01', 1400],
  ]);
});

test('before a tax changes it is among what comes, and on its first day among what changed', () => {
  const on = (today: string) => {
    const { lines, coming, inForce } = lawCalendar([truro], today);
    const isChange = ({ title }: { title: string }) => title === 'Nova Scotia: HST 15% → 14%';
    return [lines[0]?.changes.some(isChange), coming.some(isChange), inForce.some(isChange)];
  };
  expect(on('2025-03-31')).toEqual([true, true, false]);
  expect(on('2025-04-01')).toEqual([false, false, true]);
  // More than a year ahead: among what comes, but not within the year.
  expect(on('2024-03-31')).toEqual([false, true, false]);
  expect(on('2024-04-02')).toEqual([true, true, false]);
});

test('Spain’s date is a change of the year, Québec refuses now, and a country without a rule asks the owner', () => {
  const { lines, coming, inForce } = lawCalendar([madrid, gatineau, at('lagos', 'NG', 'Lagos')], TODAY);
  expect(
    lines.map(({ locations, fiscal, changes }) => [locations[0]?.id, fiscal, changes.map(({ date }) => date)]),
  ).toEqual([
    ['madrid', 'warn', ['2027-01-01']],
    ['gatineau', 'refuse', []],
    ['lagos', 'warn', []],
  ]);
  expect(coming.map(({ date, title, handling }) => [date, title, handling])).toEqual([
    ['2027-01-01', 'Spain: a certified till is required', 'refuses'],
  ]);
  expect(inForce.find(({ id }) => id === 'fiscal-CA-QC')).toMatchObject({ date: '2025-06-01', handling: 'refuses' });
  expect(inForce.find(({ id }) => id === 'fiscal-other')).toMatchObject({ date: null, source: null, handling: 'ask' });
});

test('in Québec tips, no-show fees, points and gift cards are listed with their first day', () => {
  const { inForce } = lawCalendar([gatineau], TODAY);
  const dates = Object.fromEntries(inForce.map(({ id, date }) => [id, date]));
  expect(dates).toMatchObject({
    'CA-QC-tips-suggested': '2025-05-07',
    'CA-QC-no-show-fees': '2025-07-17',
    'CA-QC-points': '2019-08-01',
    'CA-QC-gift-cards': '2010-06-30',
    'CA-QC-tips-shared': null,
  });
  expect(lawCalendar([truro], TODAY).inForce.some(({ id }) => id.startsWith('CA-QC'))).toBe(false);
});

test('what is announced without a date comes last and is on no line', () => {
  const { lines, coming } = lawCalendar([toronto], TODAY);
  expect(lines[0]?.changes).toEqual([]);
  expect(coming.map(({ id, date }) => [id, date])).toEqual([['CA-ON-points-bill-46', null]]);
});

test('a location whose rates differ from the law is named apart', () => {
  const own = { ...glasgow, override: { rate: rate(15_000), label: 'HST' } };
  const change = lawCalendar([truro, own], TODAY).inForce.filter(({ date }) => date === '2025-04-01');
  expect(change.map(({ handling, locations }) => [handling, locations.map(({ id }) => id)])).toEqual([
    ['till', ['truro']],
    ['other-rates', ['glasgow']],
  ]);
});

test('an address without a province gets it from its postal code', () => {
  const { inForce } = lawCalendar([{ ...at('hull', 'CA', ''), postalCode: 'J8X 2K1' }], TODAY);
  expect(inForce.some(({ id }) => id === 'CA-QC-tips-suggested')).toBe(true);
});

test('a year from a leap day ends on the last day of February', () => {
  expect(lawCalendar([], '2028-02-29').until).toBe('2029-02-28');
});
