import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '../../ui/toasts.ts';
import * as route from '../../routes/guest/order-success.tsx';
import { serverAnswered } from '../../shared/offline/online.ts';
import { refusal } from '../../testing/network.ts';
import { dalDish, dalForOne, guest } from '../../testing/samples.ts';
import { openPage, sendLiveEvent } from '../../testing/show.tsx';

afterEach(() => {
  vi.useRealTimers();
  toast.dismiss();
});
const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
const [dal] = order.items;
const at = `/order-success?orderId=${order.orderId}`;
const shown = (change: Partial<typeof order> = {}) =>
  openPage(route, at, { getCustomerOrderDetails: { orderId: order.orderId, order: { ...order, ...change } } }, guest);

test('an order that cannot be read says so [C-ERR-32]', async () => {
  openPage(route, at, { getCustomerOrderDetails: refusal('order-not-found') }, guest);
  await expect(screen).toShow(/Error loading order information/);
});

test('a server in trouble: the details could not be fetched [A-ERR-08] [C-ERR-30]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openPage(route, at, { getCustomerOrderDetails: refusal('unavailable') }, guest);
  await expect(screen).toShow(/Loading order/);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(screen).toShow(/Failed to fetch order details/);
});

test('an order that was handed over stays when it cannot be read, and it is said [C-CONF-17] [C-ERR-31]', async () => {
  openPage(route, at, { getCustomerOrderDetails: refusal('conflict') }, guest, { order, by: guest.uid });
  await expect(screen).toShow('Could not load complete order details');
  await expect(screen).toShow(/Thank you, Asha/);
});

test('with only what was handed over, that is shown [C-CONF-22]', async () => {
  openPage(route, '/order-success', {}, guest, { order, by: guest.uid });
  await expect(screen).toShow(/Thank you, Asha/);
});

test.each([
  ['paid', 'PAID', 'You’re paid up.'],
  ['unpaid', 'PAYMENT DUE', 'Have cash ready.'],
] as const)(
  'an order that is %s carries %s and says what is next: %s [C-CONF-06] [C-CONF-13]',
  async (paymentStatus, _badge, next) => {
    shown({ paymentStatus });
    await expect(screen).toShow('What’s Next');
    await expect(screen).toShow(next);
  },
);

test('dishes stand without tax, with their heat, Mild too, and their description [C-CONF-10]', async () => {
  shown({ items: [{ ...dal, description: 'Yellow lentils', spiceLevelName: 'Mild' } as typeof dal & object] });
  await expect(screen).toShow('Without Tax');
  await expect(screen).toShow('Mild');
  await expect(screen).toShow('Yellow lentils');
});

test('an offer stands in lines that add up', async () => {
  shown({ pricing: { ...order.pricing, discount: { code: 'WELCOME-7KQ4M', amount: 1.11 } } });
  await expect(screen).toShow('At menu prices');
  const lines = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(lines).toEqual(
    expect.arrayContaining([
      ['At menu prices', '$11.11'],
      ['Discount (WELCOME-7KQ4M)', '-$1.11'],
      ['Subtotal', '$10.00'],
    ]),
  );
});

test('a dish that asks for no heat says none [C-CONF-10]', async () => {
  shown({ items: [{ ...dal, spiceLevelName: '' } as typeof dal & object] });
  await expect(screen).toShow('Without Tax');
  expect(screen.queryByText('Mild')).toBeNull();
});

test.each([
  ['pending', 'Order Received'],
  ['preparing', 'Being Prepared'],
  ['ready', 'Ready for Pickup'],
  ['completed', 'Completed'],
] as const)('an order that is %s reads %s [C-ORDER-07]', async (status, words) => {
  shown({ status });
  await expect(screen).toShow(new RegExp(words));
});

test('no order in the address and none handed over is told', async () => {
  openPage(route, '/order-success', {}, guest);
  await expect(screen).toShow(/No order information/i);
});

test.each([
  ['cash', 'paid', 0, 'The restaurant hands you $11.40 back.'],
  ['cash', 'paid', 10, 'The restaurant hands you $1.40 back.'],
  ['online', 'paid', 0, /^\$11\.40 goes to the card/],
  ['online', 'paid', 1.4, /^\$10\.00 goes to the card/],
  ['manual', 'paid', 0, /owes you \$11\.40/],
  ['online', 'refunded', 11.4, /^We returned \$11\.40/],
  ['cash', 'unpaid', 0, 'Nothing was charged for this order.'],
] as const)(
  'a cancelled order by %s that is %s, with %d given back before, says what becomes of its money',
  async (paymentMethod, paymentStatus, refunded, words) => {
    shown({ status: 'cancelled', paymentMethod, paymentStatus, pricing: { ...order.pricing, refunded } });
    await expect(screen).toShow(words);
  },
);

test('a cancelled order is not thanked for', async () => {
  shown({ status: 'cancelled' });
  await expect(screen).toShow('Order TRU-20261120-AAAAA, pickup at Truro Heights.');
  expect(screen.queryByText(/Thank you/)).toBeNull();
});

test('what is brought comes from the restaurant, and a place with a full stop gets no second one', async () => {
  const address = '7 Prince St.';
  shown({
    orderType: 'delivery',
    deliveryInfo: { address, instructions: '' },
    locationInfo: { ...order.locationInfo, name: 'St. John’s Rd.' },
  });
  await expect(screen).toShow(/^Thank you, Asha\. Order TRU-20261120-AAAAA, delivery from St\. John’s Rd\.$/);
  await expect(screen).toShow(`We bring it to ${address}`);
});

test('the place that reads a moved time out is there before it says anything', async () => {
  shown({ status: 'preparing' });
  await expect(screen).toShow(/Thank you, Asha/);
  const empty = screen.getAllByRole('status').filter(({ textContent }) => textContent === '');
  expect(empty).toHaveLength(1);
});

const carts = { truro: [{ id: 'dal', name: 'Dal', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' }] };
/** Back from the payment page of the session `pay_1`, with a cart in the browser. */
function paid(stored: object | null, by: Partial<typeof order> = {}) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify(carts));
  localStorage.setItem('tiffin_cart_ids', JSON.stringify({ truro: 'this-cart' }));
  if (stored) localStorage.setItem('tiffin_being_paid', JSON.stringify({ uid: guest.uid, ...stored }));
  const online = { ...order, paymentMethod: 'online', paymentStatus: 'paid', sessionId: 'pay_1', ...by } as const;
  return openPage(route, '/order-success?session_id=pay_1', { getOrderBySessionId: { order: online } as never }, guest);
}
const cart = () => localStorage.getItem('sizzle_spice_location_carts');
const leftWith = (cartId: string) => ({ sessionId: 'pay_1', locationId: 'truro', cartId });

test.each([
  ['the cart that was paid is empty after paying', leftWith('this-cart'), true],
  ['paid by a tab that kept nothing, the cart is empty after paying', null, true],
  ['a cart that was begun since stays', leftWith('an-older-cart'), false],
  ['a cart that was begun since the payment was told of stays', { settled: 'pay_1' }, false],
] as const)('%s', async (_title, stored, isEmpty) => {
  paid(stored);
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  expect(cart() === null).toBe(isEmpty);
});

const typed = { uid: guest.uid, name: 'Asha Rao', email: 'asha@example.test', phone: '9025550101' };
const drafts = () =>
  [localStorage, sessionStorage].map((stored) => JSON.parse(stored.getItem('tiffin_checkout') ?? 'null'));

test('the note and the tip of what was paid go onto no other order; how one is reached stays', async () => {
  const draft = { ...typed, tip: '20', specialInstructions: 'no onions' };
  localStorage.setItem('tiffin_checkout', JSON.stringify(draft));
  paid(leftWith('this-cart'));
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  await waitFor(() => expect(drafts()).toEqual([typed, null]));
});

test('what was typed for a cart that was begun since stays', async () => {
  const draft = { ...typed, tip: '20' };
  localStorage.setItem('tiffin_checkout', JSON.stringify(draft));
  paid(leftWith('an-older-cart'));
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  expect(drafts()).toEqual([draft, null]);
});

test('without an account nothing stays of what was typed for the order that was paid', async () => {
  sessionStorage.setItem('tiffin_checkout', JSON.stringify({ ...typed, uid: null, tip: '20' }));
  paid(leftWith('this-cart'));
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  await waitFor(() => expect(drafts()).toEqual([null, null]));
});

test('a second payment of a cart is told to go back, and not praised', async () => {
  paid(leftWith('this-cart'), { sessionId: 'pay_0' });
  await expect(screen).toShow(/This second payment goes back/);
  await waitFor(() => expect(cart()).toBeNull());
  expect(screen.queryByText(/Payment successful/)).toBeNull();
});

test('that a second payment goes back stays said while the order goes on', async () => {
  const twice = { sessionId: 'pay_0', paymentMethod: 'online', paymentStatus: 'paid' } as const;
  paid(leftWith('this-cart'), twice);
  await expect(screen).toShow(/This second payment goes back/);
  act(() => sendLiveEvent('order.updated', { order: { ...order, ...twice, status: 'ready', version: 2 } }));
  await expect(screen).toShow('Ready since');
  await expect(screen).toShow(/This second payment goes back/);
});

test('without the server an order that is known stands there at once', async () => {
  const never = () => new Promise<Response>(() => {});
  openPage(route, at, { getCustomerOrderDetails: never }, guest, { order, by: guest.uid });
  await expect(screen).toShow(/Thank you, Asha/);
  expect(screen.queryByText(/Loading order/)).toBeNull();
});

test('a payment whose order does not show up leads to the orders and says so [C-ERR-33] [C-CONF-21]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const toasted = vi.spyOn(toast, 'success');
  openPage(route, '/order-success?session_id=pay_1', { getOrderBySessionId: refusal('order-not-found') }, guest);
  await expect(screen).toShow('Processing Your Order');
  await vi.advanceTimersByTimeAsync(70_000);
  await expect(screen).toShow('elsewhere');
  expect(toasted).toHaveBeenCalledWith(
    'Your payment was successful. Your order is being processed - check your order history.',
    {
      description:
        'Order not found after payment. Your order was successful - please check your email/SMS for confirmation.',
    },
  );
});

test('its guest changes it until the kitchen starts: the new sum is seen first', async () => {
  const pending = { ...order, status: 'pending' as const };
  const sums = (total: number) => ({ subtotal: total, tax: 0, total });
  const text = { lines: [], facts: [], was: sums(11.4), now: sums(22.8), due: 22.8, back: 0, ways: [] };
  const { user, sent } = openPage(
    route,
    at,
    {
      getCustomerOrderDetails: { orderId: order.orderId, order: pending },
      changeOrder: { orderId: order.orderId, message: '', saved: true, difference: 11.4, change: text, order: pending },
    },
    guest,
  );
  await user.click(await screen.findByRole('button', { name: 'Change my order' }));
  await user.click(await screen.findByRole('button', { name: `One more ${dal?.name}` }));
  await expect(screen).toShow('Left to pay: $22.80');
  await user.click(screen.getByRole('button', { name: 'Save the change' }));
  await waitFor(() =>
    expect(sent('changeOrder').at(-1)).toMatchObject({ total: 22.8, change: [{ line: 1, quantity: 2 }] }),
  );
  expect(sent('changeOrder').at(-1)).not.toHaveProperty('preview');
  await expect(screen).toShow('Your order was changed.');
});

test('its guest writes another note for a dish, and asks for nothing else', async () => {
  const pending = { ...order, status: 'pending' as const };
  const sums = { subtotal: 10, tax: 1.4, total: 11.4 };
  const text = { lines: [], facts: [], was: sums, now: sums, due: 11.4, back: 0, ways: [] };
  const { user, sent } = openPage(
    route,
    at,
    {
      getCustomerOrderDetails: { orderId: order.orderId, order: pending },
      getLocationMenu: { items: [dalDish], categories: [] } as never,
      changeOrder: { orderId: order.orderId, message: '', saved: true, difference: 0, change: text, order: pending },
    },
    guest,
  );
  await user.click(await screen.findByRole('button', { name: 'Change my order' }));
  await user.click(await screen.findByRole('button', { name: `Change ${dal?.name}` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Change ${dal?.name}` }));
  await user.type(dialog.getByLabelText('Note to the kitchen'), 'No nuts');
  await user.click(await dialog.findByRole('button', { name: 'Save' }));
  await expect(screen).toShow('“No nuts”');
  await expect(screen).toShow('Left to pay: $11.40');
  await user.click(screen.getByRole('button', { name: 'Save the change' }));
  await waitFor(() => expect(sent('changeOrder').at(-1)).toMatchObject({ total: 11.4 }));
  expect(sent('changeOrder').at(-1)?.change).toEqual([{ line: 1, note: 'No nuts' }]);
});

test('once the kitchen has started nothing is offered to change', async () => {
  shown({ status: 'preparing' });
  await expect(screen).toShow('What’s Next');
  expect(screen.queryByRole('button', { name: 'Change my order' })).toBeNull();
});

test('a confirmed order is told with its number, type, payment and total [C-CONF-04] [C-CONF-07]', async () => {
  shown({ pricing: { ...order.pricing, tip: 2, total: 13.4 } });
  await expect(screen).toShow('Order Confirmed!');
  const facts = Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
  );
  expect(facts).toMatchObject({
    'Order ID': order.orderId,
    'Payment method': 'Cash',
    'Order type': 'Pickup',
    Tip: '$2.00',
    Total: '$13.40',
  });
});

test('whom it is for, and whom to call [C-CONF-08] [C-CONF-14]', async () => {
  shown({ customerInfo: { ...order.customerInfo, email: 'asha@example.test' } });
  for (const words of ['Asha Rao', 'asha@example.test', '(902) 555-0101']) await expect(screen).toShow(words);
  expect(screen.getByRole('link', { name: '(902) 555-0123' }).getAttribute('href')).toBe('tel:+19025550123');
});

test('when it is ready is told in the time of Halifax [C-CONF-11]', async () => {
  shown({ status: 'preparing', estimatedReady: '2026-11-20T22:20:00.000Z' });
  await expect(screen).toShow('What’s Next');
  expect(document.body.textContent).toMatch(/Estimated ready.*6:20\s*p\.m\.\s*AST/);
});

test('the ways on: one’s orders and home [C-CONF-15]', async () => {
  shown();
  await expect(screen).toShow('What’s Next');
  expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});

test.each([
  ['pickup', 'CASH ON PICKUP'],
  ['delivery', 'CASH ON DELIVERY'],
  ['dine-in', 'CASH ON DINE-IN'],
] as const)('a %s to be paid in cash reads %s [C-CONF-05]', async (orderType, words) => {
  shown({ orderType });
  await expect(screen).toShow(words);
});

test('a paid order reads PAID [C-CONF-05]', async () => {
  shown({ paymentStatus: 'paid' });
  await expect(screen).toShow('PAID');
});

test('an order is asked for by its number, and waited for in words [C-CONF-01] [C-CONF-16]', async () => {
  const { sent } = openPage(route, at, { getCustomerOrderDetails: () => new Promise<Response>(() => {}) }, guest);
  await expect(screen).toShow('Loading order details...');
  await waitFor(() => expect(sent('getCustomerOrderDetails')).toEqual([{ orderId: order.orderId }]));
});

test('without any order the page says so, with a way to the menu [C-CONF-02] [C-CONF-23]', async () => {
  openPage(route, '/order-success', {}, guest);
  await expect(screen).toShow(/^No order information available\./);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order Not Found');
  expect(screen.getByRole('link', { name: 'Back to Menu' })).toBeTruthy();
});

test('a session is waited for: after 2 seconds, then every 3, at most 20 times [C-CONF-03] [C-CONF-18] [C-CONF-19]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = openPage(
    route,
    '/order-success?session_id=pay_1',
    { getOrderBySessionId: refusal('order-not-found') },
    guest,
  );
  await expect(screen).toShow('Processing Your Order');
  expect(sent('getOrderBySessionId')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2_100);
  expect(sent('getOrderBySessionId')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_100);
  expect(sent('getOrderBySessionId')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(sent('getOrderBySessionId')).toHaveLength(20);
});

test('an order that is over is not confirmed, nor is there anything to change; it can be ordered again', async () => {
  shown({ status: 'completed' });
  await expect(screen).toShow('A question about this order?');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order Completed');
  expect(screen.getByRole('button', { name: 'Order again' })).toBeTruthy();
  expect(screen.queryByText('Need to change something?')).toBeNull();
});

test('without a connection the page does not say that it updates', async () => {
  shown();
  await expect(screen).toShow(/so you can leave it open/);
  act(() => void dispatchEvent(new Event('offline')));
  await expect(screen).toShow('You are offline.');
  expect(screen.queryByText(/so you can leave it open/)).toBeNull();
  act(() => serverAnswered());
});

test('an order one came to within the page is kept as a page, for a reload without the server', async () => {
  const postMessage = vi.fn<(request: object) => void>();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: { postMessage } } });
  shown();
  await waitFor(() => expect(postMessage).toHaveBeenCalledWith({ wish: 'keep', url: location.href, isStaff: false }));
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
