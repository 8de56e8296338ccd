import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest, truro } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };

async function ordered(more: Answers, cards = false) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  const page = openPage(
    checkoutRoute,
    '/checkout?location=truro',
    {
      getPaymentOptions: { cards } as never,
      getWelcomeOffer: { offer: null },
      getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
      ...more,
    },
    guest,
  );
  await expect(screen).toShow('How would you like it?');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await page.press(/^Place/);
  return page;
}

test('shows this message when the total does not add up [C-ERR-35]', async () => {
  const error = 'Pricing calculation error: total does not match subtotal + tax + tip';
  const answer = Response.json({ success: false, error, code: 'some-other' }, { status: 400 });
  await ordered({ createCustomerOrderCash: answer });
  await expect(screen).toShow(error);
});

test('shows the total of the payment session, opens its page and stores its id [C-PAY-10]', async () => {
  const going = vi.spyOn(location, 'assign').mockReturnValue();
  const pricing = { subtotal: 10, tax: 1.4, tip: 0, total: 11.41, taxRate: 0.14, taxLabel: 'HST' };
  const session = { sessionId: 'pay_9', paymentUrl: 'https://pay.example.test/9', pricing } as never;
  const { press } = await ordered({ createCustomerPayment: session }, true);
  await screen.findByRole('button', { name: 'Continue to Payment' });
  expect(document.body.textContent).toContain('$11.41');
  await press('Continue to Payment');
  await waitFor(() => expect(going).toHaveBeenCalledWith('https://pay.example.test/9'), { timeout: 5_000 });
  expect(JSON.parse(localStorage.getItem('tiffin_being_paid') ?? '')).toMatchObject({ sessionId: 'pay_9' });
  going.mockRestore();
});

test('while the server fails, Place Order says so and when to try again, and never that the network is missing [C-CLIENT-10]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const failed = Response.json({ success: false, error: 'boom', code: 'internal' }, { status: 500 });
  const page = await ordered({ createCustomerOrderCash: failed });
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(screen).toShow('Service temporarily unavailable. Please try again later.');
  await page.press(/^Place/);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(screen).toShow(/Service temporarily unavailable\. Please try again in 2\d seconds\./);
  expect(document.body.textContent).not.toContain('Network error');
  expect(page.sent('createCustomerOrderCash')).toHaveLength(5);
  // The server is well again.
  page.answer({ createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne } });
  await vi.advanceTimersByTimeAsync(30_000);
  await page.press(/^Place/);
  await expect(screen).toShow('elsewhere');
});

test('a lost connection is still said as one at Place Order', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await ordered({ createCustomerOrderCash: () => Promise.reject(new TypeError('Failed to fetch')) });
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(screen).toShow('Network error. Please check your connection and try again');
});

test('a cash order sends no payment status; the server decides that it is unpaid [C-PAY-14]', async () => {
  const { sent } = await ordered({ createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne } });
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).not.toHaveProperty('paymentStatus');
  expect(sent('createCustomerPayment')).toEqual([]);
  await expect(screen).toShow('elsewhere');
});

test('where no money may be taken, the checkout says so with the phone number, and no order can be sent', async () => {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  truro.takesMoney = false;
  const { press, sent } = openPage(
    checkoutRoute,
    '/checkout?location=truro',
    {
      getPaymentOptions: { cards: false } as never,
      getWelcomeOffer: { offer: null },
      getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
    },
    guest,
  );
  await expect(screen).toShow('This restaurant can’t take orders online yet');
  expect(screen.getAllByRole('link', { name: truro.phone })[0]?.getAttribute('href')).toMatch(/^tel:/);
  await press(/^Place/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
});
