import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { ordersOf } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const ticket = (orderId: string, isFetched = true) => ({
  printerId: 'p1',
  locationId: 'truro',
  name: 'Wok',
  orderId: `TRU-20261120-${orderId}`,
  isFetched,
});
const lost = ticket('AAAAA');

test.each(['board', 'kitchen screen'])(
  'the %s names a ticket that no printer confirmed, and prints it again',
  async (at) => {
    const { press, sent, answer } = openOffice('orders', {
      getLocationOrders: ordersOf([]),
      getUnconfirmedTickets: { tickets: [lost, ticket('BBBBB', false)] },
      printOrder: refusal('not-found', 'This printer does not exist.'),
    });
    if (at === 'kitchen screen') await press('Kitchen');
    await expect(screen).toShow('Wok did not confirm it. Look for it on paper.');
    await expect(screen).toShow('Wok does not fetch it.');
    // A printer that does not ask would not print it again either.
    expect(screen.getAllByRole('button', { name: /^Print again/ })).toHaveLength(1);
    await press(/^Print again/);
    await expect(screen).toShow('This printer does not exist.');
    answer({ printOrder: { printerId: 'p1' }, getUnconfirmedTickets: { tickets: [] } });
    await press(/^Print again/);
    await expect(screen).toShow('The ticket is printed when the printer asks next');
    await waitFor(() => expect(screen.queryByText(/did not confirm/)).toBeNull());
    expect(sent('printOrder').at(-1)).toEqual({ printerId: 'p1', orderId: lost.orderId });
  },
);

test('a ticket that gets lost meanwhile appears by itself, and leaves when it is printed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { answer } = openOffice('orders', { getLocationOrders: ordersOf([]) });
  await expect(screen).toShow('Nothing is being cooked.');
  expect(screen.queryByText('AAAAA')).toBeNull();
  answer({ getUnconfirmedTickets: { tickets: ['AAAAA', 'BBBBB', 'CCCCC', 'DDDDD'].map((id) => ticket(id)) } });
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(screen).toShow('AAAAA');
  await expect(screen).toShow('and 1 more');
  answer({ getUnconfirmedTickets: { tickets: [] } });
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(screen.queryByText('AAAAA')).toBeNull());
});
