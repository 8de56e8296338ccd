import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import Dashboard, { loader } from '../../routes/guest/dashboard.tsx';
import Details, { loader as detailsLoader } from '../../routes/guest/details.tsx';
import type { Answer } from '../../shared/api/api.ts';
import { readShownOrder } from '../order/shown-order.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage, sendLiveEvent, typeIn } from '../../testing/show.tsx';

type Order = Answer<'getCustomerOrders'>['orders'][number];
type Reservation = Answer<'getMyReservations'>['reservations'][number];

const asha = { ...guest, displayName: 'Asha Rao', loyaltyPoints: 412, totalOrders: 9, totalSpent: 487.2 };
const dal: Order = dalForOne;
const live: Order = { ...dal, status: 'preparing', canCancel: true, estimatedReady: '2026-11-20T22:40:00.000Z' };
const past: Order = { ...dal, id: 'TRU-20261112-BBBBB', orderId: 'TRU-20261112-BBBBB', status: 'completed' };
const table: Reservation = {
  id: 'r1',
  reservationId: 'RES-TRU-20261127-K7QD',
  status: 'confirmed',
  location: 'truro',
  locationName: 'Truro Heights',
  startsAt: '2026-11-27T23:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  reservationDetails: { date: '2026-11-27', time: '19:00', partySize: 4, duration: 120, specialRequests: null },
} as unknown as Reservation;

function account(more: Answers = {}, me: typeof asha | null = asha) {
  return openPage(
    { default: Dashboard, loader },
    '/dashboard',
    {
      getCustomerOrders: { orders: [live, past], nextCursor: null },
      getMyReservations: { reservations: [table], nextCursor: null, asOf: '2026-11-20T22:00:00.000Z' },
      getFavorites: { favorites: [] },
      getEarlierOrders: { count: 0 },
      ...more,
    },
    me,
  );
}
const underWay = () => screen.queryByRole('heading', { level: 2, name: 'Being Prepared' });
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('shows the live order first, then reservations, past orders, points and details [C-DASH-02]', async () => {
  account();
  await screen.findByRole('heading', { level: 2, name: 'Being Prepared' });
  expect(headings()).toEqual([
    'Being Prepared',
    'Reservations',
    'Past Orders',
    'Your points',
    'Your favourites',
    'Your details',
  ]);
  expect(screen.getByRole('link', { name: 'Track order' }).getAttribute('href')).toBe(
    `/order-success?orderId=${live.orderId}`,
  );
});

test('the account is titled Past Orders / Reservations [C-DASH-01]', async () => {
  account();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Past Orders / Reservations');
});

test('shows the figures that the API returns [C-DASH-02]', async () => {
  account();
  const points = within(await screen.findByRole('region', { name: 'Your points' }));
  expect(points.getAllByRole('definition').map((figure) => figure.textContent)).toEqual(['412', '9', '$487.20']);
});

test('shows the next reservation as a card with day, time and links', async () => {
  account();
  const tables = within(await screen.findByRole('region', { name: 'Reservations' }));
  expect(tables.getByText('27').closest('p')?.textContent).toBe('Friday 27 November');
  expect(tables.getByRole('heading', { level: 3 }).textContent).toBe('Truro Heights, 7:00 p.m.');
  expect(tables.getByText('Table for four, Confirmed')).toBeTruthy();
  expect(tables.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('maps');
});

test('shows the open order that is due next first, and older and later ones below', async () => {
  const due = (id: string, estimatedReady: string): Order => ({ ...live, id, orderId: id, estimatedReady });
  const orders = [
    due('TRU-20261120-CCCCC', '2026-11-21T18:00:00.000Z'),
    due('TRU-20261118-DDDDD', '2026-11-18T22:30:00.000Z'),
    due('TRU-20261120-EEEEE', '2026-11-20T21:50:00.000Z'),
  ];
  account({ getCustomerOrders: { orders, nextCursor: null } });
  const links = await screen.findAllByRole('link', { name: 'Track order' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['TRU-20261120-EEEEE', 'TRU-20261120-CCCCC', 'TRU-20261118-DDDDD'].map((id) => `/order-success?orderId=${id}`),
  );
});

test('an order that finishes while the page is open moves to the past orders, and the points are reloaded', async () => {
  const { answer, sent } = account();
  await screen.findByRole('heading', { level: 2, name: 'Being Prepared' });
  const done: Order = { ...live, status: 'completed', version: live.version + 1 };
  answer({ getCustomerOrders: { orders: [done, past], nextCursor: null } });
  const before = sent('getCustomerOrders').length;
  sendLiveEvent('order.updated', { order: done });
  await waitFor(() => expect(underWay()).toBeNull());
  await expect(screen).toShow(live.orderId);
  await waitFor(() => expect(sent('getCustomerOrders').length).toBeGreaterThan(before));
});

test('a guest cancels an order that the kitchen has not started, and it moves to the past orders', async () => {
  const cancelled: Order = { ...live, status: 'cancelled', version: live.version + 1 };
  const { press, sent } = account({ cancelCustomerOrder: { order: cancelled } as Answer<'cancelCustomerOrder'> });
  await press('Cancel order');
  await press('Cancel order');
  await expect(screen).toShow('Your order was cancelled.');
  expect(sent('cancelCustomerOrder')).toEqual([{ orderId: live.orderId, reason: '' }]);
  expect(underWay()).toBeNull();
});

test.each([
  ['cash', 'unpaid', /cannot be undone\. You pay nothing\./],
  ['online', 'paid', /cannot be undone\. .*\$11\.40 goes to the card you paid with/],
] as const)(
  'before cancelling an order by %s that is %s, the guest reads what happens to the money',
  async (paymentMethod, paymentStatus, pattern) => {
    const { press } = account({
      getCustomerOrders: { orders: [{ ...live, paymentMethod, paymentStatus }], nextCursor: null },
    });
    await press('Cancel order');
    await expect(screen).toShow(pattern);
  },
);

test('an order opened from the account shows at once on its page', async () => {
  const { press } = account();
  await press('Track order', 'link');
  await waitFor(() => expect(readShownOrder(observed)?.order.orderId).toBe(live.orderId));
});
const observed = { address: `?orderId=${live.orderId}`, orderId: live.orderId, sessionId: null, uid: asha.uid };

test('an order that can no longer be cancelled shows the reason and stays', async () => {
  const { press } = account({ cancelCustomerOrder: refusal('invalid-transition', 'Order is ready already') });
  await press('Cancel order');
  await press('Cancel order');
  await expect(screen).toShow(/Order is ready already/);
  expect(underWay()).toBeTruthy();
});

test('shows refunds with open and past orders', async () => {
  const refund = { amount: 5, at: '2026-11-20T22:05:00.000Z', items: [] };
  account({
    getCustomerOrders: {
      orders: [live, past].map((order) => ({ ...order, refunds: [refund] })),
      nextCursor: null,
    } as never,
  });
  expect(await screen.findAllByText('Refunded $5.00, Nov 20, 6:05 p.m.')).toHaveLength(2);
});

test('shows an error when older orders do not load', async () => {
  const { press, answer } = account({ getCustomerOrders: { orders: [past], nextCursor: 'older' } });
  await screen.findByRole('button', { name: 'Show older orders' });
  answer({ getCustomerOrders: refusal('conflict') });
  await press('Show older orders');
  await expect(screen).toShow('Older orders could not be loaded.');
});

test('a new customer reads one line with a link each', async () => {
  account({
    getCustomerOrders: { orders: [], nextCursor: null },
    getMyReservations: { reservations: [], nextCursor: null, asOf: '2026-11-20T22:00:00.000Z' },
  });
  await expect(screen).toShow(/^No orders yet\./);
  await expect(screen).toShow(/^No reservations yet\./);
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways.filter((way) => way === '/menu')).toHaveLength(2);
  expect(ways).toContain('/reservations');
});

test('without a session the page only offers to sign in [C-ROUTE-09]', async () => {
  account({}, null);
  await expect(screen).toShow('elsewhere');
});

function details(more: Answers = {}, me = asha) {
  const answers = { getMyAddresses: { addresses: [] }, ...more };
  return openPage({ default: Details, loader: detailsLoader }, '/dashboard/details', answers, me);
}

test('the details show addresses of earlier deliveries with their instructions for the driver', async () => {
  const addresses = [
    { address: '22 Willow Street, Truro', postalCode: 'B2N 4Z1', instructions: 'Side door' },
    { address: '5 Elm Street', postalCode: '', instructions: '' },
  ];
  details({ getMyAddresses: { addresses } });
  const delivered = within(await screen.findByRole('list', { name: 'Delivery addresses' }));
  expect(delivered.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    '22 Willow Street, Truro, B2N 4Z1Side door',
    '5 Elm Street',
  ]);
});

test('one detail is changed at a time in its place, and only that one is sent', async () => {
  const { press, sent, answer } = details({ updateMe: refusal('invalid-argument', 'Not this one', { field: 'name' }) });
  await press('Change name');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full Name/));
  await press('Change phone number');
  expect(screen.queryByLabelText(/^Full Name/)).toBeNull();
  await press('Cancel');
  expect(document.activeElement?.textContent).toBe('Change phone number');
  await press('Change name');
  await typeIn(/^Full Name/, 'Asha Menon');
  await press('Save');
  await expect(screen).toShow('Not this one');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full Name/));
  answer({ updateMe: { me: asha } });
  await press('Save');
  await expect(screen).toShow('Your details are saved.');
  expect(sent('updateMe')).toEqual([{ displayName: 'Asha Menon' }, { displayName: 'Asha Menon' }]);
});

test('a switch is saved at once, and goes back when it could not be saved', async () => {
  const { press, sent, answer } = details({ updateMe: refusal('conflict') });
  const tells = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Tell me about my orders/ });
  await press(/^Tell me about my orders/, 'switch');
  await waitFor(() => expect(sent('updateMe')).toHaveLength(1));
  await waitFor(() => expect(tells().checked).toBe(asha.preferences.notifications));
  answer({ updateMe: { me: asha } });
  await press(/^Tell me about my orders/, 'switch');
  await expect(screen).toShow('Your details are saved.');
  const change = { preferences: { notifications: !asha.preferences.notifications } };
  expect(sent('updateMe')).toEqual([change, change]);
});

test('the first three orders show, and the others when asked for', async () => {
  const orders = ['CCCCC', 'DDDDD', 'EEEEE', 'FFFFF', 'GGGGG'].map((code) => ({
    ...past,
    id: `TRU-20261112-${code}`,
    orderId: `TRU-20261112-${code}`,
  }));
  const { press } = account({ getCustomerOrders: { orders, nextCursor: null } });
  await expect(screen).toShow('TRU-20261112-EEEEE');
  expect(screen.queryByText('TRU-20261112-FFFFF')).toBeNull();
  await press('All 5 orders');
  await expect(screen).toShow('TRU-20261112-GGGGG');
});

test('deleting an account needs the password: a wrong one shows an error at its field and deletes nothing', async () => {
  const { press, answer, sent } = details({
    deleteMe: refusal('invalid-argument', 'Incorrect password. Please try again.', { field: 'password' }),
  });
  await press('Delete my account');
  await typeIn('Your password', 'Wrong-pass-1!');
  await press('Delete my account');
  await expect(screen).toShow('Incorrect password. Please try again.');
  expect(screen.getByRole('dialog', { name: 'Delete your account?' })).toBeTruthy();
  answer({ deleteMe: { message: '' } });
  await typeIn('Your password', 'Good-pass-1!');
  await press('Delete my account');
  await expect(screen).toShow('Your account has been deleted.');
  expect(sent('deleteMe').map(({ password }) => password)).toEqual(['Wrong-pass-1!', 'Good-pass-1!']);
  await expect(screen).toShow('elsewhere');
});

test('with a code from their mail, a customer also erases what they did without signing in', async () => {
  const { press, answer, sent } = details({
    sendClaimCode: { channel: 'mail', to: asha.email, isSent: true, minutes: 10 },
    deleteMe: refusal('code-refused'),
  });
  await press('Delete my account');
  await typeIn('Your password', 'Good-pass-1!');
  await press(/^Also erase what I did with this email address/, 'checkbox');
  expect(sent('sendClaimCode')).toEqual([]);
  await press('Delete my account');
  await expect(screen).toShow('Is this address still yours?');
  await waitFor(() => expect(sent('sendClaimCode')).toHaveLength(1));
  expect(sent('deleteMe')).toEqual([]);
  await typeIn(/Code/, '111111');
  await press('Delete my account');
  await expect(screen).toShow(/code is wrong or has expired/);
  answer({ deleteMe: { message: '' } });
  await typeIn(/Code/, '123456');
  await press('Delete my account');
  await expect(screen).toShow('Your account has been deleted.');
  expect(sent('deleteMe')).toMatchObject([
    { password: 'Good-pass-1!', code: '111111' },
    { password: 'Good-pass-1!', code: '123456' },
  ]);
});

test('a code that was refused is forgotten when the deletion begins again with the password', async () => {
  const { press, answer } = details({
    sendClaimCode: { channel: 'mail', to: asha.email, isSent: true, minutes: 10 },
    deleteMe: refusal('code-refused'),
  });
  await press('Delete my account');
  await typeIn('Your password', 'Wrong-pass-1!');
  await press(/^Also erase what I did with this email address/, 'checkbox');
  await press('Delete my account');
  await typeIn(/Code/, '111111');
  await press('Delete my account');
  await expect(screen).toShow(/code is wrong or has expired/);
  answer({ deleteMe: refusal('invalid-argument', 'Incorrect password. Please try again.', { field: 'password' }) });
  await typeIn(/Code/, '123456');
  await press('Delete my account');
  await expect(screen).toShow('Incorrect password. Please try again.');
  await press('Delete my account');
  await expect(screen).toShow('Is this address still yours?');
  expect(screen.queryByText(/code is wrong or has expired/)).toBeNull();
});

test('a customer with an unconfirmed address is not offered the code', async () => {
  const { press } = details({}, { ...asha, emailVerified: false });
  await press('Delete my account');
  await expect(screen).toShow('Delete your account?');
  expect(screen.queryByRole('checkbox', { name: /^Also erase/ })).toBeNull();
});

test('a customer who signs in with a provider is not asked for a password', async () => {
  const { press } = details({}, { ...asha, signupMethod: 'google' });
  await press('Delete my account');
  await expect(screen).toShow('Delete your account?');
  expect(screen.queryByLabelText(/Your password/)).toBeNull();
});

test.each([
  ['🙂 Liam', 'Name contains invalid characters'],
  ['A', 'Name must be at least 2 characters'],
])('refuses the name %s with the checkout message and sends nothing', async (name, words) => {
  const { press, sent } = details();
  await press('Change name');
  await typeIn(/^Full Name/, name);
  await press('Save');
  await expect(screen).toShow(words);
  expect(sent('updateMe')).toEqual([]);
});

test('a favourite shows its dish and location without the whole menu, and is hidden if the location is gone', async () => {
  const heart = { locationId: 'truro', itemId: 'dal', name: 'Dal Tadka', createdAt: '2026-11-20T12:00:00.000Z' };
  account({ getFavorites: { favorites: [heart, { ...heart, locationId: 'gone', name: 'Old Naan' }] } });
  const link = await screen.findByRole('link', { name: 'Dal Tadka Truro Heights' });
  expect(link.getAttribute('href')).toBe('/menu/truro?dish=dal');
  expect(screen.queryByText(/Old Naan/)).toBeNull();
});

test('a customer with an unconfirmed address finds where to enter the mailed code among the details', async () => {
  account({}, { ...asha, emailVerified: false });
  const rows = within(await screen.findByRole('region', { name: 'Your details' }));
  expect(rows.getByText('anjali@example.test, not confirmed')).toBeTruthy();
  expect(rows.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe('/confirm-email');
});

test('a customer with a confirmed address is not asked for a code', async () => {
  account({}, asha);
  await expect(screen).toShow('Past Orders');
  expect(screen.queryByRole('link', { name: 'Enter the code' })).toBeNull();
});

const earlierOrder = {
  orderId: 'TRU-20261101-7KQ4M',
  orderTime: '2026-11-01T22:00:00.000Z',
  locationName: 'Truro Heights',
  timeZone: 'America/Halifax',
  customerName: 'Anjali',
  total: 21.09,
};

test('shows only the number of earlier orders until a code is entered, then adds the chosen ones', async () => {
  let count = 2;
  const { press, sent } = account({
    getEarlierOrders: () => ({ count }),
    sendClaimCode: { channel: 'mail', to: asha.email, isSent: true, minutes: 10 },
    previewClaim: ({ code }) =>
      code === '123456'
        ? { orders: [earlierOrder, { ...earlierOrder, orderId: 'TRU-20261102-9ZZZZ', customerName: 'Mallory' }] }
        : refusal('code-refused'),
    claimOrder: () => {
      if (count === 2) {
        count = 1;
        return refusal('conflict');
      }
      count = 0;
      return { orders: [], message: 'The order is in your account now.' };
    },
  });
  await expect(screen).toShow('2 earlier orders were placed with your address');
  expect(sent('sendClaimCode')).toEqual([]);
  await press('Add to my account');
  await expect(screen).toShow(/We sent a code to anjali@example\.test/);
  await typeIn('Code', '654321');
  await press('Show them');
  await expect(screen).toShow(/This code is wrong or has expired/);
  await typeIn('Code', '123 456');
  await press('Show them');

  const dialog = within(await screen.findByRole('dialog', { name: 'Which are yours?' }));
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true]);
  for (const box of boxes) box.click();
  const add = dialog.getByRole('button', { name: 'Add to my account' });
  add.click();
  await expect(screen).toShow('Choose at least one order.');
  dialog.getByRole('checkbox', { name: /Anjali/ }).click();
  add.click();
  expect((await dialog.findByRole('alert')).textContent).not.toBe('');
  add.click();
  await expect(screen).toShow('The order is in your account now.');
  const chosen = { code: '123456', orderIds: [earlierOrder.orderId] };
  expect(sent('claimOrder')).toEqual([chosen, chosen]);
  await waitFor(() => expect(screen.queryByText(/earlier orders/)).toBeNull());
});

test('shows the reason when a code cannot be sent', async () => {
  const { press } = account({
    getEarlierOrders: { count: 1 },
    sendClaimCode: refusal('proof-needed', 'Please confirm your email address first.'),
  });
  await expect(screen).toShow('1 earlier order was placed with your address');
  await press('Add to my account');
  await expect(screen).toShow('Please confirm your email address first.');
});

test('an order that was added by mistake can be removed within a day; one placed in the account cannot', async () => {
  const day = 24 * 3_600_000;
  const came = (orderId: string, ms: number) => ({
    ...past,
    orderId,
    id: orderId,
    claimedAt: new Date(Date.now() - ms).toISOString(),
  });
  let orders = [past, came('TRU-20261120-MINE1', day + 60_000), came('TRU-20261120-OTHER', day - 60_000)];
  const { press, sent } = account({
    getCustomerOrders: () => ({ orders, nextCursor: null }),
    undoClaim: () => {
      orders = orders.filter(({ orderId }) => orderId !== 'TRU-20261120-OTHER');
      return { orderIds: ['TRU-20261120-OTHER'], message: 'The order is no longer in your account.' };
    },
  });
  await expect(screen).toShow('We added 1 earlier order to your account');
  await press(/^Not mine: remove it/);
  await expect(screen).toShow('The order is no longer in your account.');
  expect(sent('undoClaim')).toEqual([{ orderIds: ['TRU-20261120-OTHER'] }]);
  await waitFor(() => expect(screen.queryByText(/earlier order to your account/)).toBeNull());
});
