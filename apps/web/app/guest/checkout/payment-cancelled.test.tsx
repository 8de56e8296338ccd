import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import * as paymentCancel from '../../routes/guest/payment-cancel.tsx';

async function cancelled(ordered: object | null, cart: object[]) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: cart }));
  if (ordered) localStorage.setItem('tiffin_ordered', JSON.stringify(ordered));
  return openPage(paymentCancel, '/payment/cancel?location=truro', answers, guest);
}
const answers: Answers = { getWelcomeOffer: { offer: null }, getReadyTimes: refusal('unavailable') };
const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const became = { uid: guest.uid, cartId: 'c1', at: '2026-11-20T22:00:00.000Z', there: '/order-success?orderId=T1' };

test.each([
  ['pay_2', 'This order is already paid.'],
  [undefined, 'No payment was taken. The order in this cart was already placed.'],
])('an old payment page of an ordered cart says whether it is paid and leads to it', async (settled, words) => {
  localStorage.setItem('tiffin_being_paid', JSON.stringify({ uid: guest.uid, settled }));
  await cancelled(became, []);
  await expect(screen).toShow(words);
  expect(screen.getByRole('link', { name: 'See my order' }).getAttribute('href')).toBe(became.there);
  expect(document.body.textContent).not.toContain('Nothing was charged');
});

test('a guest sees the dishes with what they cost and when they would be ready, and pays again or in cash', async () => {
  localStorage.setItem('tiffin_checkout', JSON.stringify({ uid: guest.uid, tip: '10', name: 'Asha Rao' }));
  const { press } = await cancelled(became, [line]);
  await expect(screen).toShow(/You left the payment page before paying\.$/);
  await expect(screen).toShow('Nothing was charged, and no order was placed. Your cart is still here.');
  const summary = await screen.findByRole('complementary', { name: /Order summary/ });
  expect(summary.textContent).toMatch(/Dal Tadka\$10\.00.*Tip\$1\.14Total \(CAD\)\$12\.54/);
  await expect(screen).toShow(/^Order now and it’s ready about \d/);
  const again = screen.getByRole('link', { name: 'Try Again $12.54' });
  expect(again.getAttribute('href')).toBe('/checkout?location=truro');
  expect(screen.getByRole('link', { name: 'Back to Menu' }).getAttribute('href')).toBe('/menu');
  await press('Pay cash at the restaurant', 'link');
  await waitFor(() => expect(localStorage.getItem('tiffin_checkout')).toMatch(/"payment":"cash"/));
});

test.each([
  ['another person ordered on this device', { ...became, uid: 'somebody' }],
  ['nothing was ordered', null],
])('without a cart, where %s, the page links back to the checkout', async (_why, ordered) => {
  await cancelled(ordered, []);
  await expect(screen).toShow('Nothing was charged, and no order was placed.');
  expect(screen.getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/checkout?location=truro');
});
