import { screen, waitFor, within } from '@testing-library/react';
import { getLocationOrders } from '@tiffin/contract/order/staff-orders';
import { stepTimes } from '@tiffin/domain/order';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';

type Order = typeof dalForOne;

function order(code: string, change: Partial<Order> = {}): Order {
  const id = `TRU-20261120-${code}`;
  return { ...dalForOne, id, orderId: id, orderTime: new Date().toISOString(), ...change };
}
const board = (orders: Order[], more: Answers = {}) =>
  openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders),
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
    ...more,
  });
const ticket = (code: string) => screen.findByRole('article', { name: new RegExp(`^${code}`) });

/** How much of a ticket's time has passed, 0 to 100, since it was started. */
const used = async (code: string) => within(await ticket(code)).getByRole<HTMLProgressElement>('progressbar').value;

/** The server's response to a start, with its timestamps. */
function started(from: Order): Answers {
  const now = new Date();
  const { prepStartTime, promise } = stepTimes('preparing', now);
  if (!promise) throw new Error('starting promises a time');
  const promised = { from: promise.from.toISOString(), to: promise.to.toISOString() };
  const next: Order = {
    ...from,
    status: 'preparing',
    version: 2,
    updatedAt: now.toISOString(),
    prepStartTime: prepStartTime?.toISOString() ?? null,
    promised,
    estimatedReady: promised.to,
  };
  return {
    updateOrderStatus: { orderId: from.id, oldStatus: 'pending', newStatus: 'preparing', message: '', order: next },
  };
}

test('starting an order sets its due time to 45 minutes later and restarts its clock [A-BOARD-12] [A-BOARD-13]', async () => {
  const it = order('START', {
    orderTime: new Date(Date.now() - 12 * 60_000).toISOString(),
    updatedAt: new Date(Date.now() - 12 * 60_000).toISOString(),
  });
  const { user } = board([it], started(it));
  await user.click(await screen.findByRole('button', { name: 'Snooze for a minute' }).catch(() => document.body));
  expect(await used('START')).toBe(100);
  await user.click(within(await ticket('START')).getByRole('button', { name: 'Start Preparing' }));
  // The promise ends at the next full minute.
  await waitFor(async () => expect((await ticket('START')).textContent).toMatch(/due in 4[56] min/i));
  expect(await used('START')).toBe(0);
});

test('an order stays in front for 15 seconds before the next one replaces it [A-BOARD-33]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  board([]);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  for (const it of [order('FIRST'), order('OTHER')]) sendLiveEvent('order.created', { locationId: 'truro', order: it });
  const popup = () => screen.getByRole('dialog', { name: 'New order' });
  const inFront = () => popup().querySelector('b')?.textContent;
  await waitFor(() => expect(popup().textContent).toContain('Show all 2'));
  const before = inFront();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(inFront()).toBe(before);
  await vi.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(inFront()).not.toBe(before));
  await vi.advanceTimersByTimeAsync(16_000);
  await waitFor(() => expect(inFront()).toBe(before));
});

test('lists all orders newest first by default [A-BOARD-08] [A-BOARD-09]', async () => {
  const at = (day: string) => `2026-11-${day}T22:00:00.000Z`;
  const placed = [
    order('MIDST', { orderTime: at('14') }),
    order('NEWST', { orderTime: at('20') }),
    order('OLDST', { orderTime: at('02') }),
  ];
  const { sent } = openOffice('find-order', {
    getLocationOrders: (request) => {
      // Parses the query as the server does, with its defaults.
      const { sortBy, sortOrder } = getLocationOrders.query.parse(request);
      const sorted = placed.toSorted((a, b) => a[sortBy as 'orderTime'].localeCompare(b[sortBy as 'orderTime']));
      return ordersOf(sortOrder === 'desc' ? sorted.toReversed() : sorted);
    },
  });
  await expect(screen).toShow('MIDST');
  const codes = screen.getAllByRole('link').map(({ textContent }) => /MIDST|NEWST|OLDST/.exec(textContent)?.[0]);
  expect(codes.filter(Boolean)).toEqual(['NEWST', 'MIDST', 'OLDST']);
  expect(sent('getLocationOrders').at(-1)).not.toHaveProperty('sortBy');
});

test('an admin creates, advances and cancels orders, takes payments and texts guests [A-ROLE-09]', async () => {
  const it = order('ADMIN', { status: 'preparing' });
  const { press } = board([it]);
  const shown = within(await ticket('ADMIN'));
  const live = (name: string | RegExp) => shown.getByRole('button', { name }).getAttribute('aria-disabled') === null;
  expect(screen.getAllByRole('link', { name: 'Till' }).length).toBeGreaterThan(0);
  expect(['Mark as Ready', 'Collect Cash Payment', 'Cancel'].map(live)).toEqual([true, true, true]);
  await press('Select');
  await press('Select order ADMIN', 'checkbox');
  expect(await screen.findByRole('button', { name: 'Mark as Ready (1)' })).toBeTruthy();
});

const ID = 'TRU-20261120-TEXTS';
test.each([
  ['order-not-found', 'Order not found', '[A-SMS-03]'],
  ['failed-precondition', 'No phone number found for this order', '[A-SMS-04]'],
] as const)('a text message refused with %s shows an error in the dialog: %s %s', async (code, words, _fact) => {
  const it = order('TEXTS');
  const { press, sent } = openOffice(`find-order/${ID}`, {
    getOrderDetails: { order: it },
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
    getSMSTemplates: { templates: [] },
    sendCustomSMS: refusal(code, words),
  });
  await press('Text the guest');
  await typeIn('Message', 'Your table is ready');
  await press(/^Send to/);
  await expect(screen).toShow(`Failed to send SMS: ${words}`);
  expect(sent('sendCustomSMS')).toEqual([{ orderId: ID, message: 'Your table is ready' }]);
});
