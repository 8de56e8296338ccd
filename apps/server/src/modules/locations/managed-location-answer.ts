import type { ResponseOf } from '@tiffin/contract';
import { toDollars, averageCents, cents, type Cents } from '@tiffin/domain/core';
import { todaysHoursText } from '@tiffin/domain/hours';
import type { Context, Db, Tx } from '../../context.ts';
import { locationAnswer } from './location-answer.ts';
import { isDraft, readLocation, readLocations, type LocationRow } from './queries.ts';
import { settingsAnswer } from './location-settings.ts';
import { COUNTED_STATUSES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { sumOfColumns } from '../../platform/db/sql-lists.ts';

export type ManagedLocation = ResponseOf<'getAllLocations'>['locations'][number];

/** All locations for the back office, with their settings and sales. */
export async function readManagedLocations({ clock }: Pick<Context, 'clock'>, db: Db | Tx): Promise<ManagedLocation[]> {
  const now = clock.now();
  const figures = await readFigures(db, now);
  return (await readLocations(db)).map((row) => managedLocationAnswer(row, now, figures(row.id)));
}

export async function readManagedLocation(
  { clock }: Pick<Context, 'clock'>,
  db: Db | Tx,
  id: string,
): Promise<ManagedLocation | null> {
  const now = clock.now();
  const row = await readLocation(db, id);
  return row && managedLocationAnswer(row, now, (await readFigures(db, now))(id));
}

function managedLocationAnswer(row: LocationRow, now: Date, figures: LocationFigures): ManagedLocation {
  return {
    ...locationAnswer(row, now),
    ...settingsAnswer(row),
    totalOrders: figures.totalOrders,
    monthlyRevenue: toDollars(figures.monthlyRevenue),
    averageOrderValue: toDollars(figures.averageOrderValue),
    todaysHours: todaysHoursText(row.hours, row.exceptions, row.time_zone, now),
    isDraft: isDraft(row) || undefined,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

interface LocationFigures {
  readonly totalOrders: number;
  readonly monthlyRevenue: Cents;
  readonly averageOrderValue: Cents;
}

const NO_SALES: LocationFigures = { totalOrders: 0, monthlyRevenue: cents(0), averageOrderValue: cents(0) };

/** The sales of each location from the daily figures: without cancelled orders, refunds subtracted. */
async function readFigures(db: Db | Tx, now: Date): Promise<(locationId: string) => LocationFigures> {
  const { rows } = await sql<{ id: string; orders: number; revenue: number; monthly: number }>`
    select l.id, sum(${sumOfColumns(COUNTED_STATUSES)})::bigint as orders,
           sum(f.revenue_cents)::bigint as revenue,
           coalesce(sum(f.revenue_cents) filter (
             -- the month of the location's calendar
             where f.date >= date_trunc('month', ${now}::timestamptz at time zone l.time_zone)::date
           ), 0)::bigint as monthly
    from locations l join day_figures f on f.location_id = l.id
    group by l.id
  `.execute(db);
  const figures = new Map(
    rows.map(({ id, orders, revenue, monthly }) => [
      id,
      { totalOrders: orders, monthlyRevenue: cents(monthly), averageOrderValue: averageCents(revenue, orders) },
    ]),
  );
  return (locationId) => figures.get(locationId) ?? NO_SALES;
}
