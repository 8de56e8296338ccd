import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { bookingRuleProblem, noShowFeeProblem } from '../law/deposit-rules.ts';
import {
  depositFate,
  depositOf,
  isCardLetGo,
  isFeeDue,
  movedDeposit,
  taxesInDeposit,
  type BookingDeposit,
} from './deposits.ts';

const rules = [
  { fromPartySize: 8, deposit: cents(2000), freeUntilHours: 48 },
  { weekdays: ['saturday'], deposit: cents(1000), freeUntilHours: 24 },
  { from: '2026-12-24', until: '2026-12-31', deposit: cents(1500), freeUntilHours: 72 },
] as const;

test.each([
  ['the first rule that fits decides', '2026-12-26', 9, 9 * 2000],
  ['a Saturday', '2026-12-05', 2, 2000],
  ['the first day of a period', '2026-12-24', 2, 3000],
  ['the last day of a period', '2026-12-31', 2, 3000],
  ['a day after the period', '2027-01-01', 2, null],
  ['a party that is too small', '2026-12-02', 7, null],
])('%s', (_name, date, partySize, amount) => {
  expect(depositOf(rules, { date, partySize })?.amount ?? null).toBe(amount);
});

const deposit: BookingDeposit = {
  amount: cents(4000),
  freeUntilHours: 24,
  freeUntil: '2026-12-04T22:00:00.000Z',
  state: 'paid',
};
const unused = { isUsed: false, owesBill: false };
const at = (iso: string) => new Date(iso);

test.each([
  ['confirmed', null, null, 'waits'],
  ['seated', null, null, 'waits'],
  ['no-show', null, null, 'stays'],
  ['completed', null, null, 'goes-back'],
  ['cancelled', 'guest', '2026-12-04T22:00:00.000Z', 'goes-back'],
  ['cancelled', 'guest', '2026-12-04T22:00:00.001Z', 'stays'],
  ['cancelled', 'staff', '2026-12-05T21:59:00.000Z', 'goes-back'],
] as const)('the deposit of a booking that is %s by %s at %s: %s', (status, cancelledBy, when, fate) => {
  const booking = { status, cancelledBy, cancelledAt: when && at(when), deposit };
  expect(depositFate(booking, unused)).toBe(fate);
  const waived = { ...deposit, waived: { at: '', reason: 'Snow' } };
  expect(depositFate({ ...booking, deposit: waived }, unused)).toBe('goes-back');
});

test('a deposit waits while its party owes a bill, and what its bill did not need goes back', () => {
  const booking = { status: 'completed', cancelledBy: null, cancelledAt: null, deposit } as const;
  expect(depositFate(booking, { isUsed: false, owesBill: true })).toBe('waits');
  expect(depositFate({ ...booking, status: 'seated' }, { isUsed: true, owesBill: true })).toBe('goes-back');
});

test('a booking that is moved in time is free until the same hours before; one that is moved late is not free again', () => {
  const startsAt = at('2026-12-12T22:00:00.000Z');
  const moved = movedDeposit(deposit, startsAt, at('2026-12-04T22:00:00.000Z'));
  expect(moved.freeUntil).toBe('2026-12-11T22:00:00.000Z');
  expect(movedDeposit(deposit, startsAt, at('2026-12-04T22:00:00.001Z'))).toEqual(deposit);
});

test.each([
  ['Nova Scotia', 4000, [['HST', 14_000]], [491]],
  [
    'Québec',
    1000,
    [
      ['GST', 5000],
      ['QST', 9975],
    ],
    [48, 91],
  ],
  [
    'Québec',
    5000,
    [
      ['GST', 5000],
      ['QST', 9975],
    ],
    [238, 454],
  ],
  [
    'Québec',
    4000,
    [
      ['GST', 5000],
      ['QST', 9975],
    ],
    [190, 363],
  ],
] as const)(
  'the taxes in a kept deposit in %s of %i are a fraction of the whole for each code',
  (_place, kept, codes, taxes) => {
    const rated = codes.map(([code, value]) => ({ code, rates: { charge: rate(value) } }));
    expect(taxesInDeposit(cents(kept), rated).map(({ amount }) => amount)).toEqual(taxes);
  },
);

test('waiving takes back exactly the taxes that were kept', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 30_000 }), (kept, value) => {
      const codes = [{ code: 'HST', rates: { charge: rate(value) } }];
      const sum = (amount: number) => taxesInDeposit(cents(amount), codes)[0]?.amount ?? 0;
      expect(sum(kept) + sum(0 - kept)).toBe(0);
    }),
  );
});

const MONTREAL = { country: 'CA', region: 'QC', postalCode: 'H2X 1Y4' };

test('Québec allows no deposit, whether its region or only its postal code is known', () => {
  const rule = { deposit: cents(1), freeUntilHours: 3 };
  expect(bookingRuleProblem(rule, MONTREAL)).toMatch(/Québec’s law allows no deposit/);
  expect(bookingRuleProblem(rule, { ...MONTREAL, region: '' })).not.toBeNull();
  expect(bookingRuleProblem(rule, { country: 'CA', region: 'NS', postalCode: 'B2N 1A1' })).toBeNull();
  expect(bookingRuleProblem(rule, { country: 'US', region: 'QC', postalCode: '' })).toBeNull();
});

test.each([
  [1000, 3, true],
  [1001, 3, false],
  [1000, 4, false],
  [500, 0, true],
] as const)(
  'Québec allows a fee of %i cents a guest, free until %i hours before: %s',
  (fee, freeUntilHours, isAllowed) => {
    expect(bookingRuleProblem({ noShowFee: cents(fee), freeUntilHours }, MONTREAL) === null).toBe(isAllowed);
  },
);

const startsAt = new Date('2026-11-27T23:00:00Z');
const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * 3_600_000);

test.each([
  ['was reminded a day before', { remindedAt: hoursBefore(24) }, true],
  ['was reminded 48 hours before', { remindedAt: hoursBefore(48) }, true],
  ['was reminded too early', { remindedAt: hoursBefore(48.01) }, false],
  ['was reminded 6 hours before', { remindedAt: hoursBefore(6) }, true],
  ['was reminded too late', { remindedAt: hoursBefore(5.99) }, false],
  ['could not be reminded', { remindedAt: null }, false],
  ['booked less than 6 hours before', { remindedAt: null, reservedAt: hoursBefore(5) }, true],
  ['comes alone', { remindedAt: hoursBefore(24), partySize: 1, amount: cents(1000) }, false],
  ['became fewer than the fee was agreed for', { remindedAt: hoursBefore(24), partySize: 3 }, false],
] as const)('in Québec a party that %s may be charged: %o, %s', (_who, changes, isAllowed) => {
  const booking = {
    partySize: 4,
    amount: cents(4000),
    startsAt,
    reservedAt: hoursBefore(200),
    ...changes,
  };
  expect(noShowFeeProblem(booking, MONTREAL) === null).toBe(isAllowed);
  expect(noShowFeeProblem(booking, { country: 'CA', region: 'NS', postalCode: '' })).toBeNull();
});

test('a fee is due only for a party that did not come or cancelled too late, and whose card is kept; else the card is let go', () => {
  const fee: BookingDeposit = {
    amount: cents(40_00),
    isFee: true,
    freeUntilHours: 3,
    freeUntil: hoursBefore(3).toISOString(),
    state: 'paid',
  };
  const cancelled = { status: 'cancelled', cancelledBy: 'guest' } as const;
  const rows = [
    [{ status: 'confirmed' }, 'waits'],
    [{ status: 'seated' }, 'let go'],
    [{ status: 'completed' }, 'let go'],
    [{ status: 'no-show' }, 'due'],
    [{ ...cancelled, cancelledAt: hoursBefore(3.02) }, 'let go'],
    [{ ...cancelled, cancelledAt: hoursBefore(2.98) }, 'due'],
    [{ ...cancelled, cancelledBy: 'staff', cancelledAt: hoursBefore(1) }, 'let go'],
    [{ status: 'no-show', deposit: { ...fee, waived: { at: '', reason: 'Snow' } } }, 'let go'],
    [{ status: 'no-show', deposit: { ...fee, state: 'kept' } }, 'waits'],
    [{ status: 'no-show', deposit: { ...fee, isFee: undefined } }, 'waits'],
  ] as const;
  for (const [changes, expected] of rows) {
    const booking = { cancelledBy: null, cancelledAt: null, deposit: fee, startsAt, ...changes };
    const fate = isCardLetGo(booking) ? 'let go' : isFeeDue(booking, startsAt) ? 'due' : 'waits';
    expect([changes, fate]).toEqual([changes, expected]);
    expect(isFeeDue(booking, hoursBefore(0.01))).toBe(false);
  }
});
