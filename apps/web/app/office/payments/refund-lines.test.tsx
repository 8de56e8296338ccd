import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dalForOne } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

test('a refunded dish is listed with its options', async () => {
  const order = { ...dalForOne, orderTime: new Date().toISOString(), paymentStatus: 'paid' as const };
  const item = { line: 1, name: 'Thali', quantity: 2, refundableQuantity: 2, price: 18.95 };
  const large = { group: 'size', groupName: 'Size', id: 'large', name: 'Large', units: 1, unitPrice: 18.95 };
  const items = [{ ...item, options: [{ ...large, isOneOf: true, isSize: true }], note: 'Hot plate' }];
  const { press } = openOffice(`find-order/${order.orderId}`, {
    getOrderDetails: { order },
    getOrderPayments: { payments: [], refunds: [], refundable: 37.9, items },
  });
  await press('Refund items…');
  await expect(screen).toShow('Large · “Hot plate” · $18.95 · 2 left to refund');
  expect(await screen.findByRole('button', { name: 'One more Thali, Large, “Hot plate”' })).toBeTruthy();
});

test('refunds one part of a combo, or the whole combo', async () => {
  const order = { ...dalForOne, orderTime: new Date().toISOString(), paymentStatus: 'paid' as const };
  const parts = ['Dal', 'Naan'].map((name, at) => ({ part: at + 1, name, refundableQuantity: 2 - at }));
  const items = [{ line: 1, name: 'Thali', quantity: 2, refundableQuantity: 1, price: 18.95, parts }];
  const nothing = { subtotal: 0, tax: 0, taxes: [], tip: 0, total: 0, due: 0 };
  const { press, sent } = openOffice(`find-order/${order.orderId}`, {
    getOrderDetails: { order },
    getOrderPayments: { payments: [], refunds: [], refundable: 37.9, items },
    previewRefund: nothing,
  });
  await press('Refund items…');
  await press('One more Only Dal of Thali');
  await press('One more Thali');
  // Once a part is refunded, the whole combo cannot be, and vice versa.
  for (const name of ['One more Thali', 'One more Only Naan of Thali']) {
    const more = await screen.findByRole('button', { name });
    expect([name, more.hasAttribute('disabled') || more.getAttribute('aria-disabled')]).not.toEqual([name, null]);
  }
  await waitFor(() =>
    expect(sent('previewRefund').at(-1)).toEqual({
      orderId: order.orderId,
      items: [
        { line: 1, quantity: 1 },
        { line: 1, quantity: 1, part: 1 },
      ],
    }),
  );
});
