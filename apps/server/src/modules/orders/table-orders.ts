import type { ResponseOf } from '@tiffin/contract';
import { cents, toDollars } from '@tiffin/domain/core';
import { ORDER_TYPES, orderTypeGoesTo } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';

const TABLE_TYPES = ORDER_TYPES.filter((type) => orderTypeGoesTo(type, 'table'));

/** For how long an unpaid order of the counter is an open order of the table that it names. */
const TABLE_ORDER_HOURS = 12;
const HOUR_MS = 3_600_000;

export interface TableOrder {
  readonly order_id: string;
  readonly customer_name: string;
  readonly table_id: string;
  readonly table_name: string;
  readonly due_cents: number;
}

/**
 * The orders of a location that are eaten at a table, are no rounds of a tab, and are not paid. Those of a party that has
 * left the table since are not listed.
 */
export async function readTableOrders(db: Db | Tx, locationId: string, now: Date): Promise<readonly TableOrder[]> {
  const since = new Date(now.getTime() - TABLE_ORDER_HOURS * HOUR_MS);
  const { rows } = await sql<TableOrder>`
    select o.id as order_id, o.customer_name, t.id as table_id, t.name as table_name,
      b.total_cents - b.paid_cents as due_cents
    from bills b
    join orders o on o.id = b.id and o.order_type in (${sqlList(TABLE_TYPES)}) and o.status <> 'cancelled' and o.order_time > ${since}
    join floor_tables t on t.location_id = b.location_id and t.removed_at is null
      and lower(t.name) = lower(trim(o.table_number))
    -- The business day of a location may begin a day before that of its database.
    where b.location_id = ${locationId} and b.state = 'open' and b.business_date >= ${since}::date - 1
      and b.opened_at is null and b.total_cents > b.paid_cents
      and not exists (
        select from sittings s where s.location_id = b.location_id and s.ended_at >= o.order_time
          and t.id = any(tables_of_sitting(s.table_id, s.joined))
      )
    order by o.order_time, o.id
  `.execute(db);
  return rows;
}

/** The same, as the API shows them. */
export async function listTableOrders(
  context: Context,
  locationId: string,
): Promise<NonNullable<ResponseOf<'getTabs'>['tableOrders']>> {
  return (await readTableOrders(context.db, locationId, context.clock.now())).map((row) => ({
    orderId: row.order_id,
    name: row.customer_name,
    tableId: row.table_id,
    tableName: row.table_name,
    due: toDollars(cents(row.due_cents)),
  }));
}
