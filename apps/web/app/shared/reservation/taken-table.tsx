import { useQuery, useQueryClient } from '@tanstack/react-query';
import { goesTo } from '@tiffin/domain/order';
import { api, type Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { tableOf, typeOf, type Place, type Till } from './till.ts';

/** An open order of somebody else at the table that was typed: two parties at one table are seldom meant. */
export function useTakenTable(till: Till, place: Place) {
  const client = useQueryClient();
  const queryKey = ['table-orders', place.id];
  const table = goesTo(typeOf(till, place), 'table') ? tableOf(till).trim() : '';
  useLiveEvents(['order.created', 'order.updated', 'reset'], ({ data: told }) => {
    const order = eventPayload<Answer<'getOrderDetails'>['order']>(told, 'order', 'location');
    if (!order || order.location === place.id) void client.invalidateQueries({ queryKey });
  });
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api(
        'getLocationOrders',
        { query: { locationId: place.id, status: 'open', orderType: 'dine-in', limit: 100 } },
        { signal },
      ),
    enabled: table !== '',
  });
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  if (table === '') return null;
  return (
    data?.orders.find(
      ({ tableInfo, customerInfo }) =>
        tableInfo && same(tableInfo.tableNumber, table) && !same(customerInfo.name, till.name),
    ) ?? null
  );
}
