import { isFinalStatus } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useMorePages } from '../../shared/page/more-pages.ts';

type Page = Answer<'getCustomerOrders'>;
export type Order = Page['orders'][number];
export type Orders = ReturnType<typeof useOrders>;

/** The customer's orders, with further pages and live changes. */
export function useOrders(firstPage: Page, onReset: () => void) {
  const { rows, put, hasMore, isLoading, loadMore } = useMorePages<Page, Order>(firstPage, {
    load: (cursor) => api('getCustomerOrders', { query: { cursor } }),
    rowsOf: ({ orders }) => orders,
    keyOf: ({ orderId }) => orderId,
    isNewer: (order, other) => order.version > other.version,
    failed: say`Older orders could not be loaded.`,
  });
  useLiveEvents(['order.updated', 'reset'], ({ type, data }) => {
    if (type === 'reset') return onReset();
    const order = eventPayload<Order>(data, 'order', 'orderId');
    if (!order) return;
    put(order);
    // A completed order earns points and a cancelled one may be refunded, so the figures are reloaded.
    if (isFinalStatus(order.status)) onReset();
  });
  return {
    live: rows.filter((order) => !isFinalStatus(order.status)),
    past: rows.filter((order) => isFinalStatus(order.status)),
    more: hasMore,
    isLoading,
    loadMore,
    put,
  };
}
