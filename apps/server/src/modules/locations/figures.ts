import { averageCents, cents, type Cents } from '@tiffin/domain/core';
import { COUNTED_STATUSES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { sumOfColumns } from '../../db/listed.ts';

export interface LocationFigures {
  readonly totalOrders: number;
  readonly monthlyRevenue: Cents;
  readonly averageOrderValue: Cents;
}

const NOTHING_YET: LocationFigures = { totalOrders: 0, monthlyRevenue: cents(0), averageOrderValue: cents(0) };

/** What each location has sold, from the figures kept by day: cancelled orders left out, refunds taken off. */
export async function readFigures(db: Db | Tx, now: Date): Promise<(locationId: string) => LocationFigures> {
  const { rows } = await sql<{ id: string; orders: number; revenue: number; monthly: number }>`
    select l.id, sum(${sumOfColumns(COUNTED_STATUSES)})::bigint as orders,
           sum(f.revenue_cents)::bigint as revenue,
           coalesce(sum(f.revenue_cents) filter (
             -- the month is the location's own
             where f.date >= date_trunc('month', ${now}::timestamptz at time zone l.time_zone)::date
           ), 0)::bigint as monthly
    from locations l join day_figures f on f.location_id = l.id
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
