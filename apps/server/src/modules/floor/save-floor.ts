import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { Refusal, refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { findSeating } from '@tiffin/domain/reservation';
import { planProblem } from '@tiffin/domain/floor';
import { clockText } from '@tiffin/domain/hours';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { announceFloor } from '../reservations/announce-floor.ts';
import { setFloorVersion } from '../locations/floor-version.ts';
import { lockLocation } from '../locations/queries.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { lockBookingsAt, moveBookings, proposeTables } from '../reservations/bookings-at-tables.ts';
import { readSeatings } from '../reservations/occupancy.ts';
import type { ReservationRow } from '../reservations/reservation-answer.ts';
import { updateTablesOfBookings } from '../reservations/table-plans.ts';
import { readFloor } from './read-floor.ts';
import { updateReservationOf } from './seat-party.ts';
import { readOpenSittings, type TableRow } from './sittings.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';

type Input = ValidatedInput<'saveFloor'>['body'];

/**
 * Saves the plan of a location. Tables are never deleted, because sittings refer to them. Reservations are locked before
 * tables, as everywhere.
 */
export const saveFloor: ChangeUseCase<'saveFloor'> = async (context, tx, by, { locationId, version, ...plan }) => {
  valueOrThrow(authorise('floor.edit', by.actor, { locationId }));
  const location = await lockLocation(tx, locationId);
  if (version !== location.floor_version) {
    const floor = await readFloor(tx, locationId, context.clock.now(), context);
    throw refuse('conflict', await savedMeanwhileText(tx, locationId, location.time_zone), { floor });
  }
  // Without joins, each table is a seating.
  const seatings = await readSeatings(tx, { id: locationId, table_joins: null });
  const savedTables = seatings.map(({ tables: [tableId], name }) => ({ tableId, name }));
  const problem = planProblem(plan, savedTables);
  if (problem) throw new Refusal(problem);
  const plannedIds = new Set(plan.tables.map(({ tableId }) => tableId));
  const removedIds = seatings.flatMap(({ tables }) => tables.filter((id) => !plannedIds.has(id)));
  const bookings = await lockBookingsAt(tx, locationId, removedIds, seatings, context.clock.now());
  const before = await lockTables(tx, locationId);
  await requireEmptyTables(tx, locationId, before, removedIds);
  const areaIds = await writeAreas(context, tx, locationId, plan.areas);
  await writeTables(context, tx, locationId, plan.tables, areaIds);
  await renameTablesOfReservations(context, tx, by, locationId, before);
  await setFloorVersion(tx, locationId, version + 1, plan.joins && (await idsOfJoins(tx, locationId, plan.joins)));
  await updateTablesOfBookings(tx, locationId);
  const proposed = await proposeTables(tx, locationId, bookings, context.clock.now());
  const [first] = bookings;
  // The plan that was written to find the proposals is rolled back.
  if (first && !plan.moveBookings) {
    const message =
      bookings.length === 1
        ? say`${first.customer_name} has booked table ${first.table_number ?? ''}, which you remove.`
        : say`${bookings.length} bookings are at tables that you remove.`;
    const answers = proposed.map(({ booking, table }) => ({ ...bookingAnswer(booking), proposedTable: table }));
    throw refuse('table-booked', message, { tableIds: removedIds, bookings: answers });
  }
  const moved = await moveBookings(context, tx, by, proposed);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'save-floor', ['floor', locationId], {
    locationId,
    before: { tables: namesOf(before.filter((table) => table.removed_at === null)) },
    after: { tables: namesOf(plan.tables) },
  });
  await announceFloor(context, tx, locationId);
  return { version: version + 1, bookings: moved.map(bookingAnswer) };
};

const bookingAnswer = (row: ReservationRow): NonNullable<ResponseOf<'saveFloor'>['bookings']>[number] => ({
  reservationId: row.reservation_id,
  name: row.customer_name,
  partySize: row.party_size,
  startsAt: row.starts_at.toISOString(),
  tableNumber: row.table_number,
});

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
  removedIds: readonly string[],
): Promise<void> {
  const sittings = await readOpenSittings(tx, locationId);
  const taken = before.find(({ id }) => removedIds.includes(id) && sittings.some(({ tables }) => tables.includes(id)));
  if (!taken) return;
  const message = say`People sit at table ${taken.name}. Move them first, then remove it.`;
  throw refuse('failed-precondition', message, { tableIds: [taken.id] });
}

/** Writes the areas in their order and returns their ids by name. */
async function writeAreas(
  context: Context,
  tx: Tx,
  locationId: string,
  areas: Input['areas'],
): Promise<Map<string, string>> {
  const rows = areas.map(({ areaId, name }, position) => ({
    id: areaId ?? context.ids.uuid(),
    location_id: locationId,
    name,
    position,
  }));
  await tx
    .deleteFrom('areas')
    .where('location_id', '=', locationId)
    .where('id', 'not in', ['', ...rows.map(({ id }) => id)])
    .execute();
  for (const row of rows) {
    const written = await tx
      .insertInto('areas')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('areas.location_id', '=', locationId))
      .returning('id')
      .executeTakeFirst();
    if (!written) throw refuse('not-found', say`This area is not on the plan of this location.`, { field: 'areas' });
  }
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function writeTables(
  context: Context,
  tx: Tx,
  locationId: string,
  tables: Input['tables'],
  areaIds: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = tables.flatMap(({ tableId }) => tableId ?? []);
  await tx
    .updateTable('floor_tables')
    .set({ removed_at: context.clock.now() })
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    .where('id', 'not in', ['', ...ids])
    .execute();
  for (const { tableId, area, ...columns } of tables) {
    const row = {
      ...columns,
      id: tableId ?? context.ids.uuid(),
      location_id: locationId,
      area_id: areaIds.get(area) ?? null,
      removed_at: null,
    };
    const written = await tx
      .insertInto('floor_tables')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('floor_tables.location_id', '=', locationId),
      )
      .returning('id')
      .executeTakeFirst();
    if (!written) throw refuse('not-found', say`This table is not on the plan of this location.`, { field: 'tables' });
  }
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
    const names = sitting.tables.map((id) => before.find((table) => table.id === id)?.name);
    if (names.join('+') === sitting.table_name) continue;
    await updateReservationOf(context, tx, by, sitting, { status: 'seated', tableNumber: sitting.table_name });
  }
}
