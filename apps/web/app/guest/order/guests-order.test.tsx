import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/order.tsx';
import * as success from '../../routes/guest/order-success.tsx';
import { LATE_POLL_MS, SESSION_POLL_FIRST_MS, SESSION_POLL_MS, SESSION_POLL_TRIES } from '../../shared/api/polling.ts';
import { markPageRequested } from '../../shared/live/page-age.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { reportResponse } from '../../shared/offline/online.ts';
import { dalForOne, guest, rootData } from '../../testing/samples.ts';
import { openPages, sendLiveEvent, serverPageText, typeIn } from '../../testing/show.tsx';

// Before the promise of the orders.
beforeEach(() => void vi.setSystemTime('2026-11-20T22:05:00Z'));

const owned = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, email: 'asha@example.test' } };
const found = (order: typeof dalForOne) => ({ orderId: order.orderId, order });
const at = `/orders/${owned.orderId}?token=t`;

const pages = { '/orders/:orderId': route, '/order-success': success };
const open = (answers: Answers = {}, me: typeof guest | null = null, where = at) =>
  openPages(Outlet, pages, where, { getCustomerOrderDetails: found(owned), ...answers }, me);

test('the link opens the order with its receipt, and live events update it', async () => {
  const { sent } = open();
  await expect(screen).toShow('Order Confirmed!');
  expect(sent('getCustomerOrderDetails')[0]).toEqual({ orderId: owned.orderId, token: 't' });
  const receipt = await screen.findByRole('link', { name: /Receipt/ });
  expect(receipt.getAttribute('href')).toBe(`/receipt/${owned.orderId}?token=t`);
  expect(screen.queryByRole('link', { name: 'My Orders' })).toBeNull();
  sendLiveEvent('order.updated', { order: { ...owned, status: 'ready', version: 2 } });
  await expect(screen).toShow(/Your order is now: Ready/);
});

test('the server’s page contains the order before any script runs', async () => {
  const text = await serverPageText(route, '/orders/:orderId', at, { getCustomerOrderDetails: found(owned) });
  for (const part of ['Order Confirmed!', owned.orderId, owned.items[0]?.name ?? '', owned.locationInfo.name]) {
    expect(text).toContain(part);
  }
});

test.each([
  [{ phone: '+19025550101', email: 'asha@example.test' }, 'We’ll text you', 'Wait for our text.'],
  [{ phone: '', email: 'asha@example.test' }, 'We’ll email you', 'Wait for our email.'],
  [{ phone: '', email: '' }, 'You’ll see it here', 'Watch this page.'],
])('with %o the page says how the guest is notified: %s', async (contact, hint, next) => {
  open({ getCustomerOrderDetails: found({ ...owned, customerInfo: { ...owned.customerInfo, ...contact } }) });
  await expect(screen).toShow(hint);
  await expect(screen).toShow(next);
});

test.each([
  ['pending', 'Order Confirmed!', 'Confirmed, 6:20 p.m.', 'open', true],
  ['preparing', 'Being Prepared', 'Being Prepared, 6:20 p.m.', 'open', true],
  ['ready', 'Ready for Pickup', 'Ready for Pickup: AAAAA', 'ready', false],
  ['completed', 'Order Completed', 'Order Completed', 'over', false],
  ['cancelled', 'Order Cancelled', 'Order Cancelled', 'over', false],
] as const)(
  'an order that is %s has the headline %s and the tab title %s',
  async (status, headline, tab, ground, offers) => {
    open({ getCustomerOrderDetails: found({ ...owned, status }) });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(headline));
    await waitFor(() => expect(document.title).toBe(`${tab} · ${rootData.site.name}`));
    expect(document.querySelector('[data-ground]')?.getAttribute('data-ground')).toBe(ground);
    expect(screen.getByText('A A A A A')).toBeTruthy();
    // A notification is offered only while there is one to send.
    expect(screen.queryAllByText(/Wait for our text/)).toHaveLength(offers ? 1 : 0);
  },
);

test('a paid order no longer asks for cash', async () => {
  open();
  await expect(screen).toShow('CASH ON PICKUP');
  await expect(screen).toShow('Have cash ready.');
  sendLiveEvent('order.updated', { order: { ...owned, paymentStatus: 'paid', due: 0, version: 2 } });
  await expect(screen).toShow('PAID');
  expect([screen.queryByText('CASH ON PICKUP'), screen.queryByText('Have cash ready.')]).toEqual([null, null]);
});

test('opened by its number alone, the page uses the access token that the device knows', async () => {
  localStorage.setItem('tiffin_guest_orders', JSON.stringify({ pages: [at], at: Date.now() }));
  const { sent } = open({}, null, `/order-success?orderId=${owned.orderId}`);
  await expect(screen).toShow('Save your details? Just add a password.');
  expect(sent('getCustomerOrderDetails')[0]).toEqual({ orderId: owned.orderId, token: 't' });
});

test('opened without the server, the page shows the last known state and its age', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T22:19:00.000Z') });
  const later = { ...owned, status: 'preparing', version: 2 } as const;
  open();
  await expect(screen).toShow('Order Confirmed!');
  sendLiveEvent('order.updated', { order: later });
  await expect(screen).toShow(/Your order is now: Being Prepared/);
  await waitFor(() => expect(localStorage.getItem('tiffin_seen_order')).toContain('preparing'));
  cleanup();
  vi.setSystemTime(new Date('2026-11-20T22:25:00.000Z'));
  // The service worker has the page as it was before the live event.
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' }] as never);
  act(() => void dispatchEvent(new Event('offline')));
  open();
  await expect(screen).toShow('You’re offline. This is what we knew at 6:19 p.m., 6 minutes ago.');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Being Prepared'));
  act(() => reportResponse());
  await waitFor(() => expect(screen.queryByText(/^You’re offline/)).toBeNull());
  vi.restoreAllMocks();
});

test('an invalid link shows a message and other ways to continue', async () => {
  open({ getCustomerOrderDetails: () => refusal('order-not-found') });
  await expect(screen).toShow('Order Not Found');
  expect((await screen.findByRole('link', { name: 'Back to Menu' })).getAttribute('href')).toBe('/menu');
});

test('the holder of the link cancels; an order that can no longer be cancelled shows the reason and its status', async () => {
  let status: 'pending' | 'cancelled' | 'ready' = 'pending';
  const { press, sent } = open({
    getCustomerOrderDetails: () => found({ ...owned, status, canCancel: status === 'pending' }),
    cancelCustomerOrder: () => {
      status = 'ready';
      return refusal('invalid-transition', 'Cannot change order from ready to cancelled');
    },
  });
  await press('Cancel order');
  await press('Cancel order');
  await expect(screen).toShow('Cannot change order from ready to cancelled');
  expect(sent('cancelCustomerOrder')[0]).toMatchObject({ orderId: owned.orderId, token: 't' });
  await expect(screen).toShow(/Your order is now: Ready/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull());
});

test('after cancelling, the page scrolls to its head, because the button is far below', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue();
  let status: 'pending' | 'cancelled' = 'pending';
  const now = () => ({ ...owned, status, canCancel: status === 'pending' });
  const { press } = open({
    getCustomerOrderDetails: () => found(now()),
    cancelCustomerOrder: () => {
      status = 'cancelled';
      return { orderId: owned.orderId, message: '', order: now() };
    },
  });
  await press('Cancel order');
  const before = scrolled.mock.calls.length;
  await press('Cancel order');
  await expect(screen).toShow('Order Cancelled');
  await waitFor(() => expect(scrolled.mock.calls.slice(before)).toContainEqual([0, 0]));
});

test.each([{ status: 'cancelled' }, { status: 'completed', paymentStatus: 'refunded' }] as const)(
  'an order that is %o shows no points for an account',
  async (is) => {
    open({ getCustomerOrderDetails: found({ ...owned, ...is }) });
    await expect(screen).toShow(/your phone number, this order\./);
  },
);

test('an order with a discount shows the points of what is left to pay', async () => {
  open({ getCustomerOrderDetails: found({ ...owned, pricing: { ...owned.pricing, subtotal: 10, off: 3 } }) });
  await expect(screen).toShow(/this order and its 7 points/);
});

test('an order taken by staff cannot be cancelled by its link, and has no button for it', async () => {
  const taken = { ...owned, metadata: { ...owned.metadata, adminCreated: true } };
  open({ getCustomerOrderDetails: found(taken) });
  await expect(screen).toShow('Order Confirmed!');
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

test('creating an account needs only a password, and the order is added to it', async () => {
  const { press, sent } = open({
    'auth/sign-up/email': Response.json({ user: {} }, { headers: { 'set-cookie': 'tiffin.session_token=s; Path=/' } }),
    claimOrder: { orders: [owned], message: 'The order is in your account now.' },
  } as Answers);
  await expect(screen).toShow('Save your details? Just add a password.');
  await expect(screen).toShow(/asha@example\.test, your phone number, this order and its 10 points/);
  expect(screen.queryByLabelText(/^Email/)).toBeNull();
  await press('Create my account');
  await expect(screen).toShow('Password is required');
  await typeIn(/^Password/, 'Secret-Pass-1!');
  await press('Create my account');
  await waitFor(() => expect(sent('claimOrder')).toEqual([{ orderId: owned.orderId, token: 't' }]));
  expect(sent('auth/sign-up/email' as never)).toEqual([
    { name: 'Asha Rao', email: 'asha@example.test', password: 'Secret-Pass-1!', callbackURL: '/dashboard' },
  ]);
});

test('asks for an address, too, if the guest left only a phone number', async () => {
  const { press } = open({ getCustomerOrderDetails: found(dalForOne) });
  await typeIn(/^Email/, 'asha');
  await press('Create my account');
  await expect(screen).toShow('Invalid email format');
});

test('an address with an account is asked to sign in, and returns here', async () => {
  const { press } = open({ 'auth/sign-up/email': refusal('email-already-in-use') } as Answers);
  await typeIn(/^Password/, 'Secret-Pass-1!');
  await press('Create my account');
  const signIn = await screen.findByRole('link', { name: 'Sign in' });
  expect(signIn.getAttribute('href')).toBe(`/login?from=${encodeURIComponent(at)}`);
});

test('a signed-in customer adds the order to the account, or reads why not', async () => {
  const { press, sent } = open(
    { claimOrder: refusal('proof-needed', 'This order was placed with another email address.') },
    guest,
  );
  await press('Add this order to my account');
  await expect(screen).toShow('This order was placed with another email address.');
  expect(sent('claimOrder')).toEqual([{ orderId: owned.orderId, token: 't' }]);
});

test('a customer’s own order shows that it is in the account, and asks to confirm the address', async () => {
  const own = { ...owned, customerInfo: { ...owned.customerInfo, firebaseId: guest.uid } };
  open({ getCustomerOrderDetails: found(own) }, { ...guest, emailVerified: false });
  await expect(screen).toShow('This order is in your account.');
  await expect(screen).toShow(/Please confirm your address/);
  expect(screen.queryByText('Save your details? Just add a password.')).toBeNull();
});

test('an order added to an account by mistake is removed with one press, or the page says why not', async () => {
  const claimedAt = new Date().toISOString();
  let order: typeof owned & { claimedAt?: string } = {
    ...owned,
    claimedAt,
    customerInfo: { ...owned.customerInfo, firebaseId: guest.uid },
  };
  let isOpen = true;
  const { press, sent } = open(
    {
      getCustomerOrderDetails: () => found(order),
      undoClaim: () => {
        if (isOpen) {
          isOpen = false;
          return refusal('failed-precondition', 'Another order is open.');
        }
        order = owned;
        return { orderIds: [owned.orderId], message: 'The order is no longer in your account.' };
      },
    },
    guest,
  );
  await press(/^Not mine: remove it/);
  await expect(screen).toShow('Another order is open.');
  await press(/^Not mine: remove it/);
  await expect(screen).toShow('The order is no longer in your account.');
  await expect(screen).toShow('Add this order to my account');
  expect(sent('undoClaim')).toEqual([{ orderIds: [owned.orderId] }, { orderIds: [owned.orderId] }]);
});

test('the page does not repeat the loader’s request unless that took long; trying again does', async () => {
  const opened = performance.now();
  const since = vi.spyOn(performance, 'now').mockReturnValue(opened);
  markPageRequested();
  const { sent } = open();
  await expect(screen).toShow('Order Confirmed!');
  sendLiveEvent('order.updated', { order: { ...owned, status: 'ready', version: 2 } });
  await expect(screen).toShow(/Your order is now: Ready/);
  expect(sent('getCustomerOrderDetails')).toHaveLength(1);
  sendLiveEvent('reset', {});
  await waitFor(() => expect(sent('getCustomerOrderDetails')).toHaveLength(2));
  cleanup();
  since.mockReturnValue(opened + 6_000);
  const slow = open();
  await waitFor(() => expect(slow.sent('getCustomerOrderDetails')).toHaveLength(2));
  since.mockRestore();
});

test('after the payment page, a guest without an account is redirected to the order page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const paid = { ...owned, paymentMethod: 'online', paymentStatus: 'paid', sessionId: 'cs_1' } as const;
  open({ getOrderBySessionId: found(paid) }, null, '/order-success?session_id=cs_1');
  await vi.advanceTimersByTimeAsync(SESSION_POLL_FIRST_MS);
  await expect(screen).toShow('Save your details? Just add a password.');
});

test('without its access token the page offers no account and says what opens the order', async () => {
  const otherGuest = {
    ...owned,
    customerInfo: { ...owned.customerInfo, name: '', email: '', phone: '', firebaseId: null },
    metadata: { ...owned.metadata, orderToken: '' },
  };
  const { sent } = open({ getCustomerOrderDetails: found(otherGuest) }, null, `/orders/${owned.orderId}`);
  await expect(screen).toShow('Is this your order?');
  await expect(screen).toShow(/^Thank you\. Order/);
  expect(screen.queryByText(/Give the name|Come to/)).toBeNull();
  await expect(screen).toShow(/Open it with the link we sent you/);
  expect(screen.queryByRole('button', { name: 'Create my account' })).toBeNull();
  const signIn = screen.getByRole('link', { name: 'Sign in' });
  expect(signIn.getAttribute('href')).toBe(`/login?from=${encodeURIComponent('/dashboard')}`);
  expect(sent('claimOrder')).toEqual([]);
});

/** Waits for all polls at the short interval. */
async function lookedLong(looks: () => readonly unknown[]): Promise<void> {
  for (let made = 0; made < SESSION_POLL_TRIES; made++) {
    await vi.advanceTimersByTimeAsync(SESSION_POLL_MS);
    await waitFor(() => expect(looks().length).toBeGreaterThan(made));
  }
}

test('a payment that settles late leads a guest without an account to the order page only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const paid = { ...owned, paymentMethod: 'online', paymentStatus: 'paid', sessionId: 'cs_1' } as const;
  const waiting = { getOrderBySessionId: refusal('order-not-found', '', { sessionStatus: 'paid' }) };
  const { answer, sent } = open(waiting, null, '/order-success?session_id=cs_1');
  await lookedLong(() => sent('getOrderBySessionId'));
  await expect(screen).toShow('Your payment was successful. Your order is being processed.');
  answer({ getOrderBySessionId: found(paid) });
  await vi.advanceTimersByTimeAsync(LATE_POLL_MS);
  await expect(screen).toShow('Save your details? Just add a password.');
});

test('a payment that settles late leads a customer to the list of orders', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const waiting = { getOrderBySessionId: refusal('order-not-found', '', { sessionStatus: 'paid' }) };
  const { sent } = open(waiting, guest, '/order-success?session_id=cs_1');
  await lookedLong(() => sent('getOrderBySessionId'));
  await expect(screen).toShow('elsewhere');
});

test('an order whose time has passed is called late with whom to call, and a new time from staff replaces that', async () => {
  vi.setSystemTime('2026-11-20T22:26:00Z');
  const preparing = { ...owned, status: 'preparing' as const, version: 2 };
  open({ getCustomerOrderDetails: found({ ...owned, status: 'pending' }) });
  await expect(screen).toShow(/^Your order is later than planned\. The kitchen has not started it yet\./);
  sendLiveEvent('order.updated', { order: preparing });
  await expect(screen).toShow(/^Your order is later than planned\. The kitchen is on it, and we are sorry\./);
  await expect(screen).toShow('Was planned for');
  expect(screen.queryByText('Estimated ready')).toBeNull();
  const call = screen.getByRole('link', { name: 'Call (902) 555-0123' });
  expect(call.getAttribute('href')).toBe('tel:+19025550123');
  await waitFor(() => expect(document.title).toContain('later than planned'));
  const promised = { from: '2026-11-20T22:40:00.000Z', to: '2026-11-20T22:45:00.000Z' };
  sendLiveEvent('order.updated', { order: { ...preparing, promised, estimatedReady: promised.to, version: 3 } });
  await expect(screen).toShow('Estimated ready');
  expect(screen.queryByText(/later than planned/)).toBeNull();
});
