import { afterEach, expect, test, vi } from 'vitest';
import { storageOf } from '../../shared/testing/browser-storage.ts';
import { orderFromHistoryState, readShownOrder, storeShownOrder, storedShownOrders } from './shown-order.ts';
import type { Order } from './use-order.ts';

afterEach(() => vi.unstubAllGlobals());

test('the last shown order and the one from the checkout are shown only to their owner', () => {
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('document', {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an order only its id matters here
  const order = { orderId: 'TRU-20261120-AB2CD' } as Order;
  const opened = { address: `?orderId=${order.orderId}`, orderId: order.orderId, sessionId: null };
  const at = new Date('2026-11-20T22:19:00.000Z');
  storeShownOrder(opened.address, order, 'asha', at);
  expect(readShownOrder({ ...opened, uid: 'asha' })).toEqual({ order, at });
  expect(readShownOrder({ ...opened, uid: 'bela' })).toBeNull();
  expect(readShownOrder({ ...opened, uid: null })).toBeNull();
  const byLink = { address: '/orders/TRU-1?token=k3y', orderId: order.orderId, sessionId: null, uid: null };
  storeShownOrder(byLink.address, order, null, at);
  expect(readShownOrder(byLink)).toEqual({ order, at });
  // The number alone does not open it.
  expect(readShownOrder({ ...byLink, address: '/orders/TRU-1' })).toBeNull();
  expect(orderFromHistoryState({ order, by: 'asha' }, 'asha')).toEqual(order);
  expect(orderFromHistoryState({ order, by: 'asha' }, 'bela')).toBeNull();
  expect(orderFromHistoryState(null, 'asha')).toBeNull();
});

test('an order that was shown at two addresses is listed once, as it was shown last', () => {
  vi.stubGlobal('localStorage', storageOf());
  vi.stubGlobal('document', {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an order only its id and status matter here
  const order = (orderId: string, status: string) => ({ orderId, status }) as Order;
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 22, minute));
  storeShownOrder('/order-success?session_id=s', order('TRU-1', 'pending'), null, at(1));
  storeShownOrder('/orders/TRU-2?token=k', order('TRU-2', 'pending'), null, at(2));
  storeShownOrder('/orders/TRU-1?token=k', order('TRU-1', 'preparing'), null, at(3));
  expect(storedShownOrders(null)).toEqual([
    { order: order('TRU-1', 'preparing'), at: at(3) },
    { order: order('TRU-2', 'pending'), at: at(2) },
  ]);
});
