import { addDays } from '@tiffin/domain/hours';
import { recordOf, sumOf, type DateText } from '@tiffin/domain/core';
import { isFinalStatus, OPEN_STATUSES, ORDER_STATUSES, type OrderCounts, type OrderStatus } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connection.ts';
import { isOnDays } from '../locations/business-day-sql.ts';
import { movedOrders } from './moved-orders.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';

/** The number of orders of each status, as `STATUS_SUMS` selects it. */
export type StatusRow = Record<OrderStatus, number>;

export const STATUS_SUMS = sql.join(
  ORDER_STATUSES.map((status) => sql`coalesce(sum(${sql.ref(status)}), 0) as ${sql.ref(status)}`),
);

/** The counts by status with their total. Without a row all are zero. */
export function countsOf(row: StatusRow | undefined): OrderCounts {
  const counts = recordOf(ORDER_STATUSES, (status) => row?.[status] ?? 0);
  return { ...counts, total: sumOf(Object.values(counts)) };
}

/** Which orders are counted. Both dates are business days and included. */
export interface CountFilter {
  readonly locationIds: readonly string[];
  readonly orderType?: string | undefined;
  readonly startDate?: DateText | undefined;
  readonly endDate?: DateText | undefined;
}

/** Counts the orders by status. Open orders are few and counted directly; the others come from the stored totals. */
export async function countOrders(db: Db, filter: CountFilter): Promise<OrderCounts> {
  const locationIds = [...filter.locationIds];
  const type = filter.orderType === undefined ? sql`` : sql`and order_type = ${filter.orderType}`;
  const { startDate, endDate } = filter;
  const isAnyTime = startDate === undefined && endDate === undefined;
  const moved = movedOrders(locationIds, [startDate ?? null, endDate === undefined ? null : addDays(endDate, 1)]);
  const movedStatuses = ORDER_STATUSES.map((status) => sql`sign * (status = ${status})::int`);
  const counted = ORDER_STATUSES.map((status) => {
    const column = sql.ref(status);
    if (isFinalStatus(status)) return sql`coalesce(done.${column}, 0) as ${column}`;
    return sql`coalesce((select orders from open where status = ${status}), 0) as ${column}`;
  });
  const { rows } = await sql<StatusRow>`
    with open as (
      select status, count(*) as orders from orders o
      where ${sql.join(
        [
          sql`location_id = any(${locationIds}::text[]) and status in (${sqlList(OPEN_STATUSES)}) ${type}`,
          ...isOnDays(startDate, endDate),
        ],
        sql` and `,
      )}
      group by 1
    ), done as (
      select ${STATUS_SUMS} from (
        select ${sql.join(ORDER_STATUSES.map((status) => sql.ref(status)))} from day_figures
        where location_id = any(${locationIds}::text[]) ${type}
          ${startDate === undefined ? sql`` : sql`and date >= ${startDate}`}
          ${endDate === undefined ? sql`` : sql`and date <= ${endDate}`}
        ${isAnyTime ? sql`` : sql`union all select ${sql.join(movedStatuses)} from ${moved} m where true ${type}`}
      ) days
    )
    select ${sql.join(counted)} from done
  `.execute(db);
  return countsOf(rows[0]);
}
