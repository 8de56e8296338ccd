import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dalForOne, ordersOf, staff } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent } from '../../testing/show.tsx';

const later = {
  ...dalForOne,
  orderTime: '2026-11-20T20:00:00.000Z',
  updatedAt: '2026-11-20T20:00:00.000Z',
  wantedFor: '2026-11-20T22:15:00.000Z',
  estimatedReady: '2026-11-20T22:15:00.000Z',
  firesAt: '2026-11-20T21:54:00.000Z',
};

const RINGS = 'Repeats every 2 seconds until accepted';

test('a scheduled order waits apart with its time and joins the new orders when it is due', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T21:50:00Z') });
  const { user } = openOffice(
    'orders',
    { getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [later]) },
    staff,
  );
  await expect(screen).toShow('Later: 1 order');
  await expect(screen).toShow(/^next comes Friday,? 5:54 p\.m\.$/);
  expect(screen.queryByRole('article')).toBeNull();
  await user.click(screen.getByText('Later: 1 order'));
  await expect(screen).toShow(/Friday,? 6:15 p\.m\./);
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000 + 1_000));
  const ticket = await screen.findByRole('article', { name: /^AAAAA, Pickup, for 6:15 p\.m\./ });
  expect(within(ticket).getByText('New')).toBeTruthy();
  expect(screen.queryByText('Later: 1 order')).toBeNull();
});

test('a newly placed scheduled order plays no sound', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T21:50:00Z') });
  openOffice('orders', { getLocationOrders: () => ordersOf([]) }, staff);
  await expect(screen).toShow('No orders waiting. New orders will ring here.');
  sendLiveEvent('order.created', { locationId: 'truro', order: later });
  await expect(screen).toShow('Later: 1 order');
  expect(screen.queryByText(RINGS)).toBeNull();
  expect(screen.queryByRole('article')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000 + 1_000));
  expect(await screen.findByRole('article', { name: /^AAAAA/ })).toBeTruthy();
  await expect(screen).toShow(RINGS);
});
