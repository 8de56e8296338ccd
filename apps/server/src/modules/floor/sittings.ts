import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { authorise, type Action, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';

/** A sitting with its tables and names. */
export type SittingRow = Row<'sittings'> & {
  /** Its tables; several if they are joined, and then the name is like 12+13. */
  readonly tables: readonly string[];
  readonly table_name: string;
  /** The name of the party, which is that of its reservation. */
  readonly party_name: string;
  readonly reservation_number: string | null;
};
export type TableRow = Row<'floor_tables'>;

function selectSittings(db: Db | Tx) {
  return db
    .selectFrom('sittings as s')
    .leftJoin('reservations as r', 'r.id', 's.reservation_id')
    .selectAll('s')
    .select('r.reservation_id as reservation_number')
    .select(sql<string[]>`tables_of_sitting(s.table_id, s.joined)`.as('tables'))
    .select(sql<string>`names_of_tables(tables_of_sitting(s.table_id, s.joined))`.as('table_name'))
    .select(sql<string>`coalesce(r.customer_name, s.name)`.as('party_name'));
}

/** The parties that sit at a location now. */
export function readOpenSittings(db: Db | Tx, locationId: string): Promise<SittingRow[]> {
  return selectSittings(db).where('s.location_id', '=', locationId).where('s.ended_at', 'is', null).execute();
}

/** The party that sits at a table now, also if the table is joined. */
export function readSittingAt(db: Db | Tx, tableId: string): Promise<SittingRow | undefined> {
  return selectSittings(db)
    .where(sql<boolean>`${tableId} = any(tables_of_sitting(s.table_id, s.joined))`)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
}

/** Reads and locks the open sitting of a reservation. */
export function lockSittingOf(tx: Tx, reservationId: string): Promise<SittingRow | undefined> {
  return selectSittings(tx)
    .where('s.reservation_id', '=', reservationId)
    .where('s.ended_at', 'is', null)
    .forNoKeyUpdate('s')
    .executeTakeFirst();
}

/**
 * Reads and locks a sitting. Its reservation is locked before it, as a change of the reservation does. Others than the
 * staff of its location get 403, unless they are its guests and the action is theirs.
 */
export async function lockSitting(
  tx: Tx,
  actor: Actor,
  id: string,
  action: Action = 'floor.seat',
): Promise<SittingRow> {
  const sitting = await selectSittings(tx).where('s.id', '=', id).executeTakeFirst();
  if (!sitting) throw refuse('not-found', say`This party is not known here. Load the floor again.`);
  valueOrThrow(authorise(action, actor, { locationId: sitting.location_id, sittingId: id }));
  if (sitting.reservation_id !== null) {
    await tx.selectFrom('reservations').select('id').where('id', '=', sitting.reservation_id).forUpdate().execute();
  }
  return selectSittings(tx).where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirstOrThrow();
}

/** A table at which the caller may seat a party. Others than the staff of its location get 403. */
export async function requireTable(tx: Tx, actor: Actor, id: string): Promise<TableRow> {
  const table = await tx.selectFrom('floor_tables').selectAll().where('id', '=', id).executeTakeFirst();
  if (!table) throw refuse('not-found', say`This table is not on the plan. Choose another one.`);
  valueOrThrow(authorise('floor.seat', actor, { locationId: table.location_id }));
  return table;
}

/** The tables at which the caller may seat one party, all of one location. They need not be free. */
export async function requireTables(
  tx: Tx,
  actor: Actor,
  { tableId, tableIds }: { readonly tableId?: string | undefined; readonly tableIds?: readonly string[] | undefined },
): Promise<readonly [TableRow, ...TableRow[]]> {
  const [first = '', ...others] = new Set(tableIds ?? [tableId ?? '']);
  const tables: [TableRow, ...TableRow[]] = [await requireTable(tx, actor, first)];
  for (const id of others) tables.push(await requireTable(tx, actor, id));
  if (tables.some(({ location_id: locationId }) => locationId !== tables[0].location_id)) {
    throw refuse('invalid-argument', say`These tables are at different locations.`, { field: 'tableIds' });
  }
  return tables;
}

/** The name of joined tables, like 12+13. */
export const nameOfTables = (tables: readonly TableRow[]) => tables.map(({ name }) => name).join('+');

/**
 * Locks the tables at which somebody is to be seated, so that parties for one table wait for each other, and so does a
 * plan that removes it. Refuses if somebody else sits there.
 */
export async function lockFreeTables(tx: Tx, ids: readonly string[], party?: SittingRow): Promise<void> {
  const tables = await tx
    .selectFrom('floor_tables')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const table of tables) await requireFreeTable(tx, table, party);
}

/** Refuses a table that is no longer on the plan, or at which another party sits. */
async function requireFreeTable(tx: Tx, table: TableRow, party: SittingRow | undefined): Promise<void> {
  if (table.removed_at !== null) {
    throw refuse('not-found', say`Table ${table.name} was removed from the plan. Choose another one.`);
  }
  const sitting = await readSittingAt(tx, table.id);
  if (!sitting || sitting.id === party?.id) return;
  const { time_zone: zone } = await tx
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', table.location_id)
    .executeTakeFirstOrThrow();
  const time = clockText(sitting.table_since, zone);
  const words =
    sitting.party_name === ''
      ? say`Since ${time}, a party of ${sitting.party_size} sits at table ${sitting.table_name}. Choose another table.`
      : say`Since ${time}, ${sitting.party_name} sits at table ${sitting.table_name}. Choose another table.`;
  throw refuse('table-taken', words, { sitting: { sittingId: sitting.id, partySize: sitting.party_size } });
}

/** Where a party sits, and since when. Clocks of two servers may differ, and the parties of a table must not overlap. */
export function atTables(ids: readonly string[], now: Date) {
  const [first = ''] = ids;
  return {
    table_id: first,
    joined: ids.length > 1 ? [...ids] : null,
    table_since: sql<Date>`greatest(${now}::timestamptz, (
      select max(ended_at) from sittings where table_set(tables_of_sitting(table_id, joined)) && table_set(${[...ids]}::text[])
        and tstzrange(table_since, ended_at) && tstzrange(${now}, null)))`,
  };
}
