import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { DayEnd } from '@tiffin/domain/stats';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { readLocations, type LocationRow } from '../../locations/queries.ts';

/** The locations of a scheduled report, without deleted ones unless the report is about one. */
export async function readScheduledLocations(db: Db | Tx, actor: Actor, locationId: string): Promise<LocationRow[]> {
  const rows = await readLocations(db, locationId === ALL_LOCATIONS ? {} : { id: locationId });
  return rows.filter(({ id }) => worksAt(actor, id));
}

export function dayEndsOf(locations: readonly LocationRow[]): DayEnd[] {
  return locations.map((row) => ({ zone: row.time_zone, hour: row.day_end_hour }));
}
