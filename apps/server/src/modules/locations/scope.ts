import { valueOrThrow, refuse, type DateText } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { authorise, workLocationIdsOf, isAssignedTo, type Actor } from '@tiffin/domain/people';
import { businessDayOf, lastDayEnd, type DayEnd } from '@tiffin/domain/stats';
import type { Context } from '../../context.ts';
import { dayEndsOf, readLocation, readLocations } from './queries.ts';

/** The locations a member of staff asked for: one of theirs, or all of them. */
export async function locationIdsOf(context: Context, actor: Actor, locationId: string): Promise<readonly string[]> {
  if (locationId !== ALL_LOCATIONS) {
    if (!isAssignedTo(actor, locationId)) throw refuse('permission-denied');
    return [locationId];
  }
  const own = workLocationIdsOf(actor);
  if (own) return own;
  // A location that was removed keeps its orders.
  const rows = await context.db.selectFrom('locations').select('id').execute();
  return rows.map((row) => row.id);
}

/** The locations of a dashboard, and the business day that it calls today. */
export interface Scope {
  /** Null for all locations. */
  readonly location: string | null;
  readonly locationIds: readonly string[];
  readonly dayEnd: DayEnd;
  readonly today: DateText;
}

/** The scope of a dashboard: one of the actor's locations or, for an admin, all locations. */
export async function dashboardScope(context: Context, actor: Actor, locationId: string): Promise<Scope> {
  if (locationId === ALL_LOCATIONS) {
    valueOrThrow(authorise('dashboard.read-all-locations', actor));
    const locations = await readLocations(context.db, { active: true });
    const locationIds = await locationIdsOf(context, actor, ALL_LOCATIONS);
    return { location: null, locationIds, ...todayAt(locations, context.clock.now()) };
  }
  valueOrThrow(authorise('dashboard.read', actor, { locationId }));
  const location = await readLocation(context.db, locationId);
  if (!location) throw refuse('location-not-found');
  return { location: locationId, locationIds: [locationId], ...todayAt([location], context.clock.now()) };
}

/** The business day that has not ended at all of these locations. */
export function todayAt(locations: Parameters<typeof dayEndsOf>[0], now: Date): Pick<Scope, 'dayEnd' | 'today'> {
  const dayEnd = lastDayEnd(dayEndsOf(locations), now);
  return { dayEnd, today: businessDayOf(now, dayEnd) };
}
