import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalDish, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const answers: Answers = {
  getPaymentOptions: { cards: false } as never,
  getWelcomeOffer: { offer: null },
  getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  getMyAddresses: { addresses: [] },
};

async function checkout(type: string) {
  const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  localStorage.setItem('tiffin_order_type', type);
  const page = openPage(checkoutRoute, '/checkout?location=truro', answers, guest);
  await screen.findByRole('heading', { name: 'When and where' });
  return page;
}

const areOpen = () => screen.getByRole('radio', { name: 'Pickup' }).closest('[hidden]') === null;
const change = () => screen.queryByRole('button', { name: 'Change' });

test('time and place show as one sentence, and Change opens and closes their fields', async () => {
  const { press } = await checkout('pickup');
  await expect(screen).toShow(/^Pickup at Truro Heights, ready about/);
  expect(areOpen()).toBe(false);
  await press('Change');
  expect(areOpen()).toBe(true);
  await press('Done');
  expect(areOpen()).toBe(false);
});

test('the fields are open while something is missing, and stay open while the guest types', async () => {
  await checkout('delivery');
  expect(areOpen()).toBe(true);
  expect(change()).toBeNull();
  const address = screen.getByLabelText(/^Delivery address/);
  fireEvent.focus(address);
  fireEvent.change(address, { target: { value: '22 Willow Street, Truro' } });
  expect(areOpen()).toBe(true);
  expect(screen.getByText('22 Willow Street, Truro · As soon as possible')).toBeTruthy();
});
