import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { probeServer } from '../../shared/offline/online.ts';
import { refusal } from '../../testing/network.ts';
import { openOffice, openTablePanel } from '../../testing/show.tsx';
import { billOfFive, firstRound, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';

/** The changes that this device stores. The document of the tests has no IndexedDB. */
const device = vi.hoisted(() => ({ changes: [] as QueuedChange[] }));
vi.mock('../../shared/offline/queue-store.ts', () => ({
  queueStore: {
    all: async () => device.changes,
    async add(change: QueuedChange) {
      device.changes = [...device.changes, { ...change, place: device.changes.length + 1 }];
    },
    async update(change: (each: QueuedChange) => QueuedChange | null) {
      device.changes = device.changes.map(change).filter((each) => each !== null);
    },
  },
}));
const paidTab = { ...tabOfFive, paid: 22.8, due: 0 };
const paidBill = { ...billOfFive, paid: 22.8, due: 0 };
const took = { paymentId: 'p1', taken: 22.8, change: 0, paymentUrl: null, bill: paidBill, order: firstRound };
afterEach(async () => {
  device.changes = [];
  vi.stubGlobal('fetch', async () => new Response('ok'));
  await act(async () => void (await probeServer()));
});

test('cash is taken for a bill that this device never opened, and the panel then says that it is paid', async () => {
  const {
    press,
    sent,
    answer,
    fetch: network,
  } = openOffice('floor', { ...tabsAnswers, getReservationDay: refusal('hours-not-configured') });
  await screen.findByRole('button', { name: /^Table 5/ });
  const loads = sent('getTab').length;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  act(() => void dispatchEvent(new Event('offline')));
  await openTablePanel();
  await expect(screen).toShow('Its dishes are shown when you are connected again.');
  await press('Take cash');
  await press('Take $22.80');
  await expect(screen).toShow('All paid');
  await waitFor(() => expect(device.changes.map(({ about }) => about)).toEqual(['Table 5: Cash $22.80']));
  expect(device.changes[0]?.body).toMatchObject({ billId: tabOfFive.billId, tender: 'cash', amount: 22.8 });
  await press('Done');
  await expect(screen).toShow('Paid');

  // The stream of live events is still interrupted, so only the queue knows that the cash has arrived.
  answer({
    getTabs: { tabs: [paidTab] },
    getTab: { tab: paidTab, bill: paidBill, orders: [firstRound] },
    addPayment: took,
  });
  vi.stubGlobal('fetch', network);
  await act(async () => void (await probeServer()));
  await waitFor(() => expect(device.changes).toEqual([]));
  await waitFor(() => expect(sent('getTab').length).toBeGreaterThan(loads));
  await expect(screen).toShow('See the bill');
  expect(screen.queryByText('Split or pay')).toBeNull();
});
