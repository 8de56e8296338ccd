import { sql, type RawBuilder } from 'kysely';
import type { PartSource } from './report/part-source.ts';
import type { ReportScope } from './report/report-rows.ts';

const idsOf = ({ locationIds }: ReportScope) => sql`any(${[...locationIds]}::text[])`;

/**
 * The orders that were placed on these calendar days, as `placed`, which the queries below read. The limits of the time
 * let the index orders_location apply: no calendar day is further from UTC.
 */
export function placedOrders(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select o.id, o.bill_id, o.order_time, o.business_date, o.status, o.order_type, o.total_cents, o.refunded_cents, o.tip_cents
    from orders o
    where o.location_id = ${idsOf(scope)} and o.business_date between ${scope.from}::date and ${scope.to}::date
      and o.order_time >= ${scope.from}::date - 2 and o.order_time < ${scope.to}::date + 3`;
}

const IS_COUNTED = sql`status <> 'cancelled'`;
const BILLS = sql`(select bill_id, min(business_date) as day from placed where ${IS_COUNTED} group by bill_id)`;

const orders = (
  amount: RawBuilder<unknown>,
  condition = IS_COUNTED,
  key = sql`''`,
  kind = sql`'sale'`,
): PartSource => ({
  queries: () => [
    sql`select order_time as at, business_date as day, ${kind} as kind, id as order_id, ${key} as key, ${amount} as amount
        from placed where ${condition}`,
  ],
});

const payments = (scope: ReportScope, amount: string) => sql`
  select p.captured_at as at, b.day, 'payment' as kind, p.bill_id as order_id, '' as key, ${sql.ref(`p.${amount}`)} as amount
  from payments p join ${BILLS} b on b.bill_id = p.bill_id
  where ${sql.ref(`p.${amount}`)} <> 0 and p.status = 'succeeded' and p.location_id = ${idsOf(scope)}
    and p.captured_at >= ${scope.from}::date - 1`;

const refunds = (scope: ReportScope, amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select r.settled_at as at, b.day, 'refund' as kind, r.bill_id as order_id, '' as key, ${amount} as amount
  from refunds r join ${BILLS} b on b.bill_id = r.bill_id
  where ${condition} and r.status = 'succeeded' and r.location_id = ${idsOf(scope)}`;

const HAS_ROUNDING = sql`r.cash_rounding_cents <> 0`;

const billTime = sql`(select min(order_time) from orders where bill_id = b.id)`;
const bills = ({ from, to, ...scope }: ReportScope) =>
  sql`b.location_id = ${idsOf({ from, to, ...scope })} and b.business_date between ${from}::date and ${to}::date`;

const adjustments = (kinds: readonly string[]): PartSource => ({
  queries: (scope) => [
    sql`select ${billTime} as at, b.business_date as day, 'sale' as kind, b.id as order_id, '' as key, -a.amount_cents as amount
        from bills b join adjustments a on a.bill_id = b.id
        where ${bills(scope)} and b.discount_cents > 0 and not b.is_void and a.kind = any(${[...kinds]}::text[])`,
  ],
});

/** The parts of the dashboard's figures. Except for `unpaid` and what was taken off bills, they read `placed`. */
export const DASHBOARD_PARTS = {
  placedOrders: orders(sql`1`),
  placedByStatus: orders(sql`1`, sql`true`, sql`status`),
  placedByType: orders(sql`1`, IS_COUNTED, sql`order_type`),
  guests: {
    queries: () => [
      sql`select * from (
            select distinct on (c.guest) p.order_time as at, p.business_date as day, 'guest' as kind, p.id as order_id,
                   '' as key, 1 as amount
            from placed p join counted_orders c on c.order_id = p.id
            where c.guest is not null and c.status <> 'cancelled' order by c.guest, p.order_time, p.id
          ) g`,
    ],
  },
  revenue: orders(sql`total_cents - refunded_cents`),
  unpaid: {
    queries: (scope) => [
      sql`select ${billTime} as at, b.business_date as day, 'balance' as kind, b.id as order_id, '' as key,
                 b.total_cents - b.paid_cents as amount
          from bills b where ${bills(scope)} and b.state = 'open'`,
    ],
  },
  refundedOrders: orders(sql`refunded_cents`, sql`${IS_COUNTED} and refunded_cents > 0`, sql`''`, sql`'refund'`),
  tipsInOrders: orders(sql`tip_cents`),
  tipsOnTop: {
    queries: (scope) => [payments(scope, 'tip_cents'), refunds(scope, sql`-r.tip_cents`, sql`r.tip_cents <> 0`)],
  },
  roundingIn: {
    queries: (scope) => [
      payments(scope, 'cash_rounding_cents'),
      refunds(scope, sql`-r.cash_rounding_cents`, sql`r.of_change and ${HAS_ROUNDING}`),
    ],
  },
  roundingOut: {
    queries: (scope) => [refunds(scope, sql`r.cash_rounding_cents`, sql`not r.of_change and ${HAS_ROUNDING}`)],
  },
  staffDiscounts: adjustments(['discount', 'price-match']),
  comps: adjustments(['comp']),
} as const satisfies Record<string, PartSource>;
