import type { DateText } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import { dayOf } from '../locations/business-day-sql.ts';

/** True if the order `o` is of hours in which the business day before a date can still run, in any time zone. */
const isAtNight = (date: DateText | null) =>
  sql`(o.order_time >= ${date}::date - interval '14 hours' and o.order_time < ${date}::date + interval '20 hours')`;

/**
 * The figures are stored by calendar day, but a period consists of business days. These are the counted orders between
 * midnight and the end of the business day: on the first date of the period, where they belong to the day before
 * (`sign` -1), and on the date after its last, where they still belong to the period (1). A period that is open at one
 * end has no such orders there.
 */
export function movedOrders(
  locationIds: readonly string[],
  [first, next]: readonly [first: DateText | null, next: DateText | null],
): RawBuilder<unknown> {
  return sql`(
    select o.id, o.location_id, o.order_type, c.status, c.guest, case when o.business_date = ${next} then 1 else -1 end as sign,
           case when c.status = 'cancelled' then 0 else coalesce(c.total_cents, o.total_cents) - c.refunded_cents end as revenue
    from orders o join locations l on l.id = o.location_id join counted_orders c on c.order_id = o.id
    where o.location_id = any(${[...locationIds]}::text[]) and o.business_date in (${first}, ${next})
      and (${isAtNight(first)} or ${isAtNight(next)}) and ${dayOf(sql`o.order_time`)} < o.business_date
  )`;
}
