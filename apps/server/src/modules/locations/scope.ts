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

export interface Scope {
  /** Null for all locations. */
  readonly location: string | null;
  readonly locationIds: readonly string[];
  readonly dayEnd: DayEnd;
  readonly today: DateText;
}

/** The scope of a dashboard: one of the actor's locations or, for an admin, all locations. */
export async function dashboardScope(context: Context, actor: Actor, locationId: string): Promise<Scope> {
  const now = context.clock.now();
  if (locationId === ALL_LOCATIONS) {
    valueOrThrow(authorise('dashboard.read-all-locations', actor));
    const dayEnd = lastDayEnd(dayEndsOf(await readLocations(context.db, { active: true })), now);
    const locationIds = await locationIdsOf(context, actor, ALL_LOCATIONS);
    return { location: null, locationIds, dayEnd, today: businessDayOf(now, dayEnd) };
  }
  valueOrThrow(authorise('dashboard.read', actor, { locationId }));
  const location = await readLocation(context.db, locationId);
  if (!location) throw refuse('location-not-found');
  const dayEnd = lastDayEnd(dayEndsOf([location]), now);
  return { location: locationId, locationIds: [locationId], dayEnd, today: businessDayOf(now, dayEnd) };
}
