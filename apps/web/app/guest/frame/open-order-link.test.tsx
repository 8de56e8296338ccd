import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import Frame from '../../routes/guest/frame.tsx';
import { refusal } from '../../testing/network.ts';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

const { orderId } = dalForOne;
beforeEach(() => {
  const there = `/orders/${orderId}?token=k3y`;
  sessionStorage.setItem('tiffin_ordered', JSON.stringify({ uid: null, cartId: 'c', at: dalForOne.orderTime, there }));
});

const open = (at: string, order: unknown, me: typeof guest | null = null) =>
  openPage({ default: Frame }, at, { getCustomerOrderDetails: order as never }, me);
const found = (change: object = {}) => ({ orderId, order: { ...dalForOne, ...change } });
const way = () => screen.queryByRole('link', { name: /^Your order TRU-/ });

test.each(['/', '/menu', '/menu/truro'])('%s links a guest without an account to their order', async (at) => {
  const { sent } = open(at, found({ status: 'preparing' }));
  const link = await screen.findByRole('link', { name: `Your order ${orderId}: Being Prepared` });
  expect(link.getAttribute('href')).toBe(`/orders/${orderId}?token=k3y`);
  expect(sent('getCustomerOrderDetails')[0]).toEqual({ orderId, token: 'k3y' });
});

test.each([
  ['that is completed', found({ status: 'completed' })],
  ['that is cancelled', found({ status: 'cancelled' })],
  ['that is not there', () => refusal('order-not-found')],
])('shows no link to an order %s', async (_which, order) => {
  const { sent } = open('/', order);
  await waitFor(() => expect(sent('getCustomerOrderDetails')).toHaveLength(1));
  await expect(screen).toShow('Skip to content');
  expect(way()).toBeNull();
});

test('on other pages, and with an account, nothing is requested', async () => {
  const { sent } = open('/privacy', found());
  await expect(screen).toShow('Skip to content');
  expect([way(), sent('getCustomerOrderDetails')]).toEqual([null, []]);
});
