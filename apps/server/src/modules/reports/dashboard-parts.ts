import { sql, type RawBuilder } from 'kysely';
import type { PartSource } from './report/part-source.ts';
import { dayOf } from '../locations/business-day-sql.ts';
import { anyLocationOf, isWithin, type ReportScope } from './report/report-rows.ts';

/** The orders that were placed on these business days, as `placed`, which the queries below read. */
export function placedOrders(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select o.id, o.bill_id, o.order_time, ${dayOf(sql`o.order_time`)} as day, o.status, o.order_type, o.total_cents,
           o.refunded_cents, o.tip_cents
    from orders o join locations l on l.id = o.location_id
    where o.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`o.order_time`, scope)}`;
}

const IS_COUNTED = sql`status <> 'cancelled'`;
/**
 * The bills whose first order was placed on these days, as for `unpaid`: the money of a tab that was open past the end of
 * a day counts on one day. The first order has the id of its bill, and may be cancelled while later rounds count.
 */
const BILLS = sql`(
  select p.bill_id, p.day from placed p where p.id = p.bill_id and (${IS_COUNTED}
    or exists (select from orders where bill_id = p.bill_id and id <> p.id and ${IS_COUNTED}))
)`;

const orders = (
  amount: RawBuilder<unknown>,
  { condition = IS_COUNTED, key = sql`''`, kind = sql`'sale'` } = {},
): PartSource => ({
  queries: () => [
    sql`select order_time as at, day, ${kind} as kind, id as order_id, ${key} as key, ${amount} as amount
        from placed where ${condition}`,
  ],
});

/**
 * The last condition lets an index apply. It keeps all payments of the bills whose first order was placed in the period,
 * because no payment is older than that order.
 */
const payments = (scope: ReportScope, amount: string) => sql`
  select p.captured_at as at, b.day, 'payment' as kind, p.bill_id as order_id, '' as key, ${sql.ref(`p.${amount}`)} as amount
  from payments p join ${BILLS} b on b.bill_id = p.bill_id
  where ${sql.ref(`p.${amount}`)} <> 0 and p.status = 'succeeded' and p.location_id = ${anyLocationOf(scope)}
    and p.captured_at >= ${scope.from}::date - 1`;

const refunds = (scope: ReportScope, amount: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select r.settled_at as at, b.day, 'refund' as kind, r.bill_id as order_id, '' as key, ${amount} as amount
  from refunds r join ${BILLS} b on b.bill_id = r.bill_id
  where ${condition} and r.status = 'succeeded' and r.location_id = ${anyLocationOf(scope)}`;

const HAS_ROUNDING = sql`r.cash_rounding_cents <> 0`;

/** The bills whose first order was placed on these business days. The wider limits of `business_date` let an index apply. */
const bills = (scope: ReportScope, columns: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select o.order_time as at, ${dayOf(sql`o.order_time`)} as day, b.id as order_id, '' as key, ${columns}
  from bills b join orders o on o.id = b.id join locations l on l.id = b.location_id
  where b.location_id = ${anyLocationOf(scope)} and b.business_date between ${scope.from}::date - 2 and ${scope.to}::date + 1
    and ${isWithin(sql`o.order_time`, scope)} and ${condition}`;

const adjustments = (kinds: readonly string[]): PartSource => ({
  queries: (scope) => [
    sql`select f.at, f.day, 'sale' as kind, f.order_id, f.key, -a.amount_cents as amount
        from (${bills(scope, sql`b.id`, sql`b.discount_cents > 0 and not b.is_void`)}) f
        join adjustments a on a.bill_id = f.order_id where a.kind = any(${[...kinds]}::text[])`,
  ],
});

/** The parts of the dashboard's figures. Except for `unpaid` and the adjustments of bills, they read `placed`. */
export const DASHBOARD_PARTS = {
  placedOrders: orders(sql`1`),
  placedByStatus: orders(sql`1`, { condition: sql`true`, key: sql`status` }),
  placedByType: orders(sql`1`, { key: sql`order_type` }),
  guests: {
    queries: () => [
      sql`select * from (
            select distinct on (c.guest) p.order_time as at, p.day, 'guest' as kind, p.id as order_id,
                   '' as key, 1 as amount
            from placed p join counted_orders c on c.order_id = p.id
            where c.guest is not null and c.status <> 'cancelled' order by c.guest, p.order_time, p.id
          ) g`,
    ],
  },
  revenue: orders(sql`total_cents - refunded_cents`),
  unpaid: {
    queries: (scope) => [
      bills(scope, sql`'balance' as kind, b.total_cents - b.paid_cents as amount`, sql`b.state = 'open'`),
    ],
  },
  refundedOrders: orders(sql`refunded_cents`, {
    condition: sql`${IS_COUNTED} and refunded_cents > 0`,
    kind: sql`'refund'`,
  }),
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
