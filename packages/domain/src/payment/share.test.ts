import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents } from '../core/money.ts';
import { refundShare, type ChosenLine, type PaidBill } from './share.ts';

const bill: PaidBill = {
  lines: [
    { unitPrice: cents(1000), quantity: 3 },
    { unitPrice: cents(500), quantity: 1 },
  ],
  tax: cents(490),
  tip: cents(400),
};

test.each([
  [[{ line: 0, quantity: 1 }], [], { subtotal: 1000, tax: 140, tip: 115, total: 1255 }],
  [[{ line: 0, quantity: 1 }], [{ line: 0, quantity: 1 }], { subtotal: 1000, tax: 140, tip: 114, total: 1254 }],
  [[{ line: 1, quantity: 1 }], [], { subtotal: 500, tax: 70, tip: 57, total: 627 }],
  [
    [
      { line: 0, quantity: 3 },
      { line: 1, quantity: 1 },
    ],
    [],
    { subtotal: 3500, tax: 490, tip: 400, total: 4390 },
  ],
  [
    [
      { line: 0, quantity: 1 },
      { line: 0, quantity: 2 },
    ],
    [],
    { subtotal: 3000, tax: 420, tip: 343, total: 3763 },
  ],
])('%j after %j brings back %j', (chosen, before, share) => {
  expect(refundShare(bill, chosen, before)).toEqual({ ok: true, value: share });
});

test.each([
  [[], []],
  [[{ line: 2, quantity: 1 }], []],
  [[{ line: -1, quantity: 1 }], []],
  [[{ line: 0.5, quantity: 1 }], []],
  [[{ line: 0, quantity: 0 }], []],
  [[{ line: 0, quantity: -1 }], []],
  [[{ line: 0, quantity: 1.5 }], []],
  [[{ line: 0, quantity: 4 }], []],
  [
    [
      { line: 0, quantity: 2 },
      { line: 0, quantity: 2 },
    ],
    [],
  ],
  [[{ line: 0, quantity: 2 }], [{ line: 0, quantity: 2 }]],
])('%j after %j cannot be refunded', (chosen, before) => {
  expect(refundShare(bill, chosen, before)).toEqual({
    ok: false,
    error: { code: 'invalid-argument', message: 'These items cannot be refunded.' },
  });
});

test('a bill given back dish by dish, in any order, brings back exactly what was paid', () => {
  const anyBill = fc.record({
    lines: fc.array(fc.record({ unitPrice: fc.nat(5000).map(cents), quantity: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    tax: fc.nat(10_000).map(cents),
    tip: fc.nat(10_000).map(cents),
  });
  fc.assert(
    fc.property(anyBill, fc.infiniteStream(fc.nat(1000)), (paidBill, picks) => {
      const left = paidBill.lines.flatMap((line, i) => Array.from({ length: line.quantity }, () => i));
      const before: ChosenLine[] = [];
      const parts = { subtotal: cents(0), tax: cents(0), tip: cents(0), total: cents(0) };
      while (left.length > 0) {
        const [line = 0] = left.splice(Number(picks.next().value) % left.length, 1);
        const share = refundShare(paidBill, [{ line, quantity: 1 }], before);
        if (!share.ok) throw new Error(share.error.message);
        before.push({ line, quantity: 1 });
        for (const part of ['subtotal', 'tax', 'tip', 'total'] as const)
          parts[part] = addCents(parts[part], share.value[part]);
      }
      const subtotal = paidBill.lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
      expect(parts).toEqual({
        subtotal,
        tax: paidBill.tax,
        tip: paidBill.tip,
        total: subtotal + paidBill.tax + paidBill.tip,
      });
    }),
  );
});
