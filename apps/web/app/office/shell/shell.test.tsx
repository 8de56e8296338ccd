import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { staff } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const off = { getDashboardStats: refusal('conflict'), getLocationOrderCounts: refusal('conflict') };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const goTo = (hash: string) => {
  location.hash = hash;
  dispatchEvent(new Event('hashchange'));
};

test('the hash chooses the section, and another hash switches within the same page [A-SHELL-16]', async () => {
  openOffice('orders', off);
  expect(await heading('Order Management')).toBeTruthy();
  goTo('#dashboard');
  expect(await heading('Dashboard')).toBeTruthy();
});

test.each([
  ['dashboard', 'Dashboard'],
  ['orders', 'Order Management'],
  ['create-order', 'Create New Order'],
  ['users', 'Users'],
  ['menu', 'Menu'],
  ['locations', 'Locations'],
  ['reservations', 'Reservations'],
])('#%s opens the section %s [A-SHELL-17]', async (hash, label) => {
  openOffice('orders', off);
  const links = await screen.findAllByRole('link', { name: label });
  expect(links[0]?.getAttribute('href')).toBe(`#${hash}`);
});

test('an unknown hash is ignored [A-SHELL-18]', async () => {
  openOffice('orders', off);
  expect(await heading('Order Management')).toBeTruthy();
  goTo('#nonsense');
  await waitFor(() => expect(location.hash).toBe('#nonsense'));
  expect(await heading('Order Management')).toBeTruthy();
});

test('the dashboard opens without a hash [A-SHELL-19]', async () => {
  openOffice('', off);
  expect(await heading('Dashboard')).toBeTruthy();
});

test('staff see orders, the till and reservations, but not menu, users and locations', async () => {
  openOffice('orders', off, staff);
  expect(await heading('Order Management')).toBeTruthy();
  for (const shut of ['Users', 'Menu', 'Locations']) expect(screen.queryByRole('link', { name: shut })).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Reservations' }).length).toBeGreaterThan(0);
});

test('an admin sees every section [A-ROLE-11] [A-ROLE-12] [A-ROLE-13]', async () => {
  openOffice('orders', off);
  expect(await heading('Order Management')).toBeTruthy();
  const named = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(named).toContain('Users');
  expect(named).toContain('Menu');
  expect(named).toContain('Locations');
});
