import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { soldOrders, type ReportScope } from './report-rows.ts';

export interface GuestFigures {
  readonly guests: { readonly new: number; readonly returning: number };
  /** Of the bookings whose time has come; those that were cancelled do not count. */
  readonly bookings: { readonly count: number; readonly noShows: number };
}

/** Who ordered in the period, and which booked tables stayed empty. */
export async function readGuests(db: Db | Tx, scope: ReportScope, now: Date): Promise<GuestFigures> {
  const { rows: guests } = await sql<GuestFigures['guests']>`
    select count(*) filter (where not is_returning) as new, count(*) filter (where is_returning) as returning
    from (${guestsOf(scope)}) g
  `.execute(db);
  const { rows: bookings } = await sql<GuestFigures['bookings']>`
    select count(*) as count, count(*) filter (where status = 'no-show') as "noShows" from (${bookingsOf(scope, now)}) b
  `.execute(db);
  return { guests: guests[0] ?? { new: 0, returning: 0 }, bookings: bookings[0] ?? { count: 0, noShows: 0 } };
}

/**
 * The guests of the orders of a period, who are known by account, e-mail or phone. A guest returns if an order that was
 * not cancelled came before, at any location. Each `exists` is one lookup in an index of orders.
 */
export function guestsOf(scope: ReportScope): RawBuilder<unknown> {
  const cameBefore = (condition: RawBuilder<unknown>) => sql`exists (
    select from orders e where ${condition} and e.order_time < g.at and e.status <> 'cancelled')`;
  return sql`
    select ${cameBefore(sql`e.user_id = g.user_id`)} or ${cameBefore(sql`e.customer_phone = g.customer_phone`)}
        or ${cameBefore(sql`e.user_id is null and e.customer_email = g.customer_email`)} as is_returning
    from (
      select distinct on (c.guest) s.at, o.user_id, o.customer_email, o.customer_phone
      from (${soldOrders(scope)}) s join orders o on o.id = s.order_id join counted_orders c on c.order_id = o.id
      where coalesce(o.user_id, o.customer_email, o.customer_phone) is not null
      order by c.guest, s.at
    ) g`;
}

/** The bookings of a period, without those that were cancelled or are still to come. */
export function bookingsOf({ locationIds, from, to, until }: ReportScope, now: Date): RawBuilder<unknown> {
  return sql`
    select status from reservations
    where location_id = any(${[...locationIds]}::text[]) and date between ${from} and ${to} and status <> 'cancelled'
      and starts_at < ${until ?? now}`;
}
