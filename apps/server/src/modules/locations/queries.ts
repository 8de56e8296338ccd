import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Row } from '../../platform/db/schema.ts';
import { refuse } from '@tiffin/domain/core';
import type { HoursException } from '@tiffin/domain/hours';
import { HOME_COUNTRY } from '@tiffin/domain/locations';
import type { Promotion } from '@tiffin/domain/order';
import type { DayEnd } from '@tiffin/domain/stats';
import { sql } from 'kysely';

export type LocationRow = Row<'locations'> & {
  exceptions: ExceptionRow[];
  /** The promotions of the restaurant that are switched on, also those of other locations; null if there are none. */
  promotions?: readonly Promotion[] | null;
};
type ExceptionRow = Omit<Row<'location_exceptions'>, 'location_id' | 'more'> & Pick<HoursException, 'more'>;

/**
 * The promotions that are switched on, as the domain knows them. For two months after its end, a code still tells guests
 * that it ended.
 */
export const PROMOTIONS_AS_JSON = `select json_agg(json_build_object('id', p.id, 'name', p.name, 'code', p.code,
    'conditions', p.conditions, 'effect', p.effect, 'from', p.valid_from, 'until', p.valid_until,
    'isLimited', p.total_limit is not null or p.per_person is not null or p.conditions @> '[{"kind": "first-order"}]'
  ) order by p.id) from promotions p where p.is_active and p.deleted_at is null
    and (p.valid_until is null or p.valid_until > current_date - 60)`;

/** Locations with their dated exceptions. Deleted ones are included only when searched by id, for their orders. */
export async function readLocations(
  db: Db | Tx,
  filter: { id?: string; active?: boolean } = {},
): Promise<LocationRow[]> {
  let query = db
    .selectFrom('locations')
    .selectAll()
    .select(sql<Promotion[] | null>`(${sql.raw(PROMOTIONS_AS_JSON)})`.as('promotions'))
    .orderBy('name');
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  else query = query.where('deleted_at', 'is', null);
  if (filter.active) query = query.where('is_active', '=', true);
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
      .map(({ date, closed, open, close, note, more }) => ({
        date,
        closed,
        open,
        close,
        note,
        more: more ?? undefined,
      })),
  }));
}

/** When the business day ends at each of these locations. */
export function dayEndsOf(locations: readonly Pick<LocationRow, 'time_zone' | 'day_end_hour'>[]): DayEnd[] {
  return locations.map((row) => ({ zone: row.time_zone, hour: row.day_end_hour }));
}

/** Whether a location was never published. */
export function isDraft(row: Pick<LocationRow, 'is_active' | 'is_draft'>): boolean {
  return row.is_draft === true && !row.is_active;
}

/** Whether guests see nothing of a location. */
export function isHidden(row: Pick<LocationRow, 'deleted_at' | 'is_active' | 'is_draft'>): boolean {
  return row.deleted_at !== null || isDraft(row);
}

/** A location, also if it is deleted; null if there never was one. */
export async function readLocation(db: Db | Tx, id: string): Promise<LocationRow | null> {
  const [row] = await readLocations(db, { id });
  return row ?? null;
}

/** The country of the default location, or of the first one without a default. */
export async function homeCountry(db: Db | Tx, defaultLocationId: string): Promise<string> {
  const first = await db
    .selectFrom('locations')
    .select('country')
    .where('deleted_at', 'is', null)
    .orderBy((eb) => eb('id', '=', defaultLocationId), 'desc')
    .orderBy('name')
    .executeTakeFirst();
  return first?.country ?? HOME_COUNTRY;
}

/** Reads and locks a location that is not deleted. */
export async function lockLocation(tx: Tx, id: string): Promise<LocationRow> {
  const existing = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const row = existing && (await readLocation(tx, id));
  if (!row) throw refuse('location-not-found');
  return row;
}

/** Replaces the dated exceptions of a location. */
export async function writeExceptions(tx: Tx, locationId: string, exceptions: readonly ExceptionRow[]): Promise<void> {
  await tx.deleteFrom('location_exceptions').where('location_id', '=', locationId).execute();
  if (exceptions.length === 0) return;
  await tx
    .insertInto('location_exceptions')
    .values(
      exceptions.map(({ more, ...exception }) => ({
        location_id: locationId,
        ...exception,
        more: more?.length ? JSON.stringify(more) : null,
      })),
    )
    .execute();
}
