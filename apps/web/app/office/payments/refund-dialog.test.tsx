import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const order = { ...dalForOne, status: 'completed' as const, paymentStatus: 'paid' as const };
const answers: Answers = {
  getOrderDetails: { order },
  getOrderPayments: {
    payments: [],
    refunds: [],
    refundable: 11.4,
    items: [{ line: 1, name: 'Dal Tadka', price: 10, refundableQuantity: 1 }],
  } as never,
};

test.each([
  ['abc', 'Please type an amount like 12.50.'],
  ['-5', 'Please type an amount like 12.50.'],
  ['1e9', 'Please type an amount like 12.50.'],
  ['0', 'Please type an amount like 12.50.'],
  ['99999', 'At most $11.40 can be refunded.'],
])('a refund of %s shows an error at its field and disables the button', async (typed, words) => {
  const { press, sent } = openOffice(`find-order/${order.orderId}`, answers);
  await press('Refund items…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund items' }));
  await typeIn(/^Or enter another amount/, typed);
  expect(dialog.getByText(words)).toBeTruthy();
  const amount = dialog.getByLabelText(/^Or enter another amount/);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  await press('Refund');
  expect(document.activeElement).toBe(amount);
  expect(dialog.queryByText('Please provide a reason for the refund')).toBeNull();
  expect(sent('refundAmount')).toEqual([]);
});

test('an empty refund asks for the amount before the reason, and the button shows a valid amount', async () => {
  const { press } = openOffice(`find-order/${order.orderId}`, answers);
  await press('Refund items…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund items' }));
  await press('Refund');
  expect(dialog.getByText('Choose at least one item to refund')).toBeTruthy();
  await typeIn(/^Or enter another amount/, '11.40');
  expect(dialog.queryByText('Choose at least one item to refund')).toBeNull();
  await press('Refund $11.40');
  expect(dialog.getByText('Please provide a reason for the refund')).toBeTruthy();
});

test('an Interac refund is refused with its amount until staff confirm handing over the money', async () => {
  const words = 'Interac refunds need the card in the reader. Hand back $11.40 in cash, and record it as cash.';
  const { press, sent, answer } = openOffice(`find-order/${order.orderId}`, {
    ...answers,
    refundAmount: refusal('card-needed', words),
  });
  await press('Refund items…');
  await typeIn(/^Or enter another amount/, '11.40');
  await typeIn(/^Reason/, 'cold');
  await press('Refund $11.40');
  await expect(screen).toShow(words);
  answer({ refundAmount: refusal('failed-precondition', 'Everything that was paid was already refunded.') });
  await press('I return it in cash', 'checkbox');
  await press('Refund $11.40');
  await expect(screen).toShow('Everything that was paid was already refunded.');
  const request = { orderId: order.orderId, amount: 11.4, reason: 'cold' };
  expect(sent('refundAmount')).toEqual([request, { ...request, byHand: true }]);
});

test('“Everything” names what the guest gets, with the tip of the payment', async () => {
  const { press, sent } = openOffice(`find-order/${order.orderId}`, {
    ...answers,
    getOrderPayments: { ...(answers.getOrderPayments as object), refundableDue: 16.4 } as never,
    refundAmount: refusal('conflict'),
  });
  await press('Refund items…');
  await press('Everything: $16.40');
  await expect(screen).toShow('With the tip and the rounding of cash, $16.40 goes back.');
  await typeIn(/^Reason/, 'cold');
  await press('Refund $16.40');
  // The tip goes back with the last of what the bill was paid.
  await waitFor(() => expect(sent('refundAmount')).toMatchObject([{ amount: 11.4 }]));
});

test('“Everything” refunds all that is left in one press, and replaces chosen dishes', async () => {
  const { press, sent } = openOffice(`find-order/${order.orderId}`, {
    ...answers,
    previewRefund: refusal('conflict'),
    refundAmount: refusal('conflict'),
  });
  await press('Refund items…');
  await press('One more Dal Tadka');
  await press('Everything: $11.40');
  await typeIn(/^Reason/, 'cold');
  await press('Refund $11.40');
  await waitFor(() =>
    expect(sent('refundAmount')).toMatchObject([{ orderId: order.orderId, amount: 11.4, reason: 'cold' }]),
  );
  expect(sent('refundOrderItems')).toEqual([]);
});
