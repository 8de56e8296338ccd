import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { staff } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const issue = {
  sessionId: 'pay_lost',
  kind: 'customer',
  status: 'paid',
  reason: '$20.00 was paid at Stripe on Nov 26, 2026, 12:03 p.m., but its order is missing',
  amount: 20,
  customerName: 'Amara Singh',
  customerEmail: 'amara@example.com',
  isOrderLost: true,
  locationId: 'truro',
  orderId: null,
  refund: null,
  at: '2026-11-26T16:30:00.000Z',
} as const;
const refund = {
  success: true,
  refundId: 'r1',
  amount: 20,
  status: 'succeeded',
  method: 'card',
  error: null,
  reason: 'lost',
  orderId: null,
  locationId: 'truro',
  requestedAt: issue.at,
  settledAt: issue.at,
  attempts: 1,
  items: [],
  isUndo: false,
} as const;

const opened = (more: Answers = {}) =>
  openOffice('payments', {
    getPaymentIssues: { sessions: [issue], refunds: [] },
    getFailedWebhooks: { failures: [], nextCursor: null },
    getPaymentOptions: { title: 'Stripe', movesMoney: true } as never,
    ...more,
  });

test('a payment whose order is lost shows how to reach the guest and is refunded after a question', async () => {
  const { press, sent } = opened({ refundLostPayment: { refund: { ...refund, items: [] } } });
  const mail = await screen.findByRole('link', { name: 'amara@example.com' });
  expect(mail.getAttribute('href')).toBe('mailto:amara@example.com');
  await press('Refund');
  expect(sent('refundLostPayment')).toEqual([]);
  await expect(screen).toShow('What was not refunded yet goes back to the card. This cannot be undone.');
  await press('Refund');
  await expect(screen).toShow(/Refund succeeded/i);
  expect(sent('refundLostPayment')).toEqual([{ sessionId: 'pay_lost' }]);
});

test('a refund of a lost payment that fails says why, and keeping it sends nothing', async () => {
  const { press, sent } = opened({
    refundLostPayment: refusal('failed-precondition', 'This payment was refunded already.'),
  });
  await press('Refund');
  await press('Keep it');
  expect(sent('refundLostPayment')).toEqual([]);
  await press('Refund');
  await press('Refund');
  await expect(screen).toShow('This payment was refunded already.');
});

test('a payment with an order has no button to refund it as lost', async () => {
  opened({ getPaymentIssues: { sessions: [{ ...issue, isOrderLost: undefined }], refunds: [] } });
  await expect(screen).toShow('Mark as resolved');
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

test('a manager sees what needs attention and nothing of the whole restaurant', async () => {
  const { sent } = openOffice(
    'payments',
    {
      getPaymentIssues: { sessions: [issue], refunds: [] },
      getPaymentOptions: { title: 'Stripe', movesMoney: true } as never,
    },
    { ...staff, role: 'manager' },
  );
  await expect(screen).toShow('Mark as resolved');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Needs attention1']);
  expect(sent('getFailedWebhooks')).toEqual([]);
});
