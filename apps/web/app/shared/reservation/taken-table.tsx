import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callOutCode } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { Banner } from '../../ui/banner.tsx';
import type { Answer } from '../api/api.ts';
import { eventPayload } from '../live/event-payload.ts';
import { useLiveEvents } from '../live/live-events.ts';
import { serverNow } from '../live/server-clock.ts';
import { apiQuery } from '../api/queries.ts';

/** A party seated longer ago is ignored, so that a forgotten one does not block its table for days. */
const SITS_AT_MOST_MS = 12 * 3_600_000;

interface Props {
  readonly locationId: string;
  readonly timeZone: string;
  /** The typed table; empty without one. */
  readonly table: string;
  /** The name of the party; its own order or reservation is no conflict. */
  readonly name: string;
}

/** Warns about a table with another party's open order or seated reservation. */
export function TakenTable({ locationId, timeZone, table, name }: Props) {
  const taken = useTakenTable(locationId, table.trim(), name);
  if (!taken) return null;
  const { title, text } = taken;
  return (
    <Banner tone="warn" announce="status" title={say`Somebody is at table ${title}`}>
      {text((instant) => formatTime(instant, 'time', timeZone))}
    </Banner>
  );
}

function useTakenTable(locationId: string, table: string, name: string) {
  const client = useQueryClient();
  const orderKey = ['table-orders', locationId];
  const seatedKey = ['reservations', 'seated', locationId];
  useLiveEvents(['order.created', 'order.updated', 'reset'], ({ data: payload }) => {
    const order = eventPayload<Answer<'getOrderDetails'>['order']>(payload, 'order', 'location');
    if (!order || order.location === locationId) void client.invalidateQueries({ queryKey: orderKey });
  });
  useLiveEvents(['reservation.updated', 'reset'], () => void client.invalidateQueries({ queryKey: seatedKey }));
  const enabled = table !== '';
  const orders = useQuery({
    ...apiQuery(orderKey, 'getLocationOrders', {
      query: { locationId, status: 'open', orderType: 'dine-in', limit: 100 },
    }),
    enabled,
  });
  const seated = useQuery({
    ...apiQuery(seatedKey, 'getAllReservations', { query: { locationId, status: 'seated', limit: 200 } }),
    enabled,
  });
  if (!enabled) return null;
  const isOther = (otherTable: string | null | undefined, partyName: string) =>
    otherTable && isSameText(otherTable, table) && !isSameText(partyName, name);
  const order = orders.data?.orders.find(({ tableInfo, customerInfo }) =>
    isOther(tableInfo?.tableNumber, customerInfo.name),
  );
  if (order?.tableInfo) {
    return {
      title: order.tableInfo.tableNumber,
      text: (timeOf: (instant: string) => string) =>
        say`Order ${callOutCode(order.orderId)} for ${order.customerInfo.name}, since ${timeOf(order.orderTime)}, is not completed yet. Check the number, or continue if both sit there.`,
    };
  }
  const since = serverNow().getTime() - SITS_AT_MOST_MS;
  const party = seated.data?.reservations.find(
    ({ tableNumber, customerInfo, seatedAt }) =>
      isOther(tableNumber, customerInfo.name) && seatedAt !== null && new Date(seatedAt).getTime() > since,
  );
  return (
    party && {
      title: party.tableNumber ?? table,
      text: (timeOf: (instant: string) => string) =>
        say`${party.customerInfo.name}, party of ${party.reservationDetails.partySize}, was seated there at ${timeOf(party.seatedAt ?? party.updatedAt)}. Check the number, or continue if both sit there.`,
    }
  );
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
