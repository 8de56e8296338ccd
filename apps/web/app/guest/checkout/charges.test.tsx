import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import * as samples from '../../testing/samples.ts';
import { dalDish, dalForOne, guest, truro } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';
import Menu, { loader } from '../../routes/guest/menu.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';
import type { Location } from '../../shared/site/site.ts';

type Rule = NonNullable<Location['charges']>[number];

const terms = { taxClass: 'charge', isVoluntary: false, staffMayRemove: true } as const;
const bag: Rule = { ...terms, kind: 'bag', orderTypes: ['pickup'], amount: 0.25 };
const smallOrder: Rule = { ...terms, kind: 'small-order', orderTypes: ['pickup'], amount: 2, below: 40 };
const service: Rule = { ...terms, kind: 'service', orderTypes: ['dine-in'], percent: 15, fromPartySize: 8 };
const thanks: Rule = { ...terms, kind: 'service', orderTypes: ['pickup'], percent: 10, isVoluntary: true };

/** Three dals for 30.00 with these charges. */
function fillCart(charges: Rule[], type = 'pickup') {
  const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 3, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  localStorage.setItem('tiffin_order_type', type);
  Object.assign(samples.rootData.locations[0] ?? {}, { charges });
  return { ...truro, charges };
}

const menu = { locationId: 'truro', items: [dalDish], categories: [], version: 1 };

async function openMenu(charges: Rule[]) {
  const location = fillCart(charges);
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const page = openPage({ default: Menu, loader: ofTruro }, '/menu/truro', {
    getLocation: { location },
    getLocationMenu: menu,
  });
  const foot = await screen.findByRole('link', { name: /^Checkout.*\$/ });
  return { ...page, foot, bar: await screen.findByRole('button', { name: /View order.*\$/ }) };
}

async function openCheckout(charges: Rule[], { type = 'pickup', ...more }: Answers & { type?: string } = {}) {
  fillCart(charges, type);
  const page = openPage(
    checkoutRoute,
    '/checkout?location=truro',
    {
      getPaymentOptions: { cards: false } as never,
      getWelcomeOffer: { offer: null },
      getMyAddresses: { addresses: [] },
      getLocationMenu: menu,
      createCustomerOrderCash: { order: dalForOne, orderId: dalForOne.id },
      ...more,
    },
    guest,
  );
  const summary = await screen.findByRole('complementary', { name: /Order summary/ });
  return { ...page, summary };
}

test('the first total of the cart has every mandatory charge with its tax, each on its line', async () => {
  const { foot, bar } = await openMenu([bag, smallOrder]);
  // 32.25 and 14 % of it.
  expect(bar.textContent).toContain('$36.77');
  expect(foot.textContent).toContain('$36.77');
  expect(foot.parentElement?.textContent).toContain('Small order$2.00');
  expect(foot.parentElement?.textContent).toContain('Bag$0.25');
});

test('the total of the checkout is that of the cart, and the order is sent with it', async () => {
  const { summary, press, sent } = await openCheckout([bag, smallOrder]);
  expect(summary.textContent).toContain('Small order$2.00');
  expect(summary.textContent).toContain('Tax applies to the food and the charges.');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await press(/^Place/);
  await expect.poll(() => sent('createCustomerOrderCash')).toHaveLength(1);
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ pricing: { charges: 2.25, tax: 4.52, total: 36.77 } });
  expect(sent('createCustomerOrderCash')[0]).not.toHaveProperty('withoutCharges');
});

test('a voluntary charge starts without a tick, and without the tick the order declines it', async () => {
  const { summary, press, sent } = await openCheckout([thanks]);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Add Service 10%: \$3\.00/ });
  expect(box.checked).toBe(false);
  expect(summary.textContent).toContain('$34.20');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await press(/^Place/);
  await expect.poll(() => sent('createCustomerOrderCash')).toHaveLength(1);
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ withoutCharges: ['service'], pricing: { total: 34.2 } });
});

test('a voluntary charge that is ticked in the cart is ticked at checkout, until the order is placed', async () => {
  const { press } = await openMenu([thanks]);
  await press(/^Add Service 10%/, 'checkbox');
  await expect.poll(() => screen.getByRole('link', { name: /^Checkout.*\$/ }).textContent).toContain('$37.62');
  cleanup();
  const { summary, press: pressThere, sent } = await openCheckout([thanks]);
  expect(summary.textContent).toContain('Service 10%$3.00');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await pressThere(/^Place/);
  await expect.poll(() => sent('createCustomerOrderCash')).toHaveLength(1);
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ pricing: { charges: 3, total: 37.62 } });
  expect(sent('createCustomerOrderCash')[0]).not.toHaveProperty('withoutCharges');
  await expect.poll(() => sessionStorage.getItem('tiffin_charges')).toBeNull();
});

test('a party of seven reads that eight pay for service, and with eight it is in the total', async () => {
  const { summary } = await openCheckout([service], { type: 'dine-in' });
  await typeIn(/^Party size/, '7');
  await expect(screen).toShow('Service 15% is added for parties of 8 or more.');
  expect(summary.textContent).not.toContain('Service 15%$');
  await typeIn(/^Party size/, '8');
  await expect.poll(() => summary.textContent).toContain('Service 15%$4.50');
  expect(summary.textContent).toContain('$39.33');
  expect(screen.queryByText(/is added for parties/)).toBeNull();
});

test('an order refused because the charges have changed says why and keeps what was typed', async () => {
  const { press } = await openCheckout([thanks], {
    createCustomerOrderCash: refusal('invalid-argument', 'This charge is part of every such order.'),
  });
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await press(/^Place/);
  await expect(screen).toShow('This charge is part of every such order.');
  expect((await field(/^(Full )?Name/)).value).toBe('Asha Rao');
});
