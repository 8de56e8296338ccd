import { addMinutes } from '@tiffin/domain/core';
import {
  LEARNED_WEEKS,
  learnFromOrders,
  defaultPrepMinutes,
  type CookedOrder,
  type OrderType,
} from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { touchLocation } from '../locations/menu-version.ts';
import { readLocations } from '../locations/queries.ts';
import { MAX_OPEN_MINUTES, ORDER_WORK_UNITS_SQL } from './kitchen-load.ts';

/** The days of the weeks that are predicted, and of the weeks before, from which the first of them is predicted. */
const HISTORY_DAYS = 7 * (2 * LEARNED_WEEKS + 1);
/** A scheduled order that started this far from its planned start was started by hand. */
const BY_HAND_MINUTES = 5;

/** A run within this time belongs to the same night, so a retried job does not learn twice. */
const NIGHT_MS = 12 * 60 * 60_000;

/** Learns each night how long orders take at each location, from its own past orders. */
export async function learnTimes(context: Context): Promise<void> {
  for (const { id, time_zone: zone } of await readLocations(context.db)) {
    const now = context.clock.now();
    const before = await context.db
      .selectFrom('learned_times')
      .select(['quotes', 'learned_at'])
      .where('location_id', '=', id)
      .executeTakeFirst();
    if (before && now.getTime() - before.learned_at.getTime() < NIGHT_MS) continue;
    const orders = await readCooked(context, id, now);
    const { quotes, weeks } = learnFromOrders(orders, { now, zone, before: before?.quotes ?? null });
    const row = { quotes: quotes && JSON.stringify(quotes), weeks: JSON.stringify(weeks), learned_at: now };
    await transaction(context.db, async (tx) => {
      await tx
        .insertInto('learned_times')
        .values({ location_id: id, ...row })
        .onConflict((conflict) => conflict.column('location_id').doUpdateSet(row))
        .execute();
      // Cached menus contain the times.
      if (quotes ?? before?.quotes) await touchLocation(tx, id);
    });
  }
}

interface CookedOrderRow {
  readonly order_type: OrderType;
  /** When the kitchen was to start the order. */
  readonly planned_start: Date;
  readonly ready_time: Date | null;
  readonly left_kitchen_at: Date;
  readonly prep_start_time: Date | null;
  readonly is_scheduled: boolean;
  readonly item_count: number;
  readonly units: number;
  readonly ready_by: string | null;
  /** When the order had to be ready; for a delivery, when it had to leave. */
  readonly promised: Date;
}

async function readCooked({ db }: Context, locationId: string, now: Date): Promise<CookedOrder[]> {
  const { rows } = await sql<CookedOrderRow>`
    select o.order_type, b.planned_start, case when o.status <> 'cancelled' then o.ready_time end as ready_time, o.prep_start_time, o.fire_at is not null as is_scheduled, o.item_count,
           least(o.ready_time, o.cancelled_time, o.completed_time, b.planned_start + make_interval(mins => ${MAX_OPEN_MINUTES})) as left_kitchen_at,
           ${ORDER_WORK_UNITS_SQL}::int as units,
           coalesce(o.promised_ready, o.estimated_ready)
             - make_interval(mins => coalesce((o.delivery -> 'zone' ->> 'extraMinutes')::int, 0)) as promised,
           (select h.actor_id from order_status_history h where h.order_id = o.id and h.to_status = 'ready' order by h.id desc limit 1) as ready_by
    from orders o cross join lateral (select coalesce(o.fire_at, o.order_time) as planned_start) b
    where o.location_id = ${locationId} and o.order_time >= ${addMinutes(now, -HISTORY_DAYS * 24 * 60)} and b.planned_start <= ${now} and o.held_at is null
      and o.offline_number is null -- nobody marks these as ready when they are
  `.execute(db);
  return rows.map((row) => ({
    service: row.order_type,
    from: row.planned_start,
    readyAt: row.ready_time,
    leftKitchenAt: row.left_kitchen_at,
    units: row.units,
    rule: defaultPrepMinutes(row.order_type, row.item_count),
    wasStartedByStaff: row.is_scheduled && isFarFromPlan(row.planned_start, row.prep_start_time),
    readyBy: row.ready_by,
    promisedFor: row.promised,
  }));
}

function isFarFromPlan(planned: Date, started: Date | null): boolean {
  return started !== null && Math.abs(started.getTime() - planned.getTime()) > BY_HAND_MINUTES * 60_000;
}
