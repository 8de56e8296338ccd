import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import Frame from '../../routes/guest/frame.tsx';
import { refusal } from '../../testing/network.ts';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

// Before the promise of the orders.
beforeEach(() => void vi.setSystemTime('2026-11-18T22:00:00Z'));

const { orderId } = dalForOne;
beforeEach(() => {
  sessionStorage.clear();
  const there = `/orders/${orderId}?token=k3y`;
  localStorage.setItem('tiffin_guest_orders', JSON.stringify({ pages: [there], at: Date.now() }));
});

const open = (at: string, order: unknown, me: typeof guest | null = null) =>
  openPage({ default: Frame }, at, { getCustomerOrderDetails: order as never }, me);
const found = (change: object = {}) => ({ orderId, order: { ...dalForOne, ...change } });
const way = () => screen.queryByRole('link', { name: /^Your order TRU-/ });

test.each(['/', '/menu', '/menu/truro'])('%s links a guest without an account to their order', async (at) => {
  const { sent } = open(at, found({ status: 'preparing' }));
  const link = await screen.findByRole('link', { name: `Your order ${orderId}: Being Prepared, 6:20 p.m.` });
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

test.each([
  ['none is ready: the earliest promise', 'preparing', 'Your order B: Order Received, 6:15–6:25 p.m.', 'B'],
  ['one is ready: that one', 'ready', 'Your order A: Ready for Pickup', 'A'],
])('of several orders the most urgent one shows, where %s', async (_which, status, name, id) => {
  const page = (of: string) => `/orders/${of}?token=${of}`;
  const pages = ['A', 'B', 'C', 'D'].map(page);
  localStorage.setItem('tiffin_guest_orders', JSON.stringify({ pages, at: Date.now() }));
  // A tab of an earlier version stored the last one for itself.
  sessionStorage.setItem('tiffin_ordered', JSON.stringify({ uid: null, cartId: 'c', there: page('C') }));
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 22, minute)).toISOString();
  const orders: Record<string, object> = {
    A: { status, promised: { from: at(30), to: at(40) } },
    B: { status: 'pending', promised: { from: at(15), to: at(25) } },
    C: { status: 'completed', promised: { from: at(0), to: at(5) } },
  };
  open('/', ({ orderId: of }: { orderId?: unknown }) => {
    const change = orders[String(of)];
    return change ? { ...found(change), order: { ...dalForOne, ...change, orderId: of } } : refusal('order-not-found');
  });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(page(id));
});

test.each(['/', '/menu/truro'])('%s links a customer to the order that is being made', async (at) => {
  const orders = [
    { ...dalForOne, orderId: 'OLD', status: 'completed' },
    { ...dalForOne, status: 'preparing' },
  ];
  const answers = { getCustomerOrders: { orders, nextCursor: null } } as never;
  const { sent } = openPage({ default: Frame }, at, answers, guest);
  const link = await screen.findByRole('link', { name: `Your order ${orderId}: Being Prepared, 6:20 p.m.` });
  expect(link.getAttribute('href')).toBe(`/order-success?orderId=${orderId}`);
  expect(sent('getCustomerOrderDetails')).toEqual([]);
});

test.each([null, guest])('on other pages nothing is requested', async (me) => {
  const { sent } = open('/privacy', found(), me);
  await expect(screen).toShow('Skip to content');
  expect([way(), sent('getCustomerOrderDetails'), sent('getCustomerOrders')]).toEqual([null, [], []]);
});
