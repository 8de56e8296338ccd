import type { Tx } from '../../platform/db/connection.ts';

/** The version of a location's plan of tables. */
export async function setFloorVersion(tx: Tx, locationId: string, version: number): Promise<void> {
  await tx.updateTable('locations').set({ floor_version: version }).where('id', '=', locationId).execute();
}
