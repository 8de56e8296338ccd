import type { Tx } from '../../platform/db/connection.ts';
import { updateRow } from '../../platform/db/write-row.ts';

/** Stores the version of a location's plan of tables, and the ids of those that may be joined if they changed. */
export async function setFloorVersion(
  tx: Tx,
  locationId: string,
  version: number,
  joins: readonly (readonly string[])[] | undefined,
): Promise<void> {
  await updateRow(tx, 'locations', locationId, { floor_version: version, table_joins: joins && JSON.stringify(joins) });
}
