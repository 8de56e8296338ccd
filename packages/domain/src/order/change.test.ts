import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, ZERO } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import type { Actor } from '../people/actors.ts';
import { paidSum, paymentStatusOf, refundableSum, refundedSum } from '../payment/ledger.ts';
import { splitRefund, type BillPayment } from '../payment/tenders.ts';
import {
  applyDiscounts,
  lineNet,
  singleTaxCode,
  calculatePrice,
  rebuildDiscounts,
  type Adjustment,
} from '../pricing/index.ts';
import {
  canGuestChange,
  remainingLines,
  lineChanges,
  lineChangeText,
  authoriseOrderChange,
  canKeepPaymentPages,
  readyTimeProblem,
  settleChange,
  type ChangeableOrder,
  type PlacedLine,
  type RequestedLineChanges,
} from './change.ts';
import { isFinalStatus, ORDER_STATUSES, type OrderStatus } from './statuses.ts';

const somebody = (role: 'customer' | 'staff', userId: string, locationIds: string[] = []): Actor => ({
  kind: 'person',
  userId,
  name: userId,
  email: `${userId}@example.com`,
  role,
  locationIds,
});
const owner = somebody('customer', 'owner');
const order: ChangeableOrder = { status: 'pending', locationId: 'truro', ownerId: 'owner', adminCreated: false };

const may = (actor: Actor, status: OrderStatus, token = false, more: Partial<ChangeableOrder> = {}) => {
  const result = authoriseOrderChange({ ...order, ...more, status }, actor, token);
  return result.ok ? result.value : result.error.code;
};

/** Expected results for a pending order, for one that is open later, and for a final one. */
test.each<[string, Actor, boolean, readonly [fresh: string, open: string, over: string]]>([
  ['staff of the location', somebody('staff', 's', ['truro']), false, ['staff', 'staff', 'over']],
  ['staff of another location', somebody('staff', 's', ['glasgow']), false, ['denied', 'denied', 'denied']],
  ['its guest', owner, false, ['guest', 'over', 'over']],
  ['another guest', somebody('customer', 'x'), false, ['denied', 'denied', 'denied']],
  ['the holder of the order link', { kind: 'site' }, true, ['guest', 'over', 'over']],
  ['the site alone', { kind: 'site' }, false, ['denied', 'denied', 'denied']],
])('%s gets %j when changing an order that is pending, further along, or final', (_who, actor, token, expected) => {
  const shortNames: Record<string, string> = { 'failed-precondition': 'over', 'permission-denied': 'denied' };
  const found = ORDER_STATUSES.map((status) => may(actor, status, token)).map((code) => shortNames[code] ?? code);
  const [fresh, open, over] = expected;
  expect(found).toEqual(
    ORDER_STATUSES.map((status) => (isFinalStatus(status) ? over : status === 'pending' ? fresh : open)),
  );
});

test('an order taken at the till can be changed by staff and not by its guest', () => {
  expect(may(owner, 'pending', false, { adminCreated: true })).toBe('failed-precondition');
  expect(may(somebody('staff', 's', ['truro']), 'pending', false, { adminCreated: true })).toBe('staff');
});

test('the guest’s page offers a change exactly when it is allowed', () => {
  for (const status of ORDER_STATUSES) {
    for (const adminCreated of [true, false]) {
      const placed = { ...order, status, adminCreated };
      expect(canGuestChange(placed)).toBe(authoriseOrderChange(placed, owner, false).ok);
    }
  }
});

const STARTED = 'The kitchen has started, so this order can no longer be changed. Please call us.';

test.each<[string, Actor, Partial<ChangeableOrder>, string]>([
  ['its guest, once it is cooked,', owner, { status: 'preparing' }, STARTED],
  ['its guest, once it is on the pass,', owner, { status: 'ready' }, STARTED],
  [
    'its guest, once it is over,',
    owner,
    { status: 'cancelled' },
    'This order is cancelled and can no longer be changed. Please call us.',
  ],
  [
    'the house, once it is handed out,',
    somebody('staff', 's', ['truro']),
    { status: 'completed' },
    'This order is completed and can no longer be changed. Please call us.',
  ],
  [
    'the guest of an order of the till',
    owner,
    { adminCreated: true },
    'This order was taken by us: please call us to change it.',
  ],
])('%s gets the reason why it cannot be changed', (_who, actor, more, words) => {
  const refused = authoriseOrderChange({ ...order, ...more }, actor, false);
  expect(refused.ok ? null : refused.error.message).toBe(words);
  const { status } = more;
  expect(refused.ok ? null : (refused.error.details ?? {})).toEqual(status ? { status } : {});
});

const naan: PlacedLine = { line: 1, id: 'naan', name: 'Garlic Naan', quantity: 3, spiceLevel: 1, isDone: false };
const samosa: PlacedLine = { line: 2, id: 'samosa', name: 'Samosa', quantity: 1, spiceLevel: 1, isDone: true };
const request = (more: Partial<RequestedLineChanges<string>>): RequestedLineChanges<string> => ({
  add: [],
  remove: [],
  change: [],
  ...more,
});

test.each<[string, RequestedLineChanges<string>, string]>([
  ['taking off a line that is not there', request({ remove: [9] }), 'invalid-argument'],
  ['changing a line that is not there', request({ change: [{ line: 9, quantity: 1 }] }), 'invalid-argument'],
  [
    'a line changed twice',
    request({
      change: [
        { line: 1, quantity: 1 },
        { line: 1, quantity: 2 },
      ],
    }),
    'invalid-argument',
  ],
  ['a line taken off and changed', request({ remove: [1], change: [{ line: 1, quantity: 1 }] }), 'invalid-argument'],
  ['removing a dish that is done', request({ remove: [2] }), 'failed-precondition'],
  ['taking off a line that is there and one that is not', request({ remove: [1, 9] }), 'invalid-argument'],
  ['reducing a dish that is done', request({ change: [{ line: 2, quantity: 0 }] }), 'failed-precondition'],
  [
    'changing the heat of a dish that is done',
    request({ change: [{ line: 2, spiceLevel: 3 }] }),
    'failed-precondition',
  ],
  [
    'changing the options of a dish that is done',
    request({ change: [{ line: 2, isMadeOtherwise: true }] }),
    'failed-precondition',
  ],
])('%s is refused', (_what, wished, code) => {
  const found = remainingLines([naan, samosa], wished);
  expect(found.ok ? 'ok' : found.error.code).toBe(code);
});

test('an order must keep at least one dish, old or new', () => {
  const off = request({ remove: [1] });
  const found = remainingLines([naan], off);
  expect(found.ok ? 'ok' : found.error.code).toBe('failed-precondition');
  expect(remainingLines([naan], { ...off, add: ['lassi'] })).toEqual({ ok: true, value: [] });
  expect(remainingLines([naan], request({ add: ['lassi'] })).ok).toBe(true);
});

test('a refused change explains the reason and names the line or field', () => {
  const why = (wished: RequestedLineChanges<string>, placed = [naan, samosa]) => {
    const found = remainingLines(placed, wished);
    return found.ok ? null : [found.error.message, found.error.details];
  };
  expect(why(request({ remove: [9] }))).toEqual([
    'A line is listed twice, or is not part of this order.',
    { field: 'change' },
  ]);
  expect(why(request({ remove: [2] }))).toEqual([
    'Samosa is already done. It can be refunded, but not removed.',
    { line: 2 },
  ]);
  expect(why(request({ remove: [1] }), [naan])?.[0]).toBe(
    'An order needs at least one dish. To remove all of them, cancel the order or void the round.',
  );
  // Repeating the current values of a finished line is not a change.
  expect(why(request({ change: [{ line: 2, quantity: 1, spiceLevel: 1 }] }))).toBeNull();
});

test('lines that are not mentioned stay; the quantity of a finished line can grow', () => {
  const found = remainingLines(
    [naan, samosa],
    request({
      change: [
        { line: 2, quantity: 2 },
        { line: 1, spiceLevel: 2 },
      ],
    }),
  );
  if (!found.ok) throw new Error(found.error.message);
  expect(found.value.map(({ placed, quantity, spiceLevel }) => [placed.line, quantity, spiceLevel])).toEqual([
    [1, 3, 2],
    [2, 2, 1],
  ]);
});

test('the kitchen sees added, removed and differently spiced dishes', () => {
  const cooked = (line: number, name: string, quantity: number, spice = '') => ({ line, name, quantity, spice });
  const changes = lineChanges(
    [
      cooked(1, 'Naan', 1),
      cooked(2, 'Samosa', 2),
      cooked(3, 'Kofta', 1, 'Mild'),
      cooked(4, 'Rice', 1),
      cooked(6, 'Thali', 1, '− Onion'),
      cooked(7, 'Korma', 2, 'Mild'),
    ],
    [
      cooked(1, 'Naan', 3),
      cooked(3, 'Kofta', 1, 'Hot'),
      cooked(4, 'Rice', 1),
      cooked(5, 'Vindaloo', 1, 'Hot'),
      cooked(6, 'Thali', 1),
    ],
  );
  expect(changes.map(lineChangeText)).toEqual([
    '+ 2 Naan',
    '− 2 Samosa',
    'Kofta: Hot',
    '+ 1 Vindaloo, Hot',
    'Thali: as it comes',
    // Fewer portions: how they would have been made does not matter.
    '− 2 Korma',
  ]);
});

test.each([
  [2000, 2000, 2400, false],
  [2000, 2000, 1500, false],
  [2000, 2000, 2000, true],
  [500, 2000, 2400, true],
  [500, 2000, 400, false],
  [500, 2000, 500, true],
])('a payment page for %d, opened when %d was due, with %d due now: still fits %s', (reserved, before, now, fits) => {
  expect(canKeepPaymentPages(cents(reserved), cents(before), cents(now))).toBe(fits);
});

test('a ready time is at most 24 hours ahead and not in the past', () => {
  const now = new Date('2026-11-20T18:00:00Z');
  const at = (minutes: number) => readyTimeProblem(new Date(now.getTime() + minutes * 60_000), now);
  // The current minute is still allowed.
  expect([at(-1), at(0), at(30), at(24 * 60)]).toEqual([null, null, null, null]);
  expect([at(-1.01), at(24 * 60 + 1)]).toEqual([
    'The ready time has passed.',
    'The ready time can be at most 24 hours ahead.',
  ]);
});

test('the ready time of a scheduled order is within seven days', () => {
  const now = new Date('2026-11-20T18:00:00Z');
  const at = (days: number) => readyTimeProblem(new Date(now.getTime() + days * 24 * 3_600_000), now, true);
  expect([at(-1), at(2), at(7), at(8)]).toEqual([
    'The ready time has passed.',
    null,
    null,
    'The ready time can be at most 7 days ahead.',
  ]);
});

// Property tests of the money.

const HST = { codes: [singleTaxCode(rate(14_000), 'HST')], tipBase: 'with-tax' as const };
const dish = fc.record({
  unitPrice: fc.integer({ min: 100, max: 5000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 9 }),
});
const percents = fc.constantFrom<Readonly<Record<string, number>>>({}, { WELCOME: 10 });

/**
 * Prices a bill as when it is placed or changed: existing lines keep their list price and the discounts that still
 * apply.
 */
function calculate(
  lines: readonly { unitPrice: ReturnType<typeof cents>; quantity: number }[],
  adjustments: readonly Adjustment[],
  existing: Readonly<Record<string, number>>,
) {
  const standing = rebuildDiscounts(adjustments, (line) => (line < lines.length ? line : undefined), existing);
  const found = applyDiscounts(lines, standing);
  return { ...found, price: calculatePrice(found.lines, HST, { kind: 'amount', amount: cents(300) }) };
}
const promised = (existing: Readonly<Record<string, number>>): Adjustment[] =>
  Object.keys(existing).map((source) => ({
    line: 0,
    charge: null,
    amount: cents(-1),
    kind: 'promo',
    source,
    label: source,
  }));

test('changing a bill and changing it back gives the same amounts to the cent', () => {
  fc.assert(
    fc.property(fc.array(dish, { minLength: 1, maxLength: 8 }), fc.array(dish), percents, (lines, more, existing) => {
      const before = calculate(lines, promised(existing), existing);
      const changed = calculate(
        [...lines.map((line) => ({ ...line, quantity: line.quantity + 1 })), ...more],
        before.adjustments,
        existing,
      );
      const back = calculate(lines, changed.adjustments, existing);
      expect(back.price).toEqual(before.price);
      expect(back.adjustments).toEqual(before.adjustments);
    }),
  );
});

test('a discount on a line never exceeds the line and is removed with it', () => {
  fc.assert(
    fc.property(fc.array(dish, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 9000 }), (lines, off) => {
      const comp: Adjustment = { line: 0, charge: null, amount: cents(-off), kind: 'comp', source: 'x', label: 'Comp' };
      const one = calculate([{ ...lines[0]!, quantity: 1 }, ...lines.slice(1)], [comp], {});
      for (const line of one.lines) expect(lineNet(line)).toBeGreaterThanOrEqual(0);
      expect(one.price.total).toBeGreaterThanOrEqual(0);
      const removed = rebuildDiscounts([comp], (line) => (line === 0 ? undefined : line - 1), {});
      expect(removed).toEqual([]);
    }),
  );
});

const parts = fc.array(
  fc.record({ method: fc.constantFrom('online', 'manual'), amount: fc.integer({ min: 1, max: 9000 }) }),
  { minLength: 1, maxLength: 4 },
);

test('a paid amount is never lost: it pays the new total or is refunded to its payments', () => {
  fc.assert(
    fc.property(parts, fc.array(fc.nat(40_000), { minLength: 1, maxLength: 5 }), (paidIn, totals) => {
      const payments = paidIn.map(({ method, amount }, n): BillPayment => ({
        id: `${n}`,
        method,
        status: 'succeeded',
        amount: cents(amount),
        tip: ZERO,
        rounding: ZERO,
      }));
      const refunds: Parameters<typeof splitRefund>[1][number][] = [];
      for (const total of totals.map(cents)) {
        const { due, back } = settleChange({ total, paid: paidSum(payments, refunds) });
        expect(due === 0 || back === 0).toBe(true);
        const ways = splitRefund(payments, refunds, back);
        expect(ways.reduce((sum, way) => sum + way.amount, 0)).toBe(back);
        refunds.push(...ways.map((way) => ({ ...way, status: 'requested' as const, ofChange: true })));
        const paid = paidSum(payments, refunds);
        expect(paid).toBeGreaterThanOrEqual(0);
        expect(paid + due).toBe(total);
        expect(refundedSum(refunds)).toBe(0);
        expect(refundableSum(payments, refunds)).toBe(paid);
        const stands = due === 0 ? 'paid' : paid > 0 ? 'pending' : 'unpaid';
        expect(paymentStatusOf(total, payments, refunds, 'cash')).toBe(stands);
      }
    }),
  );
});
