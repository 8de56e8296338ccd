import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';

/** The version of a menu is in the row of its location, because cached menus are identified by that row. */
export const RAISE_MENU_VERSION = 'update locations set menu_version = menu_version + 1';

/** Increments the version of a menu and returns it. The row stays locked until the transaction ends. */
export async function raiseMenuVersion(tx: Tx, locationId: string): Promise<number> {
  const { version } = await tx
    .updateTable('locations')
    .set({ menu_version: sql`menu_version + 1` })
    .where('id', '=', locationId)
    .returning('menu_version as version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Stores the day for which the specials of a location are current. */
export async function setSpecialsDay(tx: Tx, locationId: string, day: string): Promise<void> {
  await tx.updateTable('locations').set({ specials_on: day }).where('id', '=', locationId).execute();
}

/** Writes the row without a change, so that cached menus are reloaded. */
export async function touchLocation(tx: Tx, locationId: string): Promise<void> {
  await sql`update locations set id = id where id = ${locationId}`.execute(tx);
}
