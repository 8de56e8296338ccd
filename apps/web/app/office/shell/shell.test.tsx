import { screen, waitFor, within } from '@testing-library/react';
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
  ['orders', 'Orders'],
  ['create-order', 'Till'],
  ['menu', 'Menu'],
  ['reservations', 'Reservations'],
])('an admin finds #%s at first sight as %s [A-SHELL-17]', async (hash, label) => {
  openOffice('orders', off);
  const links = await screen.findAllByRole('link', { name: new RegExp(`^${label}`) });
  expect(links[0]?.getAttribute('href')).toBe(`#${hash}`);
});

test.each([
  ['users', 'Users'],
  ['locations', 'Locations'],
  ['kitchen', 'Kitchen'],
])('an admin finds #%s behind More as %s, and More then names it [A-SHELL-17]', async (hash, label) => {
  const { user } = openOffice('dashboard', {
    ...off,
    getUsers: refusal('conflict'),
    getUserAnalytics: refusal('conflict'),
    getAllLocations: refusal('conflict'),
  });
  const [more] = await screen.findAllByRole('button', { name: 'More' });
  await user.click(more!);
  const pages = await screen.findByRole('listbox', { name: 'Search or jump' });
  const jobs = within(pages).getAllByRole('group');
  expect(jobs.map((job) => job.getAttribute('aria-label'))).toEqual([
    'Now',
    'Menu',
    'Guests and messages',
    'Money',
    'Set-up',
  ]);
  await user.click(screen.getByRole('option', { name: label }));
  expect(location.hash).toBe(`#${hash}`);
  const named = await screen.findAllByRole('button', { name: new RegExp(`^More\\s*${label}$`) });
  expect(named[0]?.getAttribute('aria-current')).toBe('page');
});

test('a kitchen tablet that was closed in the kitchen returns to it, and leaving the kitchen ends that', async () => {
  localStorage.setItem('tiffin_kitchen', 'on');
  const { press } = openOffice('orders', off, staff);
  expect(await screen.findByRole('region', { name: 'Kitchen' })).toBeTruthy();
  expect(location.hash).toBe('#kitchen');
  await press('Leave kitchen mode');
  expect(await heading('Order Management')).toBeTruthy();
  expect([location.hash, localStorage.getItem('tiffin_kitchen')]).toEqual(['#orders', null]);
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
  const { user } = openOffice('orders', off, staff);
  expect(await heading('Order Management')).toBeTruthy();
  const shut = ['Users', 'Menu', 'Locations'];
  for (const name of shut) expect(screen.queryByRole('link', { name })).toBeNull();
  const [more] = screen.getAllByRole('button', { name: 'More' });
  await user.click(more!);
  expect(await screen.findByRole('option', { name: 'Closing' })).toBeTruthy();
  const named = screen.getAllByRole('option').map(({ textContent }) => textContent);
  for (const name of shut) expect(named).not.toContain(name);
  await user.keyboard('{Escape}');
  expect(screen.getAllByRole('link', { name: 'Reservations' }).length).toBeGreaterThan(0);
});

test('an admin sees every section [A-ROLE-11] [A-ROLE-12] [A-ROLE-13]', async () => {
  const { user } = openOffice('orders', off);
  expect(await heading('Order Management')).toBeTruthy();
  const [more] = screen.getAllByRole('button', { name: 'More' });
  await user.click(more!);
  expect(await screen.findByRole('option', { name: 'Users' })).toBeTruthy();
  const named = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(named).toEqual(expect.arrayContaining(['Menu', 'Locations']));
});
