import { isLineDone, stationOf, type Station } from '@tiffin/domain/kitchen';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import type { Tx } from '../../../platform/db/connection.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { updateLines } from '../../orders/update-order.ts';
import { readOpenOrders, stationLine } from './read-stations.ts';

/** Locks and reads the open orders of a location. Orders that come later follow the new rules. */
export async function lockOpenOrders(tx: Tx, locationId: string): Promise<OrderRow[]> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('location_id', '=', locationId)
    .where('status', 'in', [...OPEN_STATUSES])
    .orderBy('id')
    .forUpdate()
    .execute();
  return readOpenOrders(tx, locationId);
}

/**
 * Stores with open lines the station where they are, because the rules change next; `moved` puts those of one station at
 * another. A line that no station has follows the new rules, so that somebody makes it.
 */
export async function pinOpenLines(
  tx: Tx,
  orders: readonly OrderRow[],
  stations: readonly Station[],
  moved: { readonly from: string; readonly to: string } | null = null,
): Promise<void> {
  const pins = orders.flatMap((order) =>
    order.items.flatMap((item) => {
      const line = stationLine(order, item);
      const current = stationOf(line, stations)?.id;
      const to = moved && current === moved.from ? moved.to : current;
      return to === undefined || isLineDone(line) || to === item.station_id
        ? []
        : [{ orderId: order.id, line: item.line, to }];
    }),
  );
  for (const [to, group] of Map.groupBy(pins, (pin) => pin.to)) {
    for (const [orderId, lines] of Map.groupBy(group, (pin) => pin.orderId)) {
      const numbers = lines.map(({ line }) => line);
      await updateLines(tx, orderId, numbers, { station_id: to });
    }
  }
}
