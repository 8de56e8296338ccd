import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf, staff, tableForTwo } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const asha = { name: 'Asha Rao', email: 'asha@example.test', phone: '+19025550101', firebaseId: null };
const order = {
  ...dalForOne,
  customerInfo: asha,
  specialInstructions: 'Ring twice',
  allergies: [{ code: 'peanuts' as const }],
};
const namesake = {
  ...dalForOne,
  id: 'TRU-20261113-CCCCC',
  orderId: 'TRU-20261113-CCCCC',
  customerInfo: { ...asha, name: 'Natasha', email: 'natasha@example.test', phone: '' },
};
const booking = {
  ...tableForTwo,
  customerInfo: { ...asha, email: 'asha.r@example.test' },
  reservationDetails: { ...tableForTwo.reservationDetails, specialRequests: 'By the window' },
};
const account = {
  id: 'u1',
  email: asha.email,
  displayName: 'Asha Rao',
  phoneNumber: asha.phone,
  totalOrders: 4,
  totalSpent: 120.5,
  loyaltyPoints: 118,
  createdAt: '2026-01-05T12:00:00.000Z',
};
const answers: Answers = {
  getLocationOrders: ordersOf([order as never, namesake as never]),
  getAllReservations: { reservations: [booking], total: 1, nextCursor: null, asOf: tableForTwo.reservedAt },
  getUsers: { users: [account as never], total: 1, nextCursor: null },
  getOrderDetails: { order: order as never },
  getOrderPayments: { payments: [], refunds: [], refundable: 0, items: [] },
};
const PHONE_HASH = `find-order/guest/${encodeURIComponent(asha.phone)}`;

test('a phone number opens the guest with their orders, reservations, allergies and what they asked for', async () => {
  const { sent } = openOffice(PHONE_HASH, answers);
  expect(await screen.findByRole('heading', { level: 1, name: 'Asha Rao' })).toBeTruthy();
  const orders = await screen.findByRole('list', { name: 'Orders' });
  expect(
    within(orders)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([`#find-order/${order.orderId}`]);
  const reservations = await screen.findByRole('list', { name: 'Reservations' });
  expect(reservations.textContent).toMatch(/Nov 20, 2026, 6:30.*2 guests.*Confirmed/);
  await expect(screen).toShow(/peanuts, stated with earlier orders/i);
  await expect(screen).toShow(/Ring twice/);
  await expect(screen).toShow(/By the window/);
  for (const call of ['getAllReservations', 'getLocationOrders'] as const)
    expect(sent(call)).toContainEqual(expect.objectContaining({ search: asha.phone }));
});

test('a guest who is named by an address shows only what has it, and leads to their other contacts', async () => {
  openOffice(`find-order/guest/${asha.email}`, answers);
  await screen.findByRole('list', { name: 'Orders' });
  await expect(screen).toShow('No reservations at your locations');
  expect(screen.queryByText('Natasha')).toBeNull();
  const other = screen.getByRole('link', { name: 'Everything with this number' });
  expect(other.getAttribute('href')).toBe(`/admin/dashboard#${PHONE_HASH}`);
});

test('an administrator reads what the account has, and can forget the guest', async () => {
  openOffice(PHONE_HASH, answers);
  const figures = await screen.findByLabelText('Account of Asha Rao');
  expect(figures.textContent).toMatch(/Completed orders4.*Spent\$120.50Points118/);
  expect(screen.getByRole('link', { name: 'Forget this guest…' })).toBeTruthy();
});

test('staff see the orders of a guest without the account and the erasure', async () => {
  const { sent } = openOffice(PHONE_HASH, { ...answers, getUsers: refusal('permission-denied') }, staff);
  await screen.findByRole('list', { name: 'Orders' });
  expect(sent('getUsers')).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Forget this guest…' })).toBeNull();
});

test('the details of an order lead to the page of its guest', async () => {
  openOffice(`find-order/${order.orderId}`, answers);
  const link = await screen.findByRole('link', { name: 'All of this guest' });
  expect(link.getAttribute('href')).toBe(`/admin/dashboard#find-order/guest/${encodeURIComponent(asha.email)}`);
});

test('reservations that cannot be loaded are loaded again, and the orders are shown meanwhile', async () => {
  const { press, answer } = openOffice(PHONE_HASH, { ...answers, getAllReservations: refusal('conflict') });
  await screen.findByRole('list', { name: 'Orders' });
  await expect(screen).toShow('Reservations could not be loaded');
  answer({ getAllReservations: answers.getAllReservations });
  await press('Try Again');
  await screen.findByRole('list', { name: 'Reservations' });
});
