import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { needsRecentProof } from './refund-approval.ts';

test.each([
  [0, 200_00, 0, false],
  [0, 200_01, 0, true],
  [150_00, 50_00, 150_00, false],
  [150_00, 60_00, 150_00, true],
  [0, 200_00, 800_00, false],
  [0, 199_00, 801_01, true],
])(
  'after refunds of %d cents, refunding %d more, and %d across all orders, needs a fresh sign-in: %s',
  (before, amount, since, needed) => {
    expect(needsRecentProof(cents(before), cents(amount), cents(since))).toBe(needed);
  },
);
