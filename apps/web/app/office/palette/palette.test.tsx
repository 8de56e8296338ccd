import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outage, refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, editedDal, managedTruro, menuToEdit, ordersOf, staff } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const answers: Answers = {
  getDashboardStats: refusal('conflict'),
  getUsers: { users: [], total: 0, nextCursor: null },
  ...menuToEdit([editedDal]),
};

async function search(typed: string, more: Answers = {}, who?: typeof staff) {
  const office = openOffice('orders', { ...answers, ...more }, who);
  await screen.findByRole('heading', { level: 1, name: 'Order Management' });
  await office.user.keyboard('{Control>}k{/Control}');
  await office.user.type(await screen.findByRole('combobox', { name: 'Search or jump' }), typed);
  return office;
}

const options = () =>
  within(screen.getByRole('listbox', { name: 'Search or jump' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('an owner who types “delivery fee” opens that part of the location’s form with Enter', async () => {
  const { user } = await search('delivery fee', { getAllLocations: { locations: [managedTruro] } });
  expect(options()[0]).toContain('Delivery fee and areas');
  await user.keyboard('{Enter}');
  await expect(screen).toShow('Edit Location');
  await waitFor(() => expect(document.activeElement?.id).toBe('part-delivery'));
  expect(location.hash).toBe('#locations');
});

test('the search pauses online orders: its first answer opens the dialog', async () => {
  const paces = { locationId: 'truro', timeZone: 'America/Halifax', services: ['pickup' as const], paces: [] };
  const { user } = await search('stop online orders', { getOrderPacing: { locations: [paces] } });
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'How orders are taken' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Pause Truro Heights' })).toBeTruthy();
  expect(location.hash).toBe('#orders');
});

test('a dish is found by its name, and opens in the menu’s list', async () => {
  const { user } = await search('dal');
  await user.click(await screen.findByRole('option', { name: 'Dal Tadka' }));
  expect(location.hash).toBe('#menu');
  expect(new URLSearchParams(location.search).get('dish')).toBe('Dal Tadka');
});

test('a guest without an account is found by phone number, and opens their page', async () => {
  const customerInfo = { ...dalForOne.customerInfo, name: 'Asha Rao', email: '', phone: '+19025550101' };
  const orders = ordersOf([{ ...dalForOne, customerInfo }]);
  const { user } = await search('(902) 555-0101', { getLocationOrders: orders });
  await user.click(await screen.findByRole('option', { name: /^Asha Rao/ }));
  expect(location.hash).toBe(`#find-order/guest/${encodeURIComponent('+19025550101')}`);
});

test('text that matches nothing leads to the handbook, and a word of the handbook to its page', async () => {
  const { user } = await search('xyzzy');
  await expect(screen).toShow('Nothing found. Perhaps one of these pages of the handbook helps.');
  expect(options().length).toBeGreaterThan(20);
  const field = screen.getByRole('combobox', { name: 'Search or jump' });
  await user.clear(field);
  await user.type(field, 'certified');
  expect(await screen.findByRole('option', { name: 'Certified tills' })).toBeTruthy();
});

test('staff do not find settings', async () => {
  await search('logo', {}, staff);
  await expect(screen).toShow(/^Nothing found/);
  expect(screen.queryByRole('option', { name: /Appearance/ })).toBeNull();
});

test('a failed search says so, and the pages are still found', async () => {
  await search('refund', { getUsers: outage() });
  await expect(screen).toShow(/The search did not work/);
  expect(options()[0]).toContain('Refund an order or a dish');
});
