import type { ValidatedInput } from '@tiffin/contract';
import { Refusal, refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { planProblem } from '@tiffin/domain/floor';
import { clockText } from '@tiffin/domain/hours';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { setFloorVersion } from '../locations/floor-version.ts';
import { lockLocation } from '../locations/queries.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { findSeating, readSeatings } from '../reservations/occupancy.ts';
import { followSavedFloor } from '../reservations/table-plans.ts';
import { readFloor } from './read-floor.ts';
import { updateReservationOf } from './seat-party.ts';
import { announceFloor, readOpenSittings, type TableRow } from './sittings.ts';

type Input = ValidatedInput<'saveFloor'>['body'];

/** Saves the plan of a location. Tables are never deleted, because sittings refer to them. */
export async function saveFloor(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, version, ...plan }: Input,
): Promise<{ version: number }> {
  valueOrThrow(authorise('floor.edit', by.actor, { locationId }));
  const location = await lockLocation(tx, locationId);
  if (version !== location.floor_version) {
    const floor = await readFloor(tx, locationId, context.clock.now());
    throw refuse('conflict', await savedMeanwhileText(tx, locationId, location.time_zone), { floor });
  }
  const problem = planProblem(plan);
  if (problem) throw new Refusal(problem);
  const before = await lockTables(tx, locationId);
  await requireEmptyTables(tx, locationId, before, plan.tables);
  const areaIds = await writeAreas(context, tx, locationId, plan.areas);
  await writeTables(context, tx, locationId, before, plan.tables, areaIds);
  await renameTablesOfReservations(context, tx, by, locationId, before);
  await setFloorVersion(tx, locationId, version + 1, plan.joins && (await idsOfJoins(tx, locationId, plan.joins)));
  await followSavedFloor(tx, locationId);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'save-floor', ['floor', locationId], {
    locationId,
    before: { tables: namesOf(before.filter((table) => table.removed_at === null)) },
    after: { tables: namesOf(plan.tables) },
  });
  await announceFloor(context, tx, locationId);
  return { version: version + 1 };
}

async function savedMeanwhileText(tx: Tx, locationId: string, zone: string): Promise<string> {
  const last = await tx
    .selectFrom('audit_log')
    .select(['actor_name', 'at'])
    .where('subject_kind', '=', 'floor')
    .where('subject_id', '=', locationId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.actor_name
    ? say`${last.actor_name} saved this plan at ${clockText(last.at, zone)}. Load it again, or save yours over it.`
    : say`Somebody else saved this plan. Load it again, or save yours over it.`;
}

const namesOf = (tables: ReadonlyArray<{ readonly name: string }>) => tables.map(({ name }) => name).toSorted();

/** The tables that may be joined, by id; their names were checked with the plan. */
async function idsOfJoins(tx: Tx, locationId: string, joins: readonly (readonly string[])[]): Promise<string[][]> {
  const seatings = await readSeatings(tx, { id: locationId, table_joins: null });
  return joins.map((names) => names.flatMap((name) => findSeating(seatings, name)?.tables ?? []));
}

/** Nobody is seated at a table while the plan is saved. */
function lockTables(tx: Tx, locationId: string): Promise<TableRow[]> {
  return tx
    .selectFrom('floor_tables')
    .selectAll()
    .where('location_id', '=', locationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

async function requireEmptyTables(
  tx: Tx,
  locationId: string,
  before: readonly TableRow[],
  tables: Input['tables'],
): Promise<void> {
  const kept = new Set(tables.map(({ tableId }) => tableId));
  const sittings = await readOpenSittings(tx, locationId);
  const taken = before.find(({ id }) => !kept.has(id) && sittings.some((sitting) => sitting.table_id === id));
  if (!taken) return;
  throw refuse('failed-precondition', say`People sit at table ${taken.name}. Move them first, then remove it.`);
}

/** Writes the areas in their order and returns their ids by name. */
async function writeAreas(
  context: Context,
  tx: Tx,
  locationId: string,
  areas: Input['areas'],
): Promise<Map<string, string>> {
  const { known, isForeign } = await findIds(
    tx,
    'areas',
    locationId,
    areas.flatMap(({ areaId }) => areaId ?? []),
  );
  if (isForeign) throw refuse('not-found', say`This area is not on the plan of this location.`, { field: 'areas' });
  const rows = areas.map(({ areaId, name }, position) => ({ id: areaId ?? context.ids.uuid(), name, position }));
  await tx
    .deleteFrom('areas')
    .where('location_id', '=', locationId)
    .where('id', 'not in', ['', ...rows.map(({ id }) => id)])
    .execute();
  for (const { id, ...columns } of rows) {
    if (known.has(id)) await tx.updateTable('areas').set(columns).where('id', '=', id).execute();
    else
      await tx
        .insertInto('areas')
        .values({ id, location_id: locationId, ...columns })
        .execute();
  }
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function writeTables(
  context: Context,
  tx: Tx,
  locationId: string,
  before: readonly TableRow[],
  tables: Input['tables'],
  areaIds: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = tables.flatMap(({ tableId }) => tableId ?? []);
  const { isForeign } = await findIds(tx, 'floor_tables', locationId, ids);
  if (isForeign) throw refuse('not-found', say`This table is not on the plan of this location.`, { field: 'tables' });
  await tx
    .updateTable('floor_tables')
    .set({ removed_at: context.clock.now() })
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    .where('id', 'not in', ['', ...ids])
    .execute();
  for (const { tableId, area, ...columns } of tables) {
    const values = { ...columns, area_id: areaIds.get(area) ?? null, removed_at: null };
    if (before.some(({ id }) => id === tableId)) {
      await tx
        .updateTable('floor_tables')
        .set(values)
        .where('id', '=', tableId ?? '')
        .execute();
    } else {
      await tx
        .insertInto('floor_tables')
        .values({ id: tableId ?? context.ids.uuid(), location_id: locationId, ...values })
        .execute();
    }
  }
}

/** Which of the ids the location has, and whether one is of another location. */
async function findIds(tx: Tx, table: 'areas' | 'floor_tables', locationId: string, ids: readonly string[]) {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'location_id'])
    .where('id', 'in', ['', ...ids])
    .execute();
  const isOurs = (row: { readonly location_id: string }) => row.location_id === locationId;
  return { known: new Set(rows.filter(isOurs).map(({ id }) => id)), isForeign: !rows.every(isOurs) };
}

/** The reservation of a party at a table that is renamed follows it. */
async function renameTablesOfReservations(
  context: Context,
  tx: Tx,
  by: Author,
  locationId: string,
  before: readonly TableRow[],
): Promise<void> {
  for (const sitting of await readOpenSittings(tx, locationId)) {
    const old = before.find(({ id }) => id === sitting.table_id);
    if (old?.name === sitting.table_name) continue;
    await updateReservationOf(context, tx, by, sitting, { status: 'seated', tableNumber: sitting.table_name });
  }
}
