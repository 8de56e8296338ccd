import { averageCents, cents, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

export interface LocationFigures {
  readonly totalOrders: number;
  readonly monthlyRevenue: Cents;
  readonly averageOrderValue: Cents;
}

const NOTHING_YET: LocationFigures = { totalOrders: 0, monthlyRevenue: cents(0), averageOrderValue: cents(0) };

/** What each location has sold: cancelled orders left out, refunds taken off; the month is the location's own. */
export async function readFigures(db: Db | Tx, now: Date): Promise<(locationId: string) => LocationFigures> {
  const { rows } = await sql<{ id: string; orders: number; revenue: number; monthly: number }>`
    select l.id, count(*) as orders, sum(o.total_cents - o.refunded_cents) as revenue,
           coalesce(sum(o.total_cents - o.refunded_cents) filter (
             where o.business_date >= date_trunc('month', ${now}::timestamptz at time zone l.time_zone)::date
           ), 0) as monthly
    from locations l join orders o on o.location_id = l.id and o.status <> 'cancelled'
    group by l.id
  `.execute(db);
  const figures = new Map(
    rows.map(({ id, orders, revenue, monthly }) => [
      id,
      {
        totalOrders: orders,
        monthlyRevenue: cents(monthly),
        averageOrderValue: averageCents(revenue, orders),
      },
    ]),
  );
  return (locationId) => figures.get(locationId) ?? NOTHING_YET;
}
