import { refuse } from '@tiffin/domain/core';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** Refuses if one of these locations does not exist or was deleted. `locationIds` must not repeat an id. */
export async function requireLocations(db: Db | Tx, locationIds: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('locations')
    .select('id')
    // Without an id the list would be empty, which SQL does not allow.
    .where('id', 'in', [...locationIds, ''])
    .where('deleted_at', 'is', null)
    .execute();
  if (found.length < locationIds.length) throw refuse('location-not-found');
}
