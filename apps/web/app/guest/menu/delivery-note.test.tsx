import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Location } from '../../shared/site/site.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, truro } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';
import Menu, { loader } from '../../routes/guest/menu.tsx';

type Zone = NonNullable<NonNullable<Location['delivers']>['zones']>[number];

const near: Zone = {
  id: 'near',
  name: 'Truro and Bible Hill',
  prefixes: ['B2N'],
  minimum: 20,
  freeOver: 45,
  fees: [{ from: 0, fee: 3.99 }],
  extraMinutes: 0,
};
const far: Zone = { ...near, id: 'far', name: 'Hilden', prefixes: ['B6L'], minimum: 35, freeOver: null };

/** Opens the menu with this many dishes at $10.00, for delivery. */
async function openMenu(quantity: number, answers: Answers = { quoteDelivery: { zone: near } }) {
  const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: quantity > 0 ? [line] : [] }));
  localStorage.setItem('tiffin_order_type', 'delivery');
  const delivers = { areas: [near.name, far.name], byPostalCode: true, byPlace: false, zones: [near, far] };
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const page = openPage({ default: Menu, loader: ofTruro }, '/menu/truro', {
    getLocation: { location: { ...truro, delivers } },
    getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
    ...answers,
  });
  await screen.findByRole('heading', { name: 'Where should we deliver?' });
  return page;
}

test('the menu lists the delivery areas with fee, minimum and free delivery before a dish is chosen', async () => {
  await openMenu(0);
  const areas = within(screen.getByRole('list', { name: 'Delivery areas' })).getAllByRole('listitem');
  expect(areas.map(({ textContent }) => textContent)).toEqual([
    'Truro and Bible Hill$3.99B2N. From $20.00, free over $45.00',
    'Hilden$3.99B6L. From $35.00',
  ]);
});

test.each([
  [1, 'Delivery $3.99. $10.00 more to reach the minimum of $20.00.', '$15.95'],
  [3, 'Delivery $3.99. $15.00 more and delivery is free.', '$38.75'],
  [5, 'Delivery is free.', '$57.00'],
])('with %i dishes menu and cart say “%s”, and the total contains the fee', async (quantity, words, total) => {
  const { press, sent } = await openMenu(quantity);
  await typeIn('Postal code', 'b2n 4z1');
  await press('Show the fee');
  const note = (await screen.findByText(/^To B2N 4Z1/)).parentElement?.textContent;
  expect(note?.replace(/^To B2N 4Z1(, with you [\d:]+ [ap]\.m\.)?/, '')).toBe(words);
  expect(sent('quoteDelivery').at(-1)).toMatchObject({ locationId: 'truro', postalCode: 'B2N4Z1' });
  const missing = words.replace('Delivery $3.99. ', '');
  const link = await screen.findByRole('link', { name: `Checkout ${total}` });
  expect(link.parentElement?.textContent).toContain(missing);
  const bar = screen.getByRole('button', { name: /View order/ });
  expect(bar.textContent).toContain(total);
  expect(bar.parentElement?.textContent).toContain(missing);
});

test('outside the areas the menu says where we deliver, and pickup or another address are one press away', async () => {
  const { press } = await openMenu(3, { quoteDelivery: () => refusal('outside-delivery') });
  await typeIn('Postal code', 'V6B 1A1');
  await press('Show the fee');
  await expect(screen).toShow('We do not deliver to V6B 1A1');
  await expect(screen).toShow('We deliver to postal codes that begin with B2N and B6L. Your dishes are kept.');
  await press('Another address');
  await screen.findByRole('heading', { name: 'Where should we deliver?' });
  await typeIn('Postal code', 'V6B 1A1');
  await press('Show the fee');
  await press('Pick it up instead');
  await expect.poll(() => screen.queryByText('We do not deliver to V6B 1A1')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pickup' }).checked).toBe(true);
});
