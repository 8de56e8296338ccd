import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { receiptOf } from '@tiffin/domain/receipt';
import { expect, test } from 'vitest';
import { ConfirmedView } from '../guest/order/confirmed-view.tsx';
import { LiveOrders } from '../guest/order/live-orders.tsx';
import type { BoardOrder } from '../office/board/board-orders.ts';
import { Columns } from '../office/board/columns.tsx';
import { OrderTypes, RecentActivity, StatusOverview } from '../office/dashboard/lists.tsx';
import { zeroedStats } from '../office/dashboard/use-figures.ts';
import { encodeEscPos, kitchenTicket } from '@tiffin/domain/printing';
import { dalForOne } from '../testing/samples.ts';

/** An order from a newer server, with a type, a status and a payment method that this page does not know. */
const NEWS = {
  orderType: 'drive-thru',
  status: 'out-for-delivery',
  paymentStatus: 'on-account',
} as unknown as Pick<BoardOrder, 'orderType' | 'status' | 'paymentStatus'>;

const order: BoardOrder = { ...dalForOne, ...NEWS };
const now = new Date('2026-11-20T22:10:00.000Z');
const nothing = () => undefined;

function words(page: ReactNode): string {
  const hydrationData = { loaderData: { root: { me: null, site: { sends: [] }, locations: [] } } };
  const router = createMemoryRouter([{ id: 'root', path: '/', element: page }], { hydrationData });
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('a board shows the readable words of an unknown order type and status', () => {
  const actions = {
    onOpen: nothing,
    onStep: nothing,
    onPay: nothing,
    onCancel: nothing,
    onPick: nothing,
    onConfirm: nothing,
  };
  const orders = { open: [order], completed: [], completedToday: 0, refundsDue: [] };
  const page = words(
    <Columns orders={orders} search="" now={now} busy={new Set()} picked={null} isCompact={false} actions={actions} />,
  );
  for (const word of ['Drive thru', 'Out for delivery', 'On account', 'Dal']) expect(page).toContain(word);
});

test('an order page shows the readable words of an unknown order type and status', () => {
  const page = words(<ConfirmedView order={order} now={now} note={null} />);
  expect(page).toContain('drive thru at Truro Heights');
  expect(page).toContain('Your order is now: Out for delivery');
  expect(page).toContain('Drive thru, from 395 Truro Heights Road.');
});

test('an account lists an order with the readable words of an unknown type and status', () => {
  const page = words(<LiveOrders orders={[order]} asOf={now.toISOString()} onChanged={nothing} onFailed={nothing} />);
  expect(page).toContain('Out for delivery');
  expect(page).toContain('Drive thru, Truro Heights');
});

test('a receipt and a kitchen ticket show the readable word of an unknown order type', () => {
  const receipt = receiptOf(
    { order, business: { name: 'Tiffin', hstNumber: null }, cashRounding: 0, cashDue: 11.4 },
    (at) => at,
  );
  expect(receipt.facts).toContainEqual({ name: 'Order type', value: 'Drive thru' });
  expect(receipt.state).toBe('TO PAY');
  expect(Buffer.from(encodeEscPos(kitchenTicket(order))).toString('latin1')).toContain('DRIVE THRU');
});

test('a dashboard counts and names values it does not know', () => {
  const stats = zeroedStats({ locationId: 'all', period: 'today' });
  const types = { ...stats.orderTypeBreakdown, 'drive-thru': 7 };
  const statuses = { ...stats.statusBreakdown, 'on-hold': 3 };
  expect(words(<OrderTypes breakdown={types} />)).toContain('Drive thru 7');
  expect(words(<StatusOverview breakdown={statuses} />)).toContain('On hold 3');
  const activity = {
    id: order.id,
    customerName: 'Asha',
    total: 11.4,
    status: order.status,
    orderTime: order.orderTime,
  };
  expect(words(<RecentActivity activity={[{ ...activity, timeAgo: 'just now' }]} />)).toContain('Out for delivery');
});
