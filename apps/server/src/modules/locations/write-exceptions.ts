import type { Tx } from '../../db/connection.ts';
import type { ExceptionRow } from './queries.ts';

/** The dates that differ, as one list that takes the place of the one before. */
export async function writeExceptions(tx: Tx, locationId: string, exceptions: readonly ExceptionRow[]): Promise<void> {
  await tx.deleteFrom('location_exceptions').where('location_id', '=', locationId).execute();
  if (exceptions.length === 0) return;
  await tx
    .insertInto('location_exceptions')
    .values(exceptions.map((exception) => ({ location_id: locationId, ...exception })))
    .execute();
}
