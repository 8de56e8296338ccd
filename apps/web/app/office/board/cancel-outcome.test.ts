import { expect, test } from 'vitest';
import { ApiError } from '../../shared/api/api-error.ts';
import { cancelFailure, cancelOutcome, noRefundReason } from './cancel-dialog.tsx';

type Refund = NonNullable<Parameters<typeof cancelOutcome>[0]>;

const refund: Refund = {
  success: true,
  refundId: 'sbr_7',
  amount: 43.85,
  status: 'succeeded',
  method: 'card',
  error: null,
};

test.each<[string, Refund | null, string, boolean]>([
  ['nothing was paid', null, 'Order cancelled.', false],
  [
    'a card’s money went back [A-CANCEL-10]',
    refund,
    'Order cancelled. Refund of $43.85 (sbr_7): succeeded, via the original card payment method.',
    false,
  ],
  [
    'cash has to be handed back [A-CANCEL-11]',
    { ...refund, method: 'cash', status: 'requested', success: false, error: 'Hand the cash back to the guest.' },
    'Order cancelled. Please handle the cash refund of $43.85 manually.',
    true,
  ],
  [
    'paid another way [A-CANCEL-12]',
    { ...refund, method: 'manual', status: 'requested', success: false, error: 'Please process the refund manually.' },
    'Order cancelled. Refund warning: please process $43.85 manually. Please process the refund manually.',
    true,
  ],
  [
    'the card’s provider will not have it [A-CANCEL-12]',
    { ...refund, status: 'failed', success: false, error: 'The bank could not take the refund' },
    'Order cancelled. Refund warning: please process $43.85 manually. The bank could not take the refund',
    true,
  ],
])('the alert after a cancellation: %s', (_case, provided, text, isManual) => {
  expect(cancelOutcome(provided)).toEqual({ text, isManual });
});

test('a failed cancellation shows the reason or a general error [A-CANCEL-14]', () => {
  const refused = new ApiError({
    status: 409,
    code: 'invalid-transition',
    message: 'Cannot go from ready to cancelled',
  });
  expect(cancelFailure(refused)).toBe('Cannot go from ready to cancelled');
  expect(cancelFailure('thrown without words')).toBe('Failed to cancel order');
  expect(cancelFailure(new Error(''))).toBe('Failed to cancel order');
});

test.each([
  ['an unpaid order [A-CANCEL-09]', 'unpaid', 0, 'This order is not paid.'],
  ['all of it went back', 'refunded', 43.85, 'Already refunded.'],
  ['the last of it went back in a part', 'paid', 43.85, 'Already refunded.'],
] as const)('why there is nothing to refund: %s [A-CANCEL-02]', (_case, paymentStatus, refunded, words) => {
  const rate = { taxRate: 0.14, taxLabel: 'HST' };
  const pricing = { subtotal: 38.46, tax: 5.39, ...rate, tip: 0, discount: null, total: 43.85, refunded };
  expect(noRefundReason({ paymentStatus, pricing })).toBe(words);
});
