import { DEFAULT_DAY_END_HOUR } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';

/** The hour at which a business day of the location `l` ends. */
export const DAY_END_HOUR = sql`coalesce(l.day_end_hour, ${sql.lit(DEFAULT_DAY_END_HOUR)})`;

/** The business day of an instant at the location `l`: the wall clock less the hours that belong to the day before. */
export function dayOf(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql`((${at} at time zone l.time_zone) - make_interval(hours => ${DAY_END_HOUR}))::date`;
}

/**
 * True if the business day of the order `o` is one of these days, both included. The stored `business_date` is the
 * calendar date; the bounds on it let an index apply, also after the location has changed its time zone.
 */
export function isOnDays(startDate: string | undefined, endDate: string | undefined): RawBuilder<boolean>[] {
  const day = sql`(select ${dayOf(sql`o.order_time`)} from locations l where l.id = o.location_id)`;
  return [
    ...(startDate === undefined
      ? []
      : [sql<boolean>`o.business_date >= ${startDate}::date - 1 and ${day} >= ${startDate}`]),
    ...(endDate === undefined ? [] : [sql<boolean>`o.business_date <= ${endDate}::date + 1 and ${day} <= ${endDate}`]),
  ];
}
