import { screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/order.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne } from '../../testing/samples.ts';
import { openPages } from '../../testing/show.tsx';

// Before the promise of the order.
beforeEach(() => void vi.setSystemTime('2026-11-20T22:05:00Z'));

const grown = { ...dalForOne, paymentMethod: 'online', paymentStatus: 'pending', due: 5.13 } as const;

function open(order: object, answers: Answers = {}) {
  const { orderId } = dalForOne;
  return openPages(Outlet, { '/orders/:orderId': route }, `/orders/${orderId}?token=t`, {
    getCustomerOrderDetails: { orderId, order: { ...dalForOne, ...order } },
    ...answers,
  });
}

test('a guest whose paid order grew pays the rest on the payment page, and reads why it does not open', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const { press, sent, answer } = open(grown, { payRestOnline: refusal('payment-provider-unavailable') });
  await expect(screen).toShow('Pay the rest here, or have cash ready.');
  await press('Pay $5.13 now');
  await expect(screen).toShow('The payment page did not open');
  expect(assign).not.toHaveBeenCalled();
  answer({ payRestOnline: { sessionId: 's', paymentUrl: 'https://pay.test/s' } });
  await press('Pay $5.13 now');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/s'));
  expect(sent('payRestOnline').at(-1)).toEqual({ orderId: dalForOne.orderId, token: 't' });
  assign.mockRestore();
});

test.each([
  ['to be paid in cash', { paymentMethod: 'cash', paymentStatus: 'unpaid', due: dalForOne.pricing.total }],
  ['paid in full online', { paymentMethod: 'online', paymentStatus: 'paid', due: 0 }],
  ['cancelled', { ...grown, status: 'cancelled' }],
] as const)('the page of an order that is %s offers no payment online', async (_name, order) => {
  open(order);
  await expect(screen).toShow('What’s Next');
  expect(screen.queryByRole('button', { name: /^Pay .* now$/ })).toBeNull();
});
