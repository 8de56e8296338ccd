import { openingAt } from '@tiffin/domain/hours';
import type { DateText } from '@tiffin/domain/core';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../context.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import { dayOf } from '../../locations/business-day-sql.ts';
import { openingHoursOf } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';

/** The first business day of a location: that of its first order or drawer, or on which it was added. */
export async function readFirstDay(db: Db | Tx, locationId: string): Promise<DateText | null> {
  const { rows } = await sql<{ day: DateText }>`
    select ${dayOf(sql`least(l.created_at, (select min(order_time) from orders where location_id = l.id),
      (select min(opened_at) from drawer_shifts where location_id = l.id))`)} as day
    from locations l where l.id = ${locationId}
  `.execute(db);
  return rows[0]?.day ?? null;
}

/** Until when a location is open now, how many orders are going, and how many are still wanted on its business day. */
export async function readService(db: Db | Tx, locationId: string, now: Date) {
  const location = await readLocation(db, locationId);
  const hours = location && openingHoursOf(location);
  const opening = hours?.ok ? openingAt(hours.value, now) : null;
  const today = dayOf(sql`${now}::timestamptz`);
  const { rows } = await sql<{ going: number; toCome: number }>`
    select count(*) filter (where o.wanted_for is null or o.wanted_for <= ${now})::int as going,
           count(*) filter (where o.wanted_for > ${now})::int as "toCome"
    from orders o join locations l on l.id = o.location_id
    where o.location_id = ${locationId} and o.status in (${sqlList(OPEN_STATUSES)})
      and ${dayOf(sql`coalesce(o.wanted_for, o.order_time)`)} = ${today}
  `.execute(db);
  const { going = 0, toCome = 0 } = rows[0] ?? {};
  return { openUntil: opening?.closesAt.toISOString() ?? null, going, toCome };
}
