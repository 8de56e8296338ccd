import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import Frame from '../../routes/guest/frame.tsx';
import { openPage } from '../../testing/show.tsx';
import { dalForOne, guest } from '../../testing/samples.ts';
import { toast } from '../../ui/toasts.ts';

afterEach(() => toast.dismiss());

const carts = { truro: [{ id: 'dal', name: 'Dal', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' }] };
const cart = () => localStorage.getItem('sizzle_spice_location_carts');

/** One of the guests' pages, for who left to pay a cart of Truro that is an order meanwhile. */
function open(at: string, cartId = 'this-cart') {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify(carts));
  localStorage.setItem('tiffin_cart_ids', JSON.stringify({ truro: 'this-cart' }));
  leave(cartId);
  return openPage({ default: Frame }, at, { getOrderBySessionId: { order: dalForOne } as never }, guest);
}
function leave(cartId: string) {
  const kept = { uid: guest.uid, sessionId: 'pay_1', locationId: 'truro', cartId };
  localStorage.setItem('tiffin_being_paid', JSON.stringify(kept));
}

test('the checkout of the cart that was paid leads to its order', async () => {
  open('/checkout?location=truro');
  await expect(screen).toShow('elsewhere');
  await waitFor(() => expect(cart()).toBeNull());
});

test('paid, but the page after paying never came: what was typed for that order is forgotten with its cart', async () => {
  localStorage.setItem('tiffin_checkout', JSON.stringify({ uid: guest.uid, name: 'Asha Rao', tip: '20' }));
  open('/checkout?location=truro');
  await waitFor(() =>
    expect(localStorage.getItem('tiffin_checkout')).toBe(JSON.stringify({ uid: guest.uid, name: 'Asha Rao' })),
  );
});

test('the checkout of another town stays, and it is told that the cart was ordered', async () => {
  open('/checkout?location=new-glasgow');
  await expect(screen).toShow(/^You ordered this at/);
  await screen.findByRole('button', { name: 'See your order' });
  expect(cart()).toBeNull();
});

test('shown again as it was left, a page asks once more what was paid', async () => {
  const { sent } = open('/privacy', 'an-older-cart');
  await waitFor(() => expect(sent('getOrderBySessionId')).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem('tiffin_being_paid')).toContain('"settled":"pay_1"'));
  leave('this-cart');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(cart()).toBeNull());
});
