import { refuse } from '@tiffin/domain/core';
import type { Tx } from '../../db/connection.ts';
import { readLocation, type LocationRow } from './queries.ts';

/** A location that is not deleted, held until this transaction is over. */
export async function lockLocation(tx: Tx, id: string): Promise<LocationRow> {
  const held = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const row = held && (await readLocation(tx, id));
  if (!row) throw refuse('location-not-found');
  return row;
}
