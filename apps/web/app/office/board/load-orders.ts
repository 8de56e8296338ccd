import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { localDate } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { serverNow, syncServerClock } from '../../shared/live/server-clock.ts';
import { COMPLETED_SHOWN, type BoardOrder, type BoardOrders } from './board-orders.ts';

export const MAX_OPEN_ORDERS = 500;

type TicketLimits = Answer<'getTicketLimits'>;

/** From when a ticket is due soon or late, by location. */
export const limitsQuery = queryOptions({
  ...apiQuery(['ticket-limits'], 'getTicketLimits'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Without a response the default limits apply, because orders matter more. */
function readLimits(client: QueryClient): Promise<TicketLimits | undefined> {
  return client.fetchQuery(limitsQuery).catch(() => undefined);
}

export function withLimits(order: BoardOrder, limits: TicketLimits | undefined): BoardOrder {
  const own = limits?.locations.find(({ locationId }) => locationId === order.location);
  return own ? { ...order, limits: own } : order;
}

export async function loadOrders(
  client: QueryClient,
  shownLocationId: string,
  zone: string,
  signal: AbortSignal,
): Promise<BoardOrders> {
  const [orders, limits] = await Promise.all([loadLists(shownLocationId, zone, signal), readLimits(client)]);
  const limited = (order: BoardOrder) => withLimits(order, limits);
  return { ...orders, open: orders.open.map(limited), completed: orders.completed.map(limited) };
}

async function loadLists(place: string, zone: string, signal: AbortSignal): Promise<BoardOrders> {
  const today = localDate(serverNow(), zone);
  const requestedAt = performance.now();
  const completedOn = (date: string) =>
    api(
      'getLocationOrders',
      { query: { locationId: place, status: 'completed', limit: COMPLETED_SHOWN, startDate: date, endDate: date } },
      { signal },
    );
  const [open, completed, due] = await Promise.all([
    api(
      'getLocationOrders',
      { query: { locationId: place, status: 'open', limit: MAX_OPEN_ORDERS, sortOrder: 'asc' } },
      { signal },
    ),
    completedOn(today),
    // A failure must not hide the orders; the board shows a note instead.
    api('getManualRefunds', { query: { locationId: place } }, { signal }).catch(() => null),
  ]);
  syncServerClock(open.metadata.serverTime, requestedAt);
  // Before the first response, a tablet with a wrong clock may have requested another day.
  const day = localDate(new Date(open.metadata.serverTime), zone);
  const { orders, total } = day === today ? completed : await completedOn(day);
  return {
    open: open.orders,
    completed: orders,
    completedToday: total,
    refundsDue: due?.refunds ?? null,
  };
}
