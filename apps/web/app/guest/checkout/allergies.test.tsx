import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest } from '../../testing/samples.ts';
import { typeIn } from '../../testing/show.tsx';

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
});

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const naan = { ...line, id: 'naan', name: 'Naan', cartKey: 'naan-default' };
const answers: Answers = {
  getPaymentOptions: { cards: false } as never,
  getWelcomeOffer: { offer: null },
  getMyAddresses: { addresses: [] },
  getLocationMenu: {
    locationId: 'truro',
    items: [
      { ...dalDish, allergens: ['milk'] },
      { ...dalDish, id: 'naan', name: 'Naan', allergens: [] },
    ],
    categories: [],
    version: 1,
  },
  createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
};

async function checkout() {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line, naan] }));
  const { openPage } = await import('../../testing/show.tsx');
  const page = openPage(await import('../../routes/guest/checkout.tsx'), '/checkout?location=truro', answers, guest);
  await expect(screen).toShow('Does anyone have an allergy?');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Phone( number)?/i, '9025550101');
  return page;
}
const part = () => within(screen.getByRole('heading', { name: 'Does anyone have an allergy?' }).parentElement!);

test('a guest who skips the question orders without allergies', async () => {
  const { press, sent } = await checkout();
  expect(part().queryByText(/in your cart/)).toBeNull();
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).not.toHaveProperty('allergies');
});

test('a stated allergy names the dishes that contain it and those that the kitchen checks, and goes with the order', async () => {
  const { press, sent } = await checkout();
  await press('Milk', 'checkbox');
  await expect(screen).toShow('1 dish in your cart contains this');
  expect(part().getByText('Contains milk.')).toBeTruthy();
  expect(part().getByText('The kitchen checks it for milk.')).toBeTruthy();
  await typeIn(/^Another allergy/, 'kiwi');
  await press('One dish only', 'radio');
  await press('Peanuts', 'checkbox');
  // Health data is never stored on the device.
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/milk|kiwi|peanuts/);

  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({
    allergies: [{ code: 'milk' }, { text: 'kiwi' }],
    items: [{ allergies: [{ code: 'peanuts' }] }, { name: 'Naan' }],
  });
  // Nothing is remembered for the next order.
  await waitFor(() => expect(sessionStorage.getItem('tiffin_allergies')).toBeNull());
});

test('the counter of a long text appears at 400 characters', async () => {
  const { user } = await checkout();
  const field = part().getByRole('textbox', { name: /^Another allergy/ });
  await user.click(field);
  await user.paste('k'.repeat(399));
  expect(part().queryByText(/of 500 characters/)).toBeNull();
  await user.paste('k');
  expect(part().getByText('400 of 500 characters')).toBeTruthy();
});
