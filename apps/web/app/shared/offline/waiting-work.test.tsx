import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';
import type { QueuedChange } from './changes.ts';

const device = vi.hoisted(() => ({ rows: [] as QueuedChange[], places: 0 }));
vi.mock('./queue-store.ts', () => ({
  queueStore: {
    all: () => Promise.resolve(device.rows),
    add(change: QueuedChange) {
      device.rows = [...device.rows, { ...change, place: ++device.places }];
      return Promise.resolve();
    },
    update(next: (change: QueuedChange) => QueuedChange | null) {
      device.rows = device.rows.map(next).filter((each) => each !== null);
      return Promise.resolve();
    },
  },
}));

beforeEach(() => {
  device.rows = [];
  // The test document's signals are not those of Node, whose requests refuse them.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(undefined as never);
});
afterEach(() => void vi.restoreAllMocks());

const cooking = { ...dalForOne, status: 'preparing' as const, orderTime: new Date().toISOString() };
const paid = { ...cooking, paymentStatus: 'paid' as const, version: 2 };
const drew = { paidBy: 'Drew', paidAt: '2026-11-20T21:37:00.000Z', amount: 11.4, tender: 'cash' };
const overpaid = { refundId: 'refund-2', amount: 11.4 };

/** A board on which this person collects cash that Drew has collected already. */
async function collect(more: Answers = {}) {
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [cooking]),
    processOrderPayment: ({ takenAnyway }) =>
      takenAnyway === true
        ? ({ orderId: cooking.id, order: paid, overpaid } as never)
        : refusal('already-paid', 'Drew already paid or collected $11.40 for this order.', drew),
    ...more,
  });
  await office.press('Collect Cash Payment');
  await office.press('Yes, received');
  const question = await screen.findByRole('dialog', { name: '1 change needs an answer' });
  await within(question).findByText(/^Drew took \$11\.40 in cash at .+\. Did you take it too\?$/);
  return office;
}

test('cash that a colleague took already is asked about, and Yes records it to be given back', async () => {
  const { press, sent } = await collect({ settleManualRefund: { refund: {}, order: paid } as never });
  await press('Yes, I took $11.40 too');
  await screen.findByRole('dialog', { name: 'Paid twice: give $11.40 back' });
  expect(sent('processOrderPayment').at(-1)).toMatchObject({ takenAnyway: true, collected: 11.4 });
  await press('Give $11.40 back in cash');
  await expect(screen).toShow('$11.40 given back');
  expect(sent('settleManualRefund')).toEqual([{ refundId: 'refund-2' }]);
  expect(device.rows).toEqual([]);
});

test('the money can be left for a manager, and a failure to record it says why', async () => {
  const { press } = await collect({ settleManualRefund: refusal('permission-denied') });
  await press('Yes, I took $11.40 too');
  await press('Give $11.40 back in cash');
  await expect(screen).toShow('You do not have permission to perform this action.');
  await press('Leave for a manager');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('No removes the entry, and Undo brings the question back', async () => {
  const { press, sent } = await collect();
  await press('No, only Drew did');
  await expect(screen).toShow('Your entry was removed');
  expect(device.rows).toEqual([]);
  await press('Undo');
  await screen.findByRole('dialog', { name: '1 change needs an answer' });
  expect(sent('processOrderPayment').every(({ takenAnyway }) => takenAnyway === undefined)).toBe(true);
});

test('a question can be answered later', async () => {
  const { press } = await collect();
  await press('Close');
  await expect(screen).toShow('1 change was not accepted');
  await press('Look');
  await expect(screen).toShow(/Did you take it too/);
});
