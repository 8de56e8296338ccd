import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from '../core/csv.ts';
import { addCents, cents } from '../core/money.ts';
import { CHARGE_KINDS } from '../pricing/price.ts';
import {
  compareJournalItems,
  isAccountText,
  journalDifference,
  journalLines,
  MAX_JOURNAL_LINES,
  splitJournal,
  sumJournalLines,
  unmappedItems,
  writeJournalFile,
  type JournalDay,
  type JournalFigures,
} from './journal.ts';

const NAME = 'Returns, “Québec” & "été" É';
const ITEMS = Array.from({ length: 14 }, (_, at) => `tender:t${at}`);
const accounts = ITEMS.map((item, at) => ({ item, name: at === 3 ? NAME : `Account ${at}`, code: `${4000 + at}` }));

/** Fourteen lines a day that add up to zero. */
function balancedDay(day: string): JournalDay {
  const amounts = ITEMS.slice(1).map((_, at) => (at + 1) * 101 * (at % 2 === 0 ? 1 : -1));
  const all = [...amounts, 0 - amounts.reduce((sum, amount) => sum + amount, 0)];
  return { day, lines: all.map((amount, at) => ({ item: ITEMS[at] ?? '', amount: cents(amount) })) };
}
const december = Array.from({ length: 31 }, (_, at) => balancedDay(`2026-12-${String(at + 1).padStart(2, '0')}`));
const cellsOf = (text: string) => parseCsv(text)?.slice(1) ?? [];
const inCents = (text: string | undefined) => Math.round(Number(text ?? 0) * 100);

test('a month of 434 lines becomes two balanced Xero files and one QuickBooks file, and no day is in two', () => {
  expect(december.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(434);
  const xero = splitJournal(december, MAX_JOURNAL_LINES.xero);
  expect(xero.map((days) => days.length * 14)).toEqual([294, 140]);
  expect(splitJournal(december, MAX_JOURNAL_LINES.quickbooks)).toHaveLength(1);
  expect(xero.flat().map(({ day }) => day)).toEqual(december.map(({ day }) => day));
  for (const days of xero) {
    const cells = cellsOf(writeJournalFile('xero', { days, accounts, location: 'truro' }));
    expect(cells).toHaveLength(days.length * 14);
    expect(cells.reduce((sum, row) => sum + inCents(row[5]), 0)).toBe(0);
  }
  const all = cellsOf(writeJournalFile('quickbooks', { days: december, accounts, location: 'truro' }));
  const [debits, credits] = [3, 4].map((column) => all.reduce((sum, row) => sum + inCents(row[column]), 0));
  expect([debits, all.length]).toEqual([credits, 434]);
});

test('a day on which a gift card is sold and another one used balances', () => {
  const lines = journalLines({
    grossByClass: { meal: cents(2431_50) },
    discounts: cents(121_58),
    refunds: cents(0),
    charges: [],
    taxes: [{ code: 'HST', amount: cents(323_39) }],
    tips: cents(210_00),
    cashRounding: cents(4),
    owed: cents(0),
    otherDays: cents(0),
    giftCardsSold: cents(50_00),
    tenders: [
      { tender: 'cash', amount: cents(612_35) },
      { tender: 'card', amount: cents(2231_00) },
      { tender: 'gift-card', amount: cents(50_00) },
    ],
  });
  // The card that was sold and the one that was used cancel out in what is owed to guests.
  expect(Object.fromEntries(lines.map(({ item, amount }) => [item, amount]))).toEqual({
    'sales:meal': -2431_50,
    discounts: 121_58,
    'tax:HST': -323_39,
    tips: -210_00,
    'cash-rounding': -4,
    'tender:cash': 612_35,
    'tender:card': 2231_00,
  });
  expect(addCents(...lines.map(({ amount }) => amount))).toBe(0);
});

test('the journal goes from sales over taxes and tips to the tenders', () => {
  const items = [
    'tender:cash',
    'tips',
    'cash-rounding',
    'tax:PST',
    'tax:GST',
    'charges:service',
    'charges',
    'refunds',
    'sales:meal',
    'discounts',
  ];
  expect([...items, 'unpaid', 'sales:liquor'].toSorted(compareJournalItems).join(' ')).toBe(
    'sales:liquor sales:meal discounts refunds charges charges:service tax:GST tax:PST tips cash-rounding unpaid tender:cash',
  );
});

test('an account name with a comma, quotes and É is read back the same, and the same days give the same file', () => {
  const input = { days: december.slice(0, 1), accounts, location: 'truro' };
  const text = writeJournalFile('quickbooks', input);
  expect(text).toBe(writeJournalFile('quickbooks', input));
  expect(cellsOf(text)[3]).toEqual(['truro-2026-12-01', '12/01/2026', NAME, '', '4.04', 'T3', 'truro']);
  expect(text.startsWith('JournalNo,JournalDate,AccountName,Debits,Credits')).toBe(true);
  const [first] = cellsOf(writeJournalFile('xero', input));
  expect(first).toEqual(['truro 2026-12-01', '01/12/2026', 'T0', '4000', 'Tax Exempt', '1.01']);
});

test.each([
  ['Sales, “A” É', true],
  ['=SUM(A1)', false],
  ['-Returns', false],
  ['Sales; +1', true],
  ['Sales;+1', false],
])('the account text %j is accepted: %s', (text, isAccepted) => {
  expect(isAccountText(text)).toBe(isAccepted);
});

const dayOf = (day: string, lines: Readonly<Record<string, number>>): JournalDay => ({
  day,
  lines: Object.entries(lines).map(([item, amount]) => ({ item, amount: cents(amount) })),
});

test('an item without a name or a code blocks the export', () => {
  const days = [dayOf('2026-12-01', { tips: -100, discounts: 100 })];
  const tips = { item: 'tips', name: 'Tips payable', code: '' };
  expect(unmappedItems(days, [tips])).toEqual(['discounts', 'tips']);
  expect(unmappedItems(days, [{ ...tips, code: '2400' }])).toEqual(['discounts']);
});

test.each(['quickbooks', 'xero'] as const)(
  'an item whose days add up to zero needs an account, and then no line of a %s file is without one',
  (format) => {
    const amounts = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(amounts, (rounding) => {
        const net = rounding.reduce((sum, each) => sum + each, 0);
        const days = [...rounding, -net].map((each, at) =>
          dayOf(`2026-12-${10 + at}`, each === 0 ? {} : { 'cash-rounding': each, 'tender:cash': -each }),
        );
        const all = unmappedItems(days, []).map((item, at) => ({ item, name: `Account ${at}`, code: `${at}` }));
        const rows = cellsOf(writeJournalFile(format, { days, accounts: all, location: 'truro' }));
        expect(rows.map((row) => row[format === 'xero' ? 3 : 2])).not.toContain('');
        expect(all.length > 0).toBe(rows.length > 0);
      }),
    );
  },
);

const amount = fc.integer({ min: -100_000, max: 100_000 }).map(cents);

test('the lines of any day whose figures add up balance, and differences bring the booked lines to the present ones', () => {
  const figures = fc.record({
    discounts: amount,
    refunds: amount,
    charges: fc.array(fc.record({ kind: fc.constantFrom(...CHARGE_KINDS), amount })),
    tips: amount,
    cashRounding: amount,
  });
  fc.assert(
    fc.property(figures, amount, amount, amount, amount, fc.array(amount), (parts, meal, liquor, hst, owed, booked) => {
      const billed = addCents(
        meal,
        liquor,
        ...parts.charges.map((charge) => charge.amount),
        hst,
        parts.tips,
        parts.cashRounding,
      );
      const received = cents(billed - parts.discounts - parts.refunds - owed);
      const day: JournalFigures = {
        ...parts,
        grossByClass: { meal, liquor },
        taxes: [{ code: 'HST', amount: hst }],
        owed,
        otherDays: cents(0),
        tenders: [{ tender: 'cash', amount: received }],
      };
      const lines = journalLines(day);
      expect(addCents(...lines.map((line) => line.amount))).toBe(0);
      const before = booked.map((each, at) => ({ item: ITEMS[at % 3] ?? '', amount: each }));
      expect(sumJournalLines([...before, ...journalDifference(lines, before)]).toSorted(byItem)).toEqual(
        sumJournalLines(lines).toSorted(byItem),
      );
    }),
  );
});

const byItem = (a: { item: string }, b: { item: string }) => a.item.localeCompare(b.item, 'en');
