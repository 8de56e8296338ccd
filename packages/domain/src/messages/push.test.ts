import { expect, test } from 'vitest';
import { isPushEndpoint, newOrderNotice, orderNotice } from './index.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
  ['https://web.push.apple.com/QOX', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://localhost/x', false],
  ['https://printer.local/x', false],
  ['https://metadata.google.internal/x', false],
  ['https://db.lan/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user:secret@fcm.googleapis.com/x', false],
  ['ftp://fcm.googleapis.com/x', false],
  ['//fcm.googleapis.com/x', false],
  [`https://fcm.googleapis.com/${'a'.repeat(1000)}`, false],
  ['', false],
])('%s could be a push service: %s', (address, expected) => {
  expect(isPushEndpoint(address)).toBe(expected);
});

const order = { id: 'TRU-20261120-ABCDE', orderType: 'pickup' } as const;

test.each([
  ['pending', null],
  ['preparing', 'The kitchen has started.'],
  ['ready', 'It is ready to be picked up.'],
  ['completed', null],
  ['cancelled', 'It was cancelled.'],
] as const)('of an order that is %s its guest is told: %s', (status, body) => {
  expect(orderNotice({ ...order, status })?.body ?? null).toBe(body);
});

test('notices lead where the thing is, and a later one takes the earlier one’s place', () => {
  expect(orderNotice({ ...order, status: 'ready' })).toMatchObject({
    title: 'Order ABCDE',
    url: '/order-success?orderId=TRU-20261120-ABCDE',
    tag: 'order-TRU-20261120-ABCDE',
  });
  expect(newOrderNotice({ id: order.id, itemCount: 3, orderType: 'pickup', locationName: 'Truro Heights' })).toEqual({
    title: 'New order ABCDE',
    body: '3 items, pickup, Truro Heights',
    url: '/admin/dashboard#orders',
    tag: 'new-order-TRU-20261120-ABCDE',
  });
});
