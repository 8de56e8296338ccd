import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/order-success.tsx';
import { refusal } from '../../testing/network.ts';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

afterEach(() => void vi.useRealTimers());
const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
const [dal] = order.items;
const at = `/order-success?orderId=${order.orderId}`;
const shown = (change: Partial<typeof order> = {}) =>
  openPage(route, at, { getCustomerOrderDetails: { orderId: order.orderId, order: { ...order, ...change } } }, guest);

test('an order that cannot be read says so [C-ERR-32]', async () => {
  openPage(route, at, { getCustomerOrderDetails: refusal('order-not-found') }, guest);
  await expect(screen).toShow(/Error loading order information/);
});

test('a server in trouble: the details could not be fetched [A-ERR-08] [C-ERR-30]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openPage(route, at, { getCustomerOrderDetails: refusal('unavailable') }, guest);
  await expect(screen).toShow(/Loading order/);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(screen).toShow(/Failed to fetch order details/);
});

test('an order that was handed over stays when it cannot be read, and it is said [C-CONF-17] [C-ERR-31]', async () => {
  openPage(route, at, { getCustomerOrderDetails: refusal('conflict') }, guest, { order, by: guest.uid });
  await expect(screen).toShow('Could not load complete order details');
  await expect(screen).toShow(/Thank you, Asha/);
});

test('with only what was handed over, that is shown [C-CONF-22]', async () => {
  openPage(route, '/order-success', {}, guest, { order, by: guest.uid });
  await expect(screen).toShow(/Thank you, Asha/);
});

test.each([
  ['paid', 'PAID', 'You’re paid up.'],
  ['unpaid', 'PAYMENT DUE', 'Have cash ready.'],
] as const)(
  'an order that is %s carries %s and says what is next: %s [C-CONF-06] [C-CONF-13]',
  async (paymentStatus, _badge, next) => {
    shown({ paymentStatus });
    await expect(screen).toShow('What’s Next');
    await expect(screen).toShow(next);
  },
);

test('dishes stand without tax, with their heat, Mild too, and their description [C-CONF-10]', async () => {
  shown({ items: [{ ...dal, description: 'Yellow lentils', spiceLevelName: 'Mild' } as typeof dal & object] });
  await expect(screen).toShow('Without Tax');
  await expect(screen).toShow('Mild');
  await expect(screen).toShow('Yellow lentils');
});

test('a dish that asks for no heat says none [C-CONF-10]', async () => {
  shown({ items: [{ ...dal, spiceLevelName: '' } as typeof dal & object] });
  await expect(screen).toShow('Without Tax');
  expect(screen.queryByText('Mild')).toBeNull();
});

test.each([
  ['pending', 'Order Received'],
  ['preparing', 'Being Prepared'],
  ['ready', 'Ready for Pickup'],
  ['completed', 'Completed'],
] as const)('an order that is %s reads %s [C-ORDER-07]', async (status, words) => {
  shown({ status });
  await expect(screen).toShow(new RegExp(words));
});

test('no order in the address and none handed over is told', async () => {
  openPage(route, '/order-success', {}, guest);
  await expect(screen).toShow(/No order information/i);
});
