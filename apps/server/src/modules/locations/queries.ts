import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { Schema } from '../../db/schema.ts';

export type LocationRow = Selectable<Schema['locations']> & { exceptions: ExceptionRow[] };
export type ExceptionRow = Omit<Selectable<Schema['location_exceptions']>, 'location_id'>;

/** Locations that exist (a deleted one keeps its orders and stays findable by id), with their dated exceptions. */
export async function readLocations(
  db: Db | Tx,
  which: { id?: string; active?: boolean } = {},
): Promise<LocationRow[]> {
  let query = db.selectFrom('locations').selectAll().orderBy('name');
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  else query = query.where('deleted_at', 'is', null);
  if (which.active) query = query.where('is_active', '=', true);
  const rows = await query.execute();
  const exceptions = await db
    .selectFrom('location_exceptions')
    .selectAll()
    .where('location_id', 'in', rows.length > 0 ? rows.map((row) => row.id) : [''])
    .orderBy('date')
    .execute();
  return rows.map((row) => ({
    ...row,
    exceptions: exceptions
      .filter((each) => each.location_id === row.id)
      .map(({ date, closed, open, close, note }) => ({ date, closed, open, close, note })),
  }));
}

export async function readLocation(db: Db | Tx, id: string): Promise<LocationRow | null> {
  const [row] = await readLocations(db, { id });
  return row ?? null;
}
