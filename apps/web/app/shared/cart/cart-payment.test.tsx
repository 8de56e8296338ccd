import { act, screen, waitFor } from '@testing-library/react';
import { cents } from '@tiffin/domain/core';
import { afterEach, expect, test } from 'vitest';
import Frame from '../../routes/guest/frame.tsx';
import { openPage } from '../../testing/show.tsx';
import { dalForOne, guest, truro } from '../../testing/samples.ts';
import { toast } from '../../ui/toasts.ts';
import { findPageOfOrder, removePaidDishes, rememberCardPayment } from './cart-payment.ts';
import { cartIdOf, cartOf, changeCart, useCart } from './carts.ts';
import { storeGuestOrder } from './guest-orders.ts';
import { useOrderedCartNotice } from './ordered-notice.ts';

afterEach(() => toast.dismiss());

const line = (id: string, quantity = 1) => ({
  cartKey: `${id}-default`,
  id,
  name: id,
  price: cents(395),
  quantity,
  maxQuantity: 10,
  category: 'breads',
  description: '',
  image: null,
  spice: null,
});
const [naan, samosas] = [line('naan'), line('samosas', 2)];
const left = () => cartOf('truro').map(({ id, quantity }) => [id, quantity]);
/** Leaves to pay for naan, returns without paying and adds samosas. */
function goAndComeBack(sessionId: string): string {
  changeCart('truro', () => [naan]);
  const cartId = cartIdOf('truro');
  rememberCardPayment({ uid: guest.uid, sessionId, locationId: 'truro', cartId }, [naan]);
  changeCart('truro', () => [{ ...naan, quantity: 3 }, samosas]);
  return cartId;
}

const carts = { truro: [{ id: 'dal', name: 'Dal', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' }] };
const cart = () => localStorage.getItem('sizzle_spice_location_carts');

/** Opens a guest page after leaving to pay for a cart of Truro that became an order. */
function open(at: string, cartId = 'this-cart') {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify(carts));
  localStorage.setItem('tiffin_cart_ids', JSON.stringify({ truro: 'this-cart' }));
  leave(cartId);
  return openPage({ default: Frame }, at, { getOrderBySessionId: { order: dalForOne } as never }, guest);
}
function leave(cartId: string) {
  const stored = { uid: guest.uid, sessionId: 'pay_1', locationId: 'truro', cartId };
  localStorage.setItem('tiffin_being_paid', JSON.stringify(stored));
}

test('the checkout of a paid cart leads to its order', async () => {
  open('/checkout?location=truro');
  await expect(screen).toShow('elsewhere');
  await waitFor(() => expect(cart()).toBeNull());
});

test('forgets the draft with the cart when the page after paying never opened', async () => {
  localStorage.setItem('tiffin_checkout', JSON.stringify({ uid: guest.uid, name: 'Asha Rao', tip: '20' }));
  open('/checkout?location=truro');
  await waitFor(() =>
    expect(localStorage.getItem('tiffin_checkout')).toBe(JSON.stringify({ uid: guest.uid, name: 'Asha Rao' })),
  );
});

test('the checkout of another location stays open, with a notice that the cart was ordered', async () => {
  open('/checkout?location=new-glasgow');
  await expect(screen).toShow(/^You ordered this at/);
  await screen.findByRole('button', { name: 'See your order' });
  expect(cart()).toBeNull();
});

test('a page restored from the browser’s cache checks the payment again', async () => {
  const { sent } = open('/privacy', 'an-older-cart');
  await waitFor(() => expect(sent('getOrderBySessionId')).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem('tiffin_being_paid')).toContain('"settled":"pay_1"'));
  leave('this-cart');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(cart()).toBeNull());
});

test('dishes added after the payment page was created stay as a new cart, with a notice', async () => {
  localStorage.clear();
  const paid = goAndComeBack('pay_2');
  openPage({ default: Frame }, '/privacy', { getOrderBySessionId: { order: dalForOne } as never }, guest);
  await expect(screen).toShow(/^You ordered the rest at/);
  await expect(screen).toShow('What you added later is still in your cart.');
  expect(left()).toEqual([
    ['naan', 2],
    ['samosas', 2],
  ]);
  expect(cartIdOf('truro')).not.toBe(paid);
});

test('recognises a payment on the first page although another was opened later', () => {
  localStorage.clear();
  const cartId = goAndComeBack('pay_3');
  rememberCardPayment({ uid: guest.uid, sessionId: 'pay_4', locationId: 'truro', cartId }, cartOf('truro'));
  removePaidDishes('pay_3', dalForOne, guest.uid);
  expect(left()).toEqual([
    ['naan', 2],
    ['samosas', 2],
  ]);
  // Checking again does not touch the remaining dishes.
  removePaidDishes('pay_4', dalForOne, guest.uid);
  removePaidDishes('pay_3', dalForOne, guest.uid);
  expect(left()).toHaveLength(2);
});

test('the page of an order paid elsewhere has its access token, from another tab or from the payment page', async () => {
  localStorage.clear();
  const { orderId } = dalForOne;
  const link = `/orders/${orderId}?token=${dalForOne.metadata.orderToken}`;
  const { sent } = openPage({ default: () => null }, '/', { getOrderBySessionId: { orderId, order: dalForOne } });
  rememberCardPayment({ uid: null, sessionId: 'pay_9', locationId: 'truro', cartId: 'c9' }, [naan]);
  expect(await findPageOfOrder(null, orderId, 'c9')).toBe(link);
  expect(sent('getOrderBySessionId')).toEqual([{ sessionId: 'pay_9' }]);
  expect(await findPageOfOrder(null, orderId, 'another-cart')).toBe(`/order-success?orderId=${orderId}`);
  storeGuestOrder(link);
  expect(await findPageOfOrder(null, orderId, 'another-cart')).toBe(link);
  expect(await findPageOfOrder(guest.uid, orderId, 'c9')).toBe(`/order-success?orderId=${orderId}`);
});

test('another tab with the cart shows why it was replaced', async () => {
  localStorage.clear();
  changeCart('truro', () => [naan, samosas]);
  function Shown() {
    useOrderedCartNotice(truro);
    return useCart('truro').map(({ id }) => <p key={id}>{id}</p>);
  }
  openPage({ default: Shown }, '/menu/truro', {}, guest);
  await expect(screen).toShow('naan');
  const at = '2026-11-20T22:00:00.000Z';
  const stored = { uid: guest.uid, cartId: cartIdOf('truro'), at, there: '/order-success' };
  localStorage.setItem('tiffin_ordered', JSON.stringify(stored));
  localStorage.setItem('tiffin_cart_ids', JSON.stringify({ truro: 'the-rest' }));
  const key = 'sizzle_spice_location_carts';
  localStorage.setItem(key, JSON.stringify({ truro: JSON.parse(cart() ?? '{}').truro.slice(1) }));
  act(() => void dispatchEvent(new StorageEvent('storage', { key })));
  await expect(screen).toShow('You ordered the rest at 6:00 p.m.');
  expect(screen.queryByText('naan')).toBeNull();
});
