import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/order-success.tsx';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
function shown(change: Partial<typeof order>, at = '2026-11-20T22:00:00.000Z') {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(at) });
  const answer = { orderId: order.orderId, order: { ...order, ...change } };
  return openPage(route, `/order-success?orderId=${order.orderId}`, { getCustomerOrderDetails: answer }, guest);
}
const readyAt = async () => (await screen.findAllByRole('time')).map(({ textContent }) => textContent)[0];

test('an order without a ready time is expected 20 minutes from now [C-CONF-12]', async () => {
  shown({ status: 'preparing', estimatedReady: null, promised: undefined }, '2026-11-20T22:05:00.000Z');
  expect(await readyAt()).toMatch(/^6:25.*p\.m\. AST$/);
});

test.each([
  ['in winter', '2026-11-20T22:20:00.000Z', '6:20', 'AST'],
  ['in summer', '2026-07-20T22:20:00.000Z', '7:20', 'ADT'],
])(
  'shows the ready time %s in the time zone of Halifax, with its abbreviation [C-HOME-03]',
  async (_when, at, clock, zone) => {
    shown({ status: 'preparing', estimatedReady: at, promised: { from: at, to: at } }, at);
    expect(await readyAt()).toMatch(new RegExp(`^${clock}.*p\\.m\\. ${zone}$`));
  },
);

test.each([
  ['online', 'pending', 'PAYMENT PENDING'],
  ['online', 'unpaid', 'PAYMENT PENDING'],
  ['online', 'failed', 'PAYMENT FAILED'],
  ['online', 'refunded', 'PAYMENT REFUNDED'],
  ['online', 'paid', 'PAID'],
] as const)('an order by %s that is %s has the label %s [C-PAY-13]', async (paymentMethod, paymentStatus, words) => {
  shown({ paymentMethod, paymentStatus });
  await expect(screen).toShow(words);
});
