import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest, truro } from '../../testing/samples.ts';
import type { Location } from '../../shared/site/site.ts';
import { openPage, openPage as openPageOf, typeIn } from '../../testing/show.tsx';
import Menu, { loader } from '../../routes/guest/menu.tsx';
import * as samples from '../../testing/samples.ts';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';
import * as route from '../../routes/guest/order-success.tsx';

// The Competition Act (drip pricing): the first total of a cart contains every mandatory fee that is known. These tests
// follow one cart of $30.00 with a delivery fee of $3.99 through all ordering pages: 38.75 with 14 % tax.
const TOTAL = 38.75;

type Zone = NonNullable<NonNullable<Location['delivers']>['zones']>[number];

const near: Zone = {
  id: 'near',
  name: 'Truro',
  minimum: 15,
  freeOver: 45,
  fees: [{ from: 0, fee: 3.99 }],
  extraMinutes: 0,
};
const far: Zone = { ...near, id: 'far', name: 'Bible Hill', freeOver: null, fees: [{ from: 0, fee: 6.5 }] };
const deliversTo = (...zones: Zone[]) => ({
  areas: zones.map(({ name }) => name),
  byPostalCode: true,
  byPlace: false,
  zones,
});

const answers: Answers = {
  getPaymentOptions: { cards: true } as never,
  getWelcomeOffer: { offer: null },
  getMyAddresses: { addresses: [] },
  quoteDelivery: { zone: near },
};

function fillCart() {
  const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 3, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  localStorage.setItem('tiffin_order_type', 'delivery');
}

/** All amounts of money in a text. */
const amountsIn = (text: string | null | undefined) =>
  [...(text ?? '').matchAll(/\$(\d+\.\d\d)/g)].map(([, amount]) => Number(amount));
const largest = (element: Element | null | undefined) => Math.max(...amountsIn(element?.textContent));

async function openMenu(zones = [near]) {
  fillCart();
  const location = { ...truro, delivers: deliversTo(...zones) };
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  openPage({ default: Menu, loader: ofTruro }, '/menu/truro', {
    getLocation: { location },
    getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  });
  await expect(screen).toShow('Dal Tadka');
  const bar = await screen.findByRole('button', { name: /View order.*\$/ });
  const foot = await screen.findByRole('link', { name: /^Checkout.*\$/ });
  return { bar, foot };
}

async function openCheckout(zones = [near], more: Answers = {}) {
  fillCart();
  Object.assign(samples.rootData.locations[0] ?? {}, { delivers: deliversTo(...zones) });
  const menu = { locationId: 'truro', items: [dalDish], categories: [], version: 1 };
  const page = openPage(
    checkoutRoute,
    '/checkout?location=truro',
    { ...answers, getLocationMenu: menu, ...more },
    guest,
  );
  const summary = () => screen.findByRole('complementary', { name: /Order summary/ });
  await summary();
  return { ...page, summary };
}

test('the bar of the menu and the cart show the total with delivery fee and tax', async () => {
  const { bar, foot } = await openMenu();
  expect(amountsIn(bar.textContent)).toEqual([TOTAL]);
  expect(amountsIn(foot.textContent)).toEqual([TOTAL]);
  expect(foot.parentElement?.textContent).toContain('Delivery$3.99');
});

test('the checkout contains the fee before an address is typed, and its total does not rise afterwards', async () => {
  const { summary } = await openCheckout();
  expect(largest(await summary())).toBe(TOTAL);
  await typeIn(/^Postal code/, 'b2n 4z1');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  expect(largest(await summary())).toBe(TOTAL);
});

test('where the address decides, cart and checkout show the lowest total and say that it is the lowest', async () => {
  const { bar, foot } = await openMenu([near, far]);
  expect(bar.textContent).toMatch(/from \$38\.75/);
  expect(foot.parentElement?.textContent).toContain('Delivery fromUp to $6.50, your address decides$3.99');
  await expect(screen).toShow('The delivery fee depends on your address.');
});

test('the checkout says “from” until the address decides', async () => {
  const { summary } = await openCheckout([near, far], { quoteDelivery: { zone: far } });
  expect((await summary()).textContent).toContain('Delivery fromUp to $6.50, your address decides$3.99');
  await typeIn(/^Postal code/, 'b6l 1a1');
  await expect(screen).toShow(/so the fee is \$6\.50/);
  expect((await summary()).textContent).toContain('Delivery$6.50');
});

test('an area whose minimum is not reached yet counts for the highest fee, because the address may be there', async () => {
  const { bar, foot } = await openMenu([near, { ...far, minimum: 35 }]);
  expect(bar.textContent).toMatch(/from \$38\.75/);
  expect(foot.parentElement?.textContent).toContain('Up to $6.50, your address decides');
});

test('a pickup order has no delivery fee anywhere', async () => {
  const { summary, press } = await openCheckout();
  await press('Pickup', 'radio');
  await expect.poll(async () => largest(await summary())).toBe(34.2);
});

test('the payment dialog shows the total of the cart', async () => {
  const pricing = { subtotal: 30, charges: 3.99, tax: 4.76, tip: 0, total: TOTAL, taxRate: 0.14 };
  const session = { sessionId: 'pay_1', paymentUrl: 'https://pay.example.test/1', pricing, taxes: [] };
  const { press, sent } = await openCheckout([near], { createCustomerPayment: session as never });
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await typeIn(/^Delivery address/, '22 Willow Street, Truro');
  await typeIn(/^Postal code/, 'b2n 4z1');
  await expect(screen).toShow(/so the fee is \$3\.99/);
  await press(/^Place/);
  const dialog = await screen.findByRole('dialog', { name: 'Secure payment' });
  expect(sent('createCustomerPayment')[0]).toMatchObject({ orderData: { pricing } });
  expect(dialog.textContent).toContain('Delivery$3.99');
  expect(largest(dialog)).toBe(TOTAL);
});

test('the order page shows the total of the cart', async () => {
  const order = {
    ...dalForOne,
    orderType: 'delivery' as const,
    customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid },
    charges: [{ kind: 'delivery' as const, amount: 3.99 }],
    taxes: [{ code: 'HST', label: 'HST', registration: null, rate: 0.14, base: 33.99, amount: 4.76 }],
    pricing: { ...dalForOne.pricing, subtotal: 30, charges: 3.99, tax: 4.76, tip: 0, total: TOTAL },
    due: TOTAL,
  };
  const shown = { orderId: order.orderId, order };
  openPageOf(route, `/order-success?orderId=${order.orderId}`, { getCustomerOrderDetails: shown }, guest);
  await expect(screen).toShow('Delivery');
  expect(largest(document.querySelector('main') ?? document.body)).toBe(TOTAL);
});
