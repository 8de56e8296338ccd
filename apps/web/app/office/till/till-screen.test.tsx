import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, truro } from '../../testing/samples.ts';
import { field, typeIn } from '../../testing/show.tsx';

const answers: Answers = {
  getLocations: { locations: [truro] },
  getLocationMenu: {
    locationId: 'truro',
    items: [dalDish],
    categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 1 }],
    version: 1,
  },
};

// A till keeps its order for as long as the page lives: each test has a page of its own.
beforeEach(() => void vi.resetModules());
async function open(more: Answers = {}) {
  const { openOffice } = await import('../../testing/show.tsx');
  return openOffice('create-order', { ...answers, ...more });
}

/** One dal is in the order, for Asha. */
async function till(more: Answers = {}) {
  const office = await open(more);
  await office.press(/Dal Tadka/);
  await typeIn(/^Name/, 'Asha');
  return office;
}

async function payCash(more: Answers) {
  const office = await till(more);
  await office.press('Create cash order');
  await expect(screen).toShow(/Confirm cash payment of \$11.40 has been received\?/);
  await office.press('Exact');
  await office.press('Cash received, create order');
  return office;
}

test('a cash order that fails says so [A-ERR-01]', async () => {
  await payCash({ createAdminOrderCash: refusal('conflict') });
  await expect(screen).toShow('Failed to create cash order');
});

test('a price that is no longer right says so [C-ERR-06]', async () => {
  const answer = { success: false, error: 'pricing has changed', code: 'some-other' };
  await payCash({ createAdminOrderCash: Response.json(answer, { status: 400 }) });
  await expect(screen).toShow('Price validation failed. Please refresh and try again.');
});

test('what the till sends: the dishes with their menu ids, what is empty left out, the money counted [A-ENT-14] [A-ENT-15] [A-ENT-16] [A-ENT-17] [A-ENT-18] [A-ENT-19]', async () => {
  const { sent } = await payCash({ createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' } });
  await waitFor(() => expect(sent('createAdminOrderCash')).toHaveLength(1));
  const [order] = sent('createAdminOrderCash');
  expect(order).toMatchObject({
    customerInfo: { name: 'Asha' },
    items: [{ id: 'dal', menuItemId: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, category: 'veg-curries' }],
    locationInfo: { id: 'truro', name: 'Truro Heights', postalCode: 'B2N 1A1' },
    orderType: 'pickup',
    tipAmount: 0,
    pricing: { subtotal: 10, tax: 1.4, tip: 0, total: 11.4 },
    cashConfirmed: true,
    finalTotal: 11.4,
  });
  for (const empty of ['deliveryInfo', 'tableInfo', 'specialInstructions']) expect(order).not.toHaveProperty(empty);
  expect(JSON.stringify(order)).not.toMatch(/:""|:null|:\[\]/);
});

test('a payment link that fails says so [A-ERR-03]', async () => {
  const { press } = await till({ createAdminPaymentLink: refusal('payment-failed') });
  await press('Card', 'radio');
  await press('Create payment link');
  await expect(screen).toShow('Failed to create payment link');
});

test('locations that cannot be loaded are told with the reason [A-ERR-17]', async () => {
  await open({ getLocations: refusal('conflict') });
  await expect(screen).toShow('Failed to load locations: Somebody else changed this at the same time.');
});

test('a menu that cannot be loaded is told with the reason [A-ERR-18]', async () => {
  await open({ getLocationMenu: refusal('conflict') });
  await expect(screen).toShow(/Error loading menu: Somebody else changed this at the same time\./);
});

test.each([
  ['No Tip', '$0.00', 11.4],
  ['10%', '$1.14', 12.54],
  ['15%', '$1.71', 13.11],
  ['18%', '$2.05', 13.45],
  ['20%', '$2.28', 13.68],
])('the tip %s is %s of subtotal plus tax [A-NEW-60]', async (label, _amount, total) => {
  const { press } = await till();
  await press(new RegExp(`^${label}`), 'radio');
  await expect(screen).toShow(`$${total.toFixed(2)}`);
});

test('a custom tip is a number of dollars, not below nothing [A-NEW-59]', async () => {
  const { press } = await till();
  await press(/^Other/, 'radio');
  await typeIn('Custom tip in dollars', '2.25');
  await expect(screen).toShow('$13.65');
  await typeIn('Custom tip in dollars', '-2');
  await expect(screen).toShow('$11.40');
});

test.each([
  ['Table number', '0', '[A-NEW-56]'],
  ['Party size', '0', '[A-NEW-57]'],
])('%s has at least 1 %s %s', async (label, value, _fact) => {
  const { press, sent } = await till();
  await press(/Dine-in/, 'radio');
  await typeIn(new RegExp(`^${label}`), value);
  const at = await field(new RegExp(`^${label}`));
  expect(at.min === '1' || at.value !== '0').toBe(true);
  await press('Create cash order');
  expect(sent('createAdminOrderCash')).toEqual([]);
});

async function linkReady(more: Answers, change: Record<string, unknown> = {}, phone = '') {
  const office = await till({
    createAdminPaymentLink: {
      sessionId: 's1',
      paymentUrl: 'http://localhost/pay/s1',
      pricing: { total: 11.4 },
      ...change,
    } as never,
    ...more,
  });
  if (phone) await typeIn(/^Phone/, phone);
  await office.press('Card', 'radio');
  await office.press('Create payment link');
  await expect(screen).toShow('Payment link ready');
  return office;
}

test('a link without an address has no code to show [A-ERR-14]', async () => {
  const { press } = await linkReady({}, { paymentUrl: null, paymentLink: null });
  await press('Show QR Code');
  await expect(screen).toShow('No payment link available to generate QR code');
});

test('without a phone number no link can be texted, and the button says so [A-SMS-05]', async () => {
  await linkReady({});
  const button = await screen.findByRole('button', { name: /^Send SMS/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.body.textContent).toContain('Customer phone number is required to send SMS');
});

test.each([
  [refusal('conflict', ''), 'Failed to send SMS'],
  [Response.json({ success: true, sms: { sent: false, error: 'no credit' } }), 'Failed to send SMS: no credit'],
])('a text that is not sent says so, and why [A-ERR-09] [A-ERR-10]', async (textPaymentLink, words) => {
  const found = { lookupUserByPhone: { user: null, people: [] } };
  const { press } = await linkReady({ ...found, textPaymentLink }, {}, '9025550101');
  await press(/^Send SMS/);
  await expect(screen).toShow(new RegExp(`^${words}`));
});

test('an order that comes while the till is used is a strip, and fills the screen only when asked for [A-BOARD-27]', async () => {
  const { press } = await till();
  const { tellLive } = await import('../../testing/show.tsx');
  (document.activeElement as HTMLElement).blur();
  tellLive('order.created', { locationId: 'truro', order: { ...dalForOne, orderTime: new Date().toISOString() } });
  await screen.findByRole('alert', { name: 'New order' });
  expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull();
  await press('Show the order');
  await screen.findByRole('dialog', { name: 'New order' });
});
