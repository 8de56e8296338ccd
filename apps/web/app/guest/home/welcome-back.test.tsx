import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import * as home from '../../routes/guest/home.tsx';
import { cartOf } from '../../shared/cart/carts.ts';
import { rememberGuestOfOrder } from '../../shared/session/remembered-guest.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest, rootData } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

const order = { ...dalForOne, metadata: { ...dalForOne.metadata, orderToken: 'k3y' } };
beforeEach(() => rememberGuestOfOrder(order));

const open = (answers: Answers = {}, me: typeof guest | null = null) =>
  openPage(
    home,
    '/',
    {
      getSite: { site: rootData.site },
      getLocations: { locations: [...rootData.locations] },
      getLocationMenu: { items: [dalDish], categories: [] } as never,
      getCustomerOrderDetails: { orderId: order.orderId, order },
      ...answers,
    },
    me,
  );

test('the home page greets a guest it remembers, and Order again fills the cart', async () => {
  const { press, sent } = open();
  await expect(screen).toShow('Welcome back, Asha');
  await press('Order again');
  await expect(screen).toShow('elsewhere');
  expect(sent('getCustomerOrderDetails')).toEqual([{ orderId: order.orderId, token: 'k3y' }]);
  expect(cartOf('truro').map(({ id }) => id)).toEqual(order.items.map(({ id }) => id));
});

test('an order that cannot be loaded says so and stays offered', async () => {
  const { press } = open({ getCustomerOrderDetails: refusal('order-not-found') });
  await press('Order again');
  await expect(screen).toShow(/^Your last order could not be loaded/);
  await screen.findByRole('button', { name: 'Order again' });
});

test('“Remove my details from this device” removes the greeting and what it knew', async () => {
  const { press } = open();
  await press('Remove my details from this device');
  await waitFor(() => expect(screen.queryByText('Welcome back, Asha')).toBeNull());
  expect([localStorage.getItem('tiffin_guest'), localStorage.getItem('tiffin_guest_orders')]).toEqual([null, null]);
});

test('a signed-in customer is offered the last order of the account, not that of the guest before', async () => {
  const mine = {
    ...dalForOne,
    status: 'completed' as const,
    items: dalForOne.items.map((item) => ({ ...item, quantity: 3 })),
  };
  const { press, sent } = open({ getCustomerOrders: { orders: [mine], nextCursor: null } }, guest);
  await expect(screen).toShow('Welcome back, Anjali');
  await expect(screen).toShow(/^Last time: 3/);
  expect(sent('getCustomerOrders')).toEqual([{ limit: '1' }]);
  expect(screen.queryByRole('button', { name: 'Remove my details from this device' })).toBeNull();
  await press('Order again');
  await expect(screen).toShow('elsewhere');
  expect(cartOf('truro').map(({ id, quantity }) => [id, quantity])).toEqual(mine.items.map(({ id }) => [id, 3]));
  expect(sent('getCustomerOrderDetails')).toEqual([]);
});

test.each<[string, Answers]>([
  ['without an order', { getCustomerOrders: { orders: [], nextCursor: null } }],
  ['whose order is still being made', { getCustomerOrders: { orders: [dalForOne], nextCursor: null } }],
  ['whose orders cannot be loaded', { getCustomerOrders: refusal('unavailable') }],
])('a signed-in customer %s sees the page without a greeting', async (_case, answers) => {
  open(answers, guest);
  await screen.findAllByRole('link', { name: 'Order Now' });
  expect(screen.queryByText(/^Welcome back/)).toBeNull();
});
