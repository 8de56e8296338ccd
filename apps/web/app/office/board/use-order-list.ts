import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { InputOf } from '@tiffin/contract';
import { nextOrderPoll, ORDER_POLL_MS, ordersChanged } from '../../shared/api/polling.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useStream } from '../../shared/live/stream-state.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { serverNow, syncServerClock } from '../../shared/live/server-clock.ts';
import { businessDayAt } from '../../shared/site/business-day.ts';
import type { Location } from '../../shared/site/site.ts';
import { isAtLocation } from './board-location.ts';
import { isOrder, withOrder, type BoardOrder, type BoardOrders, COMPLETED_SHOWN } from './board-orders.ts';
import { ensureTemporal } from '../../shared/live/ensure-temporal.ts';

/** Loads the orders of a location and updates them by live events, or by polling while there are none. */
export function useOrderList(shownLocationId: string, locations: readonly Location[]) {
  const client = useQueryClient();
  const key = useMemo(() => ['board', shownLocationId], [shownLocationId]);
  const [newest] = useState(newestOrders);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const requestedAt = performance.now();
      const orders = await loadOrders(client, shownLocationId, locations, signal);
      // Applies the events that arrived while the list was loading.
      const since = newest.since(requestedAt).filter((order) => isAtLocation(shownLocationId, order));
      return since.reduce(withOrder, orders);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

  const replaceOrder = useCallback(
    (order: BoardOrder) => {
      const orderWithLimits = withLimits(order, client.getQueryData(limitsQuery.queryKey));
      if (!newest.add(orderWithLimits)) return;
      client.setQueryData<BoardOrders>(key, (before) => before && withOrder(before, orderWithLimits));
    },
    [client, key, newest],
  );
  useLiveEvents(['order.created', 'order.updated'], (event) => {
    const order = event.data['order'];
    if (!isOrder(order) || !isAtLocation(shownLocationId, order)) return;
    replaceOrder(order);
    // Events do not contain the amount to refund in cash.
    const refundsDue = client.getQueryData<BoardOrders>(key)?.refundsDue ?? [];
    const isDue = refundsDue.some(({ orderId, isOverpaid }) => isOverpaid && orderId === order.id);
    if (isDue || (order.status === 'cancelled' && order.paymentStatus === 'paid')) void refetch();
  });
  // An order may have been paid twice, so that money must be handed back.
  useLiveEvents(['payment.attention'], () => void refetch());
  useQueueDone(({ change }) => {
    if (change.call === 'processOrderPayment') void refetch();
    return false;
  });
  // The location's ticket limits may have changed.
  useLiveEvents(['location.changed', 'reset'], () => {
    newest.clear();
    void client.invalidateQueries({ queryKey: limitsQuery.queryKey, refetchType: 'none' }).then(() => refetch());
  });

  const { state, gapCount } = useStream();
  // A restarted event stream may have missed events.
  useEffect(() => {
    if (gapCount > 0) void refetch();
  }, [gapCount, refetch]);
  const pollSeconds = usePolling(state === 'lost', data, refetch);
  return { data, error, isFetching, refetch, replaceOrder, pollSeconds };
}

/**
 * The newest version of each order. It is remembered after the order left the board, so that an older event does not
 * bring it back.
 */
function newestOrders() {
  const newestById = new Map<string, { readonly order: BoardOrder; readonly at: number }>();
  return {
    /** Returns false for an older version. */
    add(order: BoardOrder): boolean {
      if ((newestById.get(order.id)?.order.version ?? 0) > order.version) return false;
      newestById.delete(order.id);
      newestById.set(order.id, { order, at: performance.now() });
      for (const [oldest] of newestById) if (newestById.size > MAX_OPEN_ORDERS) newestById.delete(oldest);
      return true;
    },
    since: (when: number) => [...newestById.values()].filter(({ at }) => at >= when).map(({ order }) => order),
    clear: () => newestById.clear(),
  };
}

/** Polls while the event stream is down, less often while nothing changes. Returns the interval in seconds. */
function usePolling(isDown: boolean, data: BoardOrders | undefined, refetch: () => unknown): number | null {
  const [everyMs, setEveryMs] = useState(ORDER_POLL_MS);
  const dataBeforePoll = useRef(data);
  useEffect(() => {
    const poll = () => {
      dataBeforePoll.current = data;
      refetch();
    };
    const timer = isDown ? setTimeout(poll, everyMs) : undefined;
    return () => clearTimeout(timer);
  }, [isDown, everyMs, data, refetch]);
  useEffect(() => {
    const before = dataBeforePoll.current;
    const changed = before !== undefined && data !== undefined && ordersChanged(before.open, data.open);
    if (isDown) setEveryMs((ms) => nextOrderPoll(ms, changed));
    else setEveryMs(ORDER_POLL_MS);
  }, [isDown, data]);
  return isDown ? everyMs / 1000 : null;
}

const MAX_OPEN_ORDERS = 500;

type TicketLimits = Answer<'getTicketLimits'>;

/** From when a ticket is due soon or late, by location. */
const limitsQuery = queryOptions({
  ...apiQuery(['ticket-limits'], 'getTicketLimits'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** If they cannot be loaded, the default limits apply, so that the orders show all the same. */
function readLimits(client: QueryClient): Promise<TicketLimits | undefined> {
  return client.fetchQuery(limitsQuery).catch(() => undefined);
}

function withLimits(order: BoardOrder, limits: TicketLimits | undefined): BoardOrder {
  const limitsHere = limits?.locations.find(({ locationId }) => locationId === order.location);
  return limitsHere ? { ...order, limits: limitsHere } : order;
}

async function loadOrders(
  client: QueryClient,
  shownLocationId: string,
  locations: readonly Location[],
  signal: AbortSignal,
): Promise<BoardOrders> {
  const [orders, limits] = await Promise.all([loadLists(shownLocationId, locations, signal), readLimits(client)]);
  const addLimits = (order: BoardOrder) => withLimits(order, limits);
  return { ...orders, open: orders.open.map(addLimits), completed: orders.completed.map(addLimits) };
}

async function loadLists(
  locationId: string,
  locations: readonly Location[],
  signal: AbortSignal,
): Promise<BoardOrders> {
  // The orders are requested so early that the polyfill may still be loading.
  await ensureTemporal();
  const today = businessDayAt(locations, locationId, serverNow());
  const requestedAt = performance.now();
  const listOrders = (query: Omit<InputOf<'getLocationOrders'>['query'], 'locationId'>) =>
    api('getLocationOrders', { query: { locationId, ...query } }, { signal });
  const completedOn = (date: string) =>
    listOrders({ status: 'completed', limit: COMPLETED_SHOWN, startDate: date, endDate: date });
  const [open, completed, manualRefunds] = await Promise.all([
    listOrders({ status: 'open', limit: MAX_OPEN_ORDERS, sortOrder: 'asc' }),
    completedOn(today),
    // A failure must not hide the orders; the board shows a note instead.
    api('getManualRefunds', { query: { locationId } }, { signal }).catch(() => null),
  ]);
  syncServerClock(open.metadata.serverTime, requestedAt);
  // Before the first response, a tablet with a wrong clock may have requested another day.
  const day = businessDayAt(locations, locationId, new Date(open.metadata.serverTime));
  const { orders, total } = day === today ? completed : await completedOn(day);
  return { open: open.orders, completed: orders, completedToday: total, refundsDue: manualRefunds?.refunds ?? null };
}
