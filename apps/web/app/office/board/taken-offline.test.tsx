import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const orderTime = new Date().toISOString();
const taken = { ...dalForOne, orderTime, offlineNumber: 'A-4', ticketPrinted: false };
const answers = {
  getLocationOrders: ({ status }: { status?: string }) => ordersOf(status === 'completed' ? [] : [taken]),
  getOrderDetails: { order: taken },
  getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
  getSMSTemplates: { templates: [] },
};

test.each(['orders', 'kitchen'])(
  'staff read under %s that an order was taken offline, and its number',
  async (section) => {
    openOffice(section, answers);
    await expect(screen).toShow(/^Taken offline at .*: ask whether the kitchen was told\.$/);
    expect(screen.getAllByText('A-4').length).toBeGreaterThan(0);
    expect(screen.queryByText('AAAAA')).toBeNull();
  },
);

test('a search shows an order with the number that the guest has, and whether it is paid', async () => {
  openOffice('find-order', answers);
  await expect(screen).toShow('A-4');
  await expect(screen).toShow('unpaid');
});

test('the page of an order and the question for its cash name the number that the guest has', async () => {
  openOffice(`find-order/${taken.orderId}`, answers);
  await expect(screen).toShow('Details of A-4');
  cleanup();
  const { press } = openOffice('orders', answers);
  await press(/^Collect/);
  await expect(screen).toShow(/^Order A-4 for /);
});
