import { useState } from 'react';
import { isFinalStatus } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { toast } from '../../ui/toasts.ts';

type Page = Answer<'getCustomerOrders'>;
export type Order = Page['orders'][number];
export type Orders = ReturnType<typeof useOrders>;

/** The loaded pages of orders, updated by live events. */
export function useOrders(firstPage: Page, onReset: () => void) {
  const [older, setOlder] = useState<Pick<Page, 'orders' | 'nextCursor'> | null>(null);
  const [ordersById, setOrdersById] = useState<ReadonlyMap<string, Order>>(new Map());
  const [isLoading, setLoading] = useState(false);
  // A reloaded first page may end at another order, so the older pages no longer follow it.
  const [followed, setFollowed] = useState(firstPage);
  if (followed !== firstPage) {
    setFollowed(firstPage);
    setOlder(null);
  }
  const cursor = older ? older.nextCursor : firstPage.nextCursor;

  const put = (order: Order) => setOrdersById((before) => new Map(before).set(order.orderId, order));
  useLiveEvents(['order.updated', 'reset'], ({ type, data }) => {
    if (type === 'reset') return onReset();
    const order = eventPayload<Order>(data, 'order', 'orderId');
    if (!order) return;
    put(order);
    // A completed order earns points and a cancelled one may be refunded, so the figures are reloaded.
    if (isFinalStatus(order.status)) onReset();
  });

  async function loadMore() {
    if (cursor === null) return;
    setLoading(true);
    try {
      const page = await api('getCustomerOrders', { query: { cursor } });
      setOlder((before) => ({ orders: [...(before?.orders ?? []), ...page.orders], nextCursor: page.nextCursor }));
    } catch {
      toast.error(say`Older orders could not be loaded.`);
    } finally {
      setLoading(false);
    }
  }

  const orders = [...firstPage.orders, ...(older?.orders ?? [])].map((order) => {
    const newer = ordersById.get(order.orderId);
    return newer && newer.version > order.version ? newer : order;
  });
  return {
    live: orders.filter((order) => !isFinalStatus(order.status)),
    past: orders.filter((order) => isFinalStatus(order.status)),
    more: cursor !== null,
    isLoading,
    loadMore,
    put,
  };
}
