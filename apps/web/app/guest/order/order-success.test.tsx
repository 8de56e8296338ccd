import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../../ui/toasts.ts';
import * as route from '../../routes/guest/order-success.tsx';
import { reportResponse } from '../../shared/offline/online.ts';
import { refusal } from '../../testing/network.ts';
import { dalDish, dalForOne, guest } from '../../testing/samples.ts';
import { openPage, sendLiveEvent } from '../../testing/show.tsx';

// Before the promise of the orders.
beforeEach(() => void vi.setSystemTime('2026-11-20T22:05:00Z'));

afterEach(() => {
  vi.useRealTimers();
  toast.dismiss();
});
const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
const [dal] = order.items;
const at = `/order-success?orderId=${order.orderId}`;
const shown = (change: Partial<typeof order> = {}) =>
  openPage(route, at, { getCustomerOrderDetails: { orderId: order.orderId, order: { ...order, ...change } } }, guest);

test('an order that cannot be loaded shows an error [C-ERR-32]', async () => {
  openPage(route, at, { getCustomerOrderDetails: refusal('order-not-found') }, guest);
  await expect(screen).toShow(/Error loading order information/);
});

test.each([
  ['of an order', at, 'getCustomerOrderDetails'],
  ['of a payment', '/order-success?session_id=pay_lost', 'getOrderBySessionId'],
])('the page %s that was lost in a restore says what happened and what to do', async (_, address, call) => {
  const words = 'This order was lost when our data was restored from a backup. Please call us.';
  openPage(route, address, { [call]: refusal('order-not-found', words, { isLost: true }) }, guest);
  await expect(screen).toShow('Please call us about your order');
  await expect(screen).toShow(words);
  await expect(screen).toShow('Back to Menu');
});

test('a server error says that the details could not be loaded [A-ERR-08] [C-ERR-30]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openPage(route, at, { getCustomerOrderDetails: refusal('unavailable') }, guest);
  await expect(screen).toShow(/Loading order/);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(screen).toShow(/Failed to fetch order details/);
});

test('an order passed on by the checkout stays with an error when it cannot be loaded [C-CONF-17] [C-ERR-31]', async () => {
  openPage(route, at, { getCustomerOrderDetails: refusal('conflict') }, guest, { order, by: guest.uid });
  await expect(screen).toShow('Could not load complete order details');
  await expect(screen).toShow(/Thank you, Asha/);
});

test('shows the order passed on by the checkout when the address names none [C-CONF-22]', async () => {
  openPage(route, '/order-success', {}, guest, { order, by: guest.uid });
  await expect(screen).toShow(/Thank you, Asha/);
});

test.each([
  ['paid', 'PAID', 'You’re paid up.'],
  ['unpaid', 'PAYMENT DUE', 'Have cash ready.'],
] as const)(
  'an order that is %s shows %s and the next step: %s [C-CONF-06] [C-CONF-13]',
  async (paymentStatus, _badge, next) => {
    shown({ paymentStatus });
    await expect(screen).toShow('What’s Next');
    await expect(screen).toShow(next);
  },
);

test('shows dishes without tax, with heat level including Mild, and description [C-CONF-10]', async () => {
  shown({ items: [{ ...dal, description: 'Yellow lentils', spiceLevelName: 'Mild' } as typeof dal & object] });
  await expect(screen).toShow('Without Tax');
  await expect(screen).toShow('Mild');
  await expect(screen).toShow('Yellow lentils');
});

test('shows an offer in lines that add up', async () => {
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

test('shows no heat level for a dish without one [C-CONF-10]', async () => {
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

test('shows a message without an order in the address or from the checkout', async () => {
  openPage(route, '/order-success', {}, guest);
  await expect(screen).toShow(/No order information/i);
});

test.each([
  ['cash', 'paid', 0, 'The restaurant hands you $11.40 back.'],
  ['cash', 'paid', 10, 'The restaurant hands you $1.40 back. $10.00 went back the way you paid.'],
  ['online', 'paid', 0, /^\$11\.40 goes to the card/],
  ['online', 'paid', 1.4, /^\$10\.00 goes to the card/],
  ['manual', 'paid', 0, /will return \$11\.40/],
  ['online', 'refunded', 11.4, '$11.40 went back the way you paid.'],
  ['cash', 'unpaid', 0, 'Nothing was charged for this order.'],
] as const)(
  'a cancelled order by %s that is %s, with %d refunded before, says what happens to its money',
  async (paymentMethod, paymentStatus, refunded, words) => {
    const refunds = refunded > 0 ? [{ at: '2026-11-20T22:10:00Z', amount: refunded, items: [] }] : [];
    shown({ status: 'cancelled', paymentMethod, paymentStatus, refunds, pricing: { ...order.pricing, refunded } });
    await expect(screen).toShow(words);
  },
);

test('an order that grew after it was paid returns what was paid, before and after it is cancelled', async () => {
  const grown = { paymentMethod: 'online', paymentStatus: 'pending', due: 4 } as const;
  const { press } = shown({ ...grown, canCancel: true });
  await press('Cancel order');
  await expect(screen).toShow(/\$7\.40 goes to the card/);
});

test('a cancelled order that was paid in part says what goes back while the refund is on its way', async () => {
  const goesBack = [{ method: 'card', amount: 7.4 }] as const;
  shown({ status: 'cancelled', paymentMethod: 'online', paymentStatus: 'pending', due: 0, goesBack: [...goesBack] });
  await expect(screen).toShow(/^\$7\.40 goes to the card/);
});

test.each([
  ['an order', {}, true],
  ['a round of a tab', { tab: { label: '', tableName: '4', sittingId: null } }, false],
])('the page of %s of which a part is due says what was paid only if that is known', async (_of, tab, isKnown) => {
  shown({ paymentStatus: 'pending', due: 4, ...tab });
  await expect(screen).toShow(/Thank you, Asha/);
  expect(screen.queryAllByText('Left to pay')).toHaveLength(isKnown ? 1 : 0);
});

const byTwo = {
  paymentMethod: 'online',
  paymentStatus: 'paid',
  paidWith: ['gift-card', 'online'],
  paidParts: [
    { tender: 'gift-card', amount: 7, giftCard: '•••• 7KQ4' },
    { tender: 'online', amount: 4.4 },
  ],
} as const;
const ofTwo = [
  { method: 'card', amount: 4.4 },
  { method: 'gift-card', amount: 7, giftCard: '•••• 7KQ4' },
] as const;
const onPage = (change: object) => shown(change);

test('whoever cancels an order that a gift card and a card paid reads what goes where, and the page names both', async () => {
  const points = { line: 1, kind: 'points', label: '100 points', source: 'points', amount: -1 };
  const { press } = onPage({ ...byTwo, goesBack: ofTwo, canCancel: true, adjustments: [points] });
  await expect(screen).toShow('Gift card, Card online');
  const rows = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Gift card •••• 7KQ4', '-$7.00'],
      ['Card online', '-$4.40'],
    ]),
  );
  await press('Cancel order');
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?' });
  expect(dialog.textContent).toContain(
    'You get your money back. $4.40 goes to the card you paid with and shows there within 5-10 business days. $7.00 goes back to the gift card •••• 7KQ4 at once. The points you used go back to your account.',
  );
  expect(dialog.textContent).not.toContain('$11.40');
});

test('after it was cancelled, the page says what went back and what is on its way', async () => {
  const [card, giftCard] = ofTwo;
  const since = { at: '2026-11-20T22:10:00Z', items: [] };
  const done = { ...giftCard, ...since };
  onPage({ ...byTwo, status: 'cancelled', goesBack: [card], refunds: [done] });
  await expect(screen).toShow(/^\$4\.40 goes to the card .* \$7\.00 is on the gift card •••• 7KQ4 again\.$/);
  cleanup();
  const both = [done, { ...card, ...since }];
  const pricing = { ...order.pricing, refunded: 11.4 };
  onPage({ ...byTwo, status: 'cancelled', paymentStatus: 'refunded', goesBack: [], refunds: both, pricing });
  await expect(screen).toShow(/^\$7\.00 is on the gift card •••• 7KQ4 again\. \$4\.40 went to the card/);
  await expect(screen).toShow('to the gift card •••• 7KQ4');
  await expect(screen).toShow('to the card');
});

test('does not thank for a cancelled order', async () => {
  shown({ status: 'cancelled' });
  await expect(screen).toShow('Order TRU-20261120-AAAAA, pickup at Truro Heights.');
  expect(screen.queryByText(/Thank you/)).toBeNull();
});

test('the text of a delivery says that it comes from the restaurant, and adds no second full stop after a location’s name', async () => {
  const address = '7 Prince St.';
  shown({
    orderType: 'delivery',
    deliveryInfo: { address, instructions: '' },
    locationInfo: { ...order.locationInfo, name: 'St. John’s Rd.' },
  });
  await expect(screen).toShow(/^Thank you, Asha\. Order TRU-20261120-AAAAA, delivery from St\. John’s Rd\.$/);
  await expect(screen).toShow(`We deliver it to ${address}`);
});

test('the live region for a changed time exists before it has text', async () => {
  shown({ status: 'preparing' });
  await expect(screen).toShow(/Thank you, Asha/);
  const empty = screen.getAllByRole('status').filter(({ textContent }) => textContent === '');
  expect(empty).toHaveLength(1);
});

const carts = { truro: [{ id: 'dal', name: 'Dal', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' }] };
/** Opens the page after the payment page of session `pay_1`, with a cart in the browser. */
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
  ['paid in a tab that stored nothing, the cart is empty afterwards', null, true],
  ['a cart that was begun since stays', leftWith('an-older-cart'), false],
  ['a cart started after the payment stays', { settled: 'pay_1' }, false],
] as const)('%s', async (_title, stored, isEmpty) => {
  paid(stored);
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  expect(cart() === null).toBe(isEmpty);
});

const typed = { uid: guest.uid, name: 'Asha Rao', email: 'asha@example.test', phone: '9025550101' };
const drafts = () =>
  [localStorage, sessionStorage].map((stored) => JSON.parse(stored.getItem('tiffin_checkout') ?? 'null'));

test('a paid order clears note and tip of the draft and keeps the contact details', async () => {
  const draft = { ...typed, tip: '20', specialInstructions: 'no onions' };
  localStorage.setItem('tiffin_checkout', JSON.stringify(draft));
  paid(leftWith('this-cart'));
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  await waitFor(() => expect(drafts()).toEqual([typed, null]));
});

test('keeps the draft of a newer cart', async () => {
  const draft = { ...typed, tip: '20' };
  localStorage.setItem('tiffin_checkout', JSON.stringify(draft));
  paid(leftWith('an-older-cart'));
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  expect(drafts()).toEqual([draft, null]);
});

test('a paid order of a guest without an account clears the whole draft', async () => {
  sessionStorage.setItem('tiffin_checkout', JSON.stringify({ ...typed, uid: null, tip: '20' }));
  paid(leftWith('this-cart'));
  await expect(screen).toShow('Payment successful! Your order is being processed.');
  await waitFor(() => expect(drafts()).toEqual([null, null]));
});

test('a second payment of a cart is announced as refunded, without a success message', async () => {
  paid(leftWith('this-cart'), { sessionId: 'pay_0' });
  await expect(screen).toShow(/The second payment is returned/);
  await waitFor(() => expect(cart()).toBeNull());
  expect(screen.queryByText(/Payment successful/)).toBeNull();
});

test('the notice about the second payment stays while the order is updated', async () => {
  const twice = { sessionId: 'pay_0', paymentMethod: 'online', paymentStatus: 'paid' } as const;
  paid(leftWith('this-cart'), twice);
  await expect(screen).toShow(/The second payment is returned/);
  act(() => sendLiveEvent('order.updated', { order: { ...order, ...twice, status: 'ready', version: 2 } }));
  await expect(screen).toShow('Ready since');
  await expect(screen).toShow(/The second payment is returned/);
});

test('shows a known order at once when the server does not respond', async () => {
  const never = () => new Promise<Response>(() => {});
  openPage(route, at, { getCustomerOrderDetails: never }, guest, { order, by: guest.uid });
  await expect(screen).toShow(/Thank you, Asha/);
  expect(screen.queryByText(/Loading order/)).toBeNull();
});

test('a confirmed payment whose order does not appear leads to the list of orders with a message [C-ERR-33] [C-CONF-21]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const toasted = vi.spyOn(toast, 'success');
  const withoutOrder = refusal('order-not-found', '', { sessionStatus: 'paid' });
  openPage(route, '/order-success?session_id=pay_1', { getOrderBySessionId: withoutOrder }, guest);
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

test.each([
  ['paid', 'Your payment goes back to your card automatically.'],
  ['cancelled', 'Nothing was charged.'],
])(
  'after a move to a place that forbids orders, the return page of a %s payment says why there is no order: %s',
  async (sessionStatus, money) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const toasted = vi.spyOn(toast, 'success');
    const words = 'This restaurant can’t take orders online yet. Please call (902) 555-0123.';
    const why = { reason: 'Québec asks restaurants for a certified till.', sessionStatus };
    const answer = { getOrderBySessionId: refusal('order-not-found', words, why) };
    const { sent } = openPage(route, '/order-success?session_id=pay_1', answer, guest);
    await expect(screen).toShow('Processing Your Order');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(screen).toShow('Your order was not placed');
    expect(screen.getByRole('alert').textContent).toContain(`${words} ${money}`);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(sent('getOrderBySessionId')).toHaveLength(1);
    expect(toasted).not.toHaveBeenCalled();
  },
);

const payPage = 'https://pay.example.test/1';
const withPayPage = (sessionStatus: string) => refusal('order-not-found', '', { sessionStatus, paymentUrl: payPage });
const backAt = '/order-success?session_id=pay_1&token=secret';

test.each([
  ['open', 8_000, withPayPage('open'), 'We have not received your payment yet', true],
  [
    'expired',
    2_000,
    refusal('order-not-found', '', { sessionStatus: 'expired' }),
    'This payment was not completed',
    false,
  ],
  ['with a wrong token', 2_000, refusal('order-not-found'), 'We cannot show your payment in this browser', false],
  ['without a usable answer', 70_000, refusal('conflict'), 'We could not check your payment', false],
] as const)(
  'a guest whose payment is %s reads so and what to do next, and nobody reads that it was successful',
  async (_is, waits, getOrderBySessionId, title, hasPayPage) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const toasted = vi.spyOn(toast, 'success');
    for (const person of [null, guest]) {
      openPage(route, backAt, { getOrderBySessionId }, person);
      await expect(screen).toShow('Processing Your Order');
      await vi.advanceTimersByTimeAsync(waits);
      await expect(screen).toShow(title);
      const way = screen.queryByRole('link', { name: 'Pay now' });
      expect(way?.getAttribute('href')).toBe(hasPayPage ? payPage : undefined);
      expect(screen.getByRole('link', { name: /^Call us/ })).toBeTruthy();
      await vi.advanceTimersByTimeAsync(120_000);
      await expect(screen).toShow(title);
      expect(document.body.textContent).not.toMatch(/successful|elsewhere/);
      expect(toasted).not.toHaveBeenCalled();
      cleanup();
    }
  },
);

test('a guest without a session and without an access token reads that this browser cannot show the payment', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers = { getOrderBySessionId: refusal('unauthenticated') };
  const { sent } = openPage(route, '/order-success?session_id=pay_1', answers, null);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(screen).toShow('We cannot show your payment in this browser');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent('getOrderBySessionId')).toHaveLength(1);
});

test('a guest with an access token gets the order although a server of an older version refuses the token first', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { answer, sent } = openPage(route, backAt, { getOrderBySessionId: refusal('unauthenticated') }, null);
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(sent('getOrderBySessionId')).toHaveLength(1));
  answer({ getOrderBySessionId: { orderId: order.orderId, order } });
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(screen).toShow(/Thank you, Asha/);
});

test('an open payment that is paid meanwhile brings the order', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { answer, sent } = openPage(route, backAt, { getOrderBySessionId: withPayPage('open') }, guest);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(screen).toShow('We have not received your payment yet');
  answer({ getOrderBySessionId: { orderId: order.orderId, order } });
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(screen).toShow(/Thank you, Asha/);
  expect(sent('getOrderBySessionId').at(-1)).toEqual({ sessionId: 'pay_1', token: 'secret' });
});

test.each([
  [
    { amount: 7.4, left: 4, isReturned: false },
    'Thank you. You paid $7.40.',
    /^\$4\.00 of the bill .* is left to pay\.$/,
  ],
  [{ amount: 7.4, left: 0, isReturned: false }, 'Thank you. You paid $7.40.', /^The bill of order .* is paid\.$/],
  [{ amount: 7.4, left: 0, isReturned: true }, 'Your payment was returned', /^\$7\.40 goes back to your card/],
])('whoever paid a part of a bill reads what was paid, and not the order: %j', async (payment, title, rest) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify(carts));
  openPage(route, backAt, { getOrderBySessionId: { orderId: order.orderId, order, payment } }, null);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(screen).toShow(title);
  await expect(screen).toShow(rest);
  expect(screen.queryByText(/Asha|Dal/)).toBeNull();
  expect(cart()).not.toBeNull();
});

test('the address with the access token is not sent to other sites', () => {
  expect(route.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
});

test('the guest changes the order until the kitchen starts, and sees the new total first', async () => {
  const pending = { ...order, status: 'pending' as const };
  const sums = (total: number) => ({ subtotal: total, tax: 0, total });
  const preview = { lines: [], facts: [], was: sums(11.4), now: sums(22.8), due: 22.8, back: 0, ways: [] };
  const { user, sent } = openPage(
    route,
    at,
    {
      getCustomerOrderDetails: { orderId: order.orderId, order: pending },
      changeOrder: {
        orderId: order.orderId,
        message: '',
        saved: true,
        difference: 11.4,
        change: preview,
        order: pending,
      },
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

test('the guest writes another note for a dish and changes nothing else', async () => {
  const pending = { ...order, status: 'pending' as const };
  const sums = { subtotal: 10, tax: 1.4, total: 11.4 };
  const preview = { lines: [], facts: [], was: sums, now: sums, due: 11.4, back: 0, ways: [] };
  const { user, sent } = openPage(
    route,
    at,
    {
      getCustomerOrderDetails: { orderId: order.orderId, order: pending },
      getLocationMenu: { items: [dalDish], categories: [] } as never,
      changeOrder: { orderId: order.orderId, message: '', saved: true, difference: 0, change: preview, order: pending },
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

test('after the kitchen has started, the order cannot be changed', async () => {
  shown({ status: 'preparing' });
  await expect(screen).toShow('What’s Next');
  expect(screen.queryByRole('button', { name: 'Change my order' })).toBeNull();
});

test('a confirmed order shows its number, type, payment and total [C-CONF-04] [C-CONF-07]', async () => {
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

test('shows the guest’s name and the phone number of the location [C-CONF-08] [C-CONF-14]', async () => {
  shown({ customerInfo: { ...order.customerInfo, email: 'asha@example.test' } });
  for (const words of ['Asha Rao', 'asha@example.test', '(902) 555-0101']) await expect(screen).toShow(words);
  const call = screen.getByRole('link', { name: /^Call Truro Heights ?\(902\) 555-0123/ });
  expect(call.getAttribute('href')).toBe('tel:+19025550123');
});

test('shows the ready time in the time zone of Halifax [C-CONF-11]', async () => {
  shown({ status: 'preparing', estimatedReady: '2026-11-20T22:20:00.000Z' });
  await expect(screen).toShow('What’s Next');
  expect(document.body.textContent).toMatch(/Estimated ready.*6:20\s*p\.m\.\s*AST/);
});

test('links to the customer’s orders and home [C-CONF-15]', async () => {
  shown();
  await expect(screen).toShow('What’s Next');
  expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});

test.each([
  ['pickup', 'CASH ON PICKUP'],
  ['delivery', 'CASH ON DELIVERY'],
  ['dine-in', 'CASH ON DINE-IN'],
] as const)('a %s to be paid in cash shows %s [C-CONF-05]', async (orderType, words) => {
  shown({ orderType });
  await expect(screen).toShow(words);
});

test('a paid order shows PAID [C-CONF-05]', async () => {
  shown({ paymentStatus: 'paid' });
  await expect(screen).toShow('PAID');
});

test('loads an order by its number and shows a loading text [C-CONF-01] [C-CONF-16]', async () => {
  const { sent } = openPage(route, at, { getCustomerOrderDetails: () => new Promise<Response>(() => {}) }, guest);
  await expect(screen).toShow('Loading order details...');
  await waitFor(() => expect(sent('getCustomerOrderDetails')).toEqual([{ orderId: order.orderId }]));
});

test('without an order the page shows a message and a link to the menu [C-CONF-02] [C-CONF-23]', async () => {
  openPage(route, '/order-success', {}, guest);
  await expect(screen).toShow(/^No order information available\./);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order Not Found');
  expect(screen.getByRole('link', { name: 'Back to Menu' })).toBeTruthy();
});

test('polls for the order of a session after 2 seconds, then every 3, at most 20 times [C-CONF-03] [C-CONF-18] [C-CONF-19]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = openPage(
    route,
    '/order-success?session_id=pay_1',
    { getOrderBySessionId: refusal('order-not-found', '', { sessionStatus: 'paid' }) },
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

test('a final order is not confirmed and cannot be changed, but can be ordered again', async () => {
  shown({ status: 'completed' });
  await expect(screen).toShow('A question about this order?');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order Completed');
  expect(screen.getByRole('button', { name: 'Order again' })).toBeTruthy();
  expect(screen.queryByText('Need to change something?')).toBeNull();
});

test('an order for another day does not ask to leave the page open', async () => {
  const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString();
  shown({ estimatedReady: tomorrow, promised: { from: tomorrow, to: tomorrow } });
  await expect(screen).toShow(/Come to 395 Truro Heights Road/);
  expect(screen.queryByText(/leave it open/)).toBeNull();
});

test('offline the page does not claim to update', async () => {
  shown();
  await expect(screen).toShow(/so you can leave it open/);
  act(() => void dispatchEvent(new Event('offline')));
  await expect(screen).toShow('You are offline.');
  expect(screen.queryByText(/so you can leave it open/)).toBeNull();
  act(() => reportResponse());
});

test('an order opened by navigation within the app is also stored as a page, for a reload without the server', async () => {
  const postMessage = vi.fn<(request: object) => void>();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: { postMessage } } });
  shown();
  await waitFor(() => expect(postMessage).toHaveBeenCalledWith({ wish: 'keep', url: location.href, isStaff: false }));
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a guest who left a table to pay returns to its bill, once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.setItem('tiffin_tables', 't7');
  const payment = { amount: 7.4, left: 4, isReturned: false };
  openPage(route, backAt, { getOrderBySessionId: { orderId: order.orderId, order, payment } }, null);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(screen).toShow('elsewhere');
  expect(sessionStorage.getItem('tiffin_tables')).toBeNull();
});
