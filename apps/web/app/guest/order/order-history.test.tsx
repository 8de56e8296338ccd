import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/order-success.tsx';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

// Before the promise of the orders.
beforeEach(() => void vi.setSystemTime('2026-11-18T22:00:00Z'));

const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
/** A time in Nova Scotia in November. */
const at = (clock: string) => `2026-11-20T${String(Number(clock.slice(0, 2)) + 4)}${clock.slice(2)}:00.000Z`;
const step = (status: 'pending' | 'preparing' | 'ready' | 'completed' | 'cancelled', clock: string) => ({
  status,
  from: null,
  at: at(clock),
  by: '',
  note: null,
});
const move = { at: at('18:14'), by: '', lines: [], facts: ['time'], was: 10, now: 10 };
const ready = { was: at('18:30'), wasFrom: at('18:20'), now: at('18:45'), nowFrom: at('18:35') };
const moved = { ...move, ready, why: 'A large order went before yours' };

function open(change: Partial<typeof order>) {
  openPage(
    route,
    `/order-success?orderId=${order.orderId}`,
    {
      getCustomerOrderDetails: {
        orderId: order.orderId,
        order: { ...order, orderTime: at('18:02'), paidAt: null, ...change },
      },
    },
    guest,
  );
}

async function log(change: Partial<typeof order>) {
  open(change);
  const title = await screen.findByRole('heading', { name: 'What happened' });
  return within(title.parentElement ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

test('lists the events of an order, newest first, with the names of its steps', async () => {
  const entries = await log({
    status: 'completed',
    orderType: 'delivery',
    paidAt: at('18:02'),
    changes: [{ ...moved, lines: [{ line: 2, name: 'Naan', by: 1, spice: '' }] }],
    statusHistory: [
      step('pending', '18:02'),
      step('preparing', '18:09'),
      step('ready', '18:28'),
      step('completed', '18:31'),
    ],
    deliveryInfo: {
      address: '22 Willow Street',
      instructions: '',
      courier: {
        state: 'at-door',
        at: at('18:44'),
        steps: [
          { state: 'on-the-way', at: at('18:31') },
          { state: 'at-door', at: at('18:44') },
        ],
      },
    },
    refunds: [{ at: at('18:50'), amount: 1.5, items: [] }],
  });
  expect(entries).toEqual([
    '6:50 p.m.$1.50 went back to you. ',
    '6:44 p.m.At the door. ',
    '6:31 p.m.On the way. ',
    '6:28 p.m.Ready for Delivery. ',
    '6:14 p.m.The time moved from 6:20–6:30 p.m. to 6:35–6:45 p.m. A large order went before yours.',
    '6:14 p.m.The order was changed. + 1 Naan',
    '6:09 p.m.Being Prepared. ',
    '6:02 p.m.Paid and received. ',
  ]);
});

test('leaves out a step that was reverted', async () => {
  const entries = await log({
    status: 'preparing',
    statusHistory: [
      step('pending', '18:02'),
      step('preparing', '18:09'),
      step('ready', '18:10'),
      step('preparing', '18:11'),
    ],
  });
  expect(entries).toEqual(['6:11 p.m.Being Prepared. To change it now, please call us.', '6:02 p.m.Received. ']);
});

test('a time that staff moved before the kitchen started shows beside the first one, with the reason', async () => {
  const promised = { from: at('18:35'), to: at('18:45') };
  await log({ status: 'pending', estimatedReady: promised.to, promised, promisedReady: null, changes: [moved] });
  const before = await screen.findByText('6:20–6:30 p.m.');
  expect(before.tagName).toBe('S');
  expect(before.parentElement?.textContent).toBe('6:20–6:30 p.m. → 6:35–6:45 p.m. A large order went before yours.');
});

test('an order that was only placed shows no list of events', async () => {
  open({ status: 'pending', statusHistory: [step('pending', '18:02')] });
  await expect(screen).toShow('Order Confirmed!');
  expect(screen.queryByText('What happened')).toBeNull();
});
