import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { worksAt, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { readLocations, type LocationRow } from '../../locations/queries.ts';

/** The locations of a scheduled report, without deleted ones unless the report is about one. */
export async function readScheduledLocations(db: Db | Tx, actor: Actor, locationId: string): Promise<LocationRow[]> {
  const rows = await readLocations(db, locationId === ALL_LOCATIONS ? {} : { id: locationId });
  return rows.filter(({ id }) => worksAt(actor, id));
}
