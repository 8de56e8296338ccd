import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { cardText, needsCardForRefund, tipBaseOfPayment } from './payment-card.ts';

test.each([
  [{ brand: 'visa', last4: '4242' }, 'Visa ending in 4242'],
  [{ brand: 'amex', last4: '0005' }, 'American Express ending in 0005'],
  [{ brand: 'interac', last4: '' }, 'Interac'],
  [{ brand: 'mastercard', last4: '' }, 'Mastercard'],
  [{ brand: 'diners', last4: '' }, 'Diners Club'],
  [{ brand: 'eftpos_au', last4: '' }, 'eftpos'],
  [{ brand: 'jcb', last4: '' }, 'JCB'],
  [{ brand: 'unionpay', last4: '' }, 'UnionPay'],
  // a brand of a newer server
  [{ brand: 'moon_card', last4: '1' }, 'Moon card ending in 1'],
])('%o is shown as %s', (card, text) => {
  expect(cardText(card)).toBe(text);
});

test('only Interac needs the card for a refund', () => {
  expect(['interac', 'visa', null].map(needsCardForRefund)).toEqual([true, false, false]);
});

const bill = { subtotal: cents(100_00), discount: cents(10_00), tax: cents(13_50), total: cents(108_50) };

test.each([
  ['all of it, with tax', 108_50, 'with-tax', 103_50],
  ['all of it, before tax', 108_50, 'before-tax', 90_00],
  ['half of it, before tax', 54_25, 'before-tax', 45_00],
] as const)('the base for a tip at the card reader: %s', (_, part, base, expected) => {
  expect(tipBaseOfPayment(cents(part), bill, base)).toBe(expected);
});

test('the base for a tip is at most the part and never zero', () => {
  const sums = fc.record({
    subtotal: fc.integer({ min: 1, max: 1_000_00 }),
    tax: fc.integer({ min: 0, max: 150_00 }),
    tip: fc.integer({ min: 0, max: 100_00 }),
    part: fc.double({ min: 0.01, max: 1, noNaN: true }),
    base: fc.constantFrom('with-tax' as const, 'before-tax' as const),
  });
  fc.assert(
    fc.property(sums, ({ subtotal, tax, tip, part, base }) => {
      const total = cents(subtotal + tax + tip);
      const of = cents(Math.max(1, Math.round(total * part)));
      const on = tipBaseOfPayment(of, { subtotal: cents(subtotal), discount: cents(0), tax: cents(tax), total }, base);
      expect(on).toBeGreaterThan(0);
      expect(on).toBeLessThanOrEqual(of);
    }),
  );
});
