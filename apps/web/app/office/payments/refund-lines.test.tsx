import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dalForOne } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

test('a dish that is given back says what was chosen with it', async () => {
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
