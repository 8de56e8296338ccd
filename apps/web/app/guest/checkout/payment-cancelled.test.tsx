import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { guest } from '../../testing/samples.ts';

beforeEach(() => void vi.resetModules());

async function cancelled(ordered: object | null, cart: object[]) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: cart }));
  if (ordered) localStorage.setItem('tiffin_ordered', JSON.stringify(ordered));
  const { openPage } = await import('../../testing/show.tsx');
  openPage(await import('../../routes/guest/payment-cancel.tsx'), '/payment/cancel?location=truro', {}, guest);
}
const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const became = { uid: guest.uid, cartId: 'c1', at: '2026-11-20T22:00:00.000Z', there: '/order-success?orderId=T1' };

test('the old payment page of an ordered cart leads to the order and reports no loss', async () => {
  await cancelled(became, []);
  await expect(screen).toShow('The order in this cart was already placed.');
  expect(screen.getByRole('link', { name: 'See your order' }).getAttribute('href')).toBe(became.there);
  expect(document.body.textContent).not.toContain('Your order was not created');
});

test.each([
  ['the cart is still there', became, [line]],
  ['another person ordered on this device', { ...became, uid: 'somebody' }, []],
  ['nothing was ordered', null, []],
])('%s: the page links back to the checkout', async (_why, ordered, cart) => {
  await cancelled(ordered, cart);
  await expect(screen).toShow('Your order was not created.');
  expect(screen.getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/checkout?location=truro');
});
