import type { ValidatedInput } from '@tiffin/contract';
import { Refusal, refuse, say } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { hasSameTables } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { announceFloor } from '../reservations/announce-floor.ts';
import { isExclusionViolation, isUniqueViolation } from '../../platform/db/connection.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { addWalkIn } from '../reservations/add-walk-in.ts';
import { seatWaiting } from '../reservations/seat-waiting.ts';
import { setReservationStatus } from '../reservations/set-reservation-status.ts';
import {
  atTables,
  lockFreeTables,
  lockSitting,
  lockSittingOf,
  nameOfTables,
  requireTables,
  type SittingRow,
  type TableRow,
} from './sittings.ts';
import { forgetTableGuests } from './table-guests.ts';
import { insertRow, updateRow } from '../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';

/** Seats a party at free tables. Its reservation is locked before the tables, as everywhere. */
export const seatParty: ChangeUseCase<'seatParty'> = async (context, tx, by, input) => {
  const tables = await requireTables(tx, by.actor, input);
  const [{ location_id: locationId }] = tables;
  const reservationId =
    input.reservationId == null
      ? await bookWalkIn(context, tx, by, tables, input)
      : await seatReservation(context, tx, by, tables, input.reservationId);
  if (input.waitId !== undefined) await seatWaiting(context, tx, locationId, input.waitId);
  const ids = tables.map(({ id }) => id);
  const sittingId = await insertSitting(context, tx, by, locationId, ids, { ...input, reservationId });
  await recordSitting(context, tx, by, 'seat-party', locationId, sittingId, {
    after: { table: nameOfTables(tables), partySize: input.partySize },
  });
  return { sittingId };
};

type Tables = readonly [TableRow, ...TableRow[]];

/** A walk-in takes seats of the running time, so that they cannot be booked. Returns null where none can be booked. */
async function bookWalkIn(
  context: Context,
  tx: Tx,
  by: Author,
  tables: Tables,
  { partySize, name }: ValidatedInput<'seatParty'>['body'],
): Promise<string | null> {
  const table = { locationId: tables[0].location_id, tableNumber: nameOfTables(tables) };
  const walkIn = { ...table, partySize, name: name ?? '', evenIfFull: true };
  try {
    return (await addWalkIn(context, tx, by, walkIn)).id;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function seatReservation(
  context: Context,
  tx: Tx,
  by: Author,
  tables: Tables,
  reservationId: string,
): Promise<string> {
  const seated = await setReservationStatus(context, tx, by, {
    reservationId,
    status: 'seated',
    tableNumber: nameOfTables(tables),
  });
  if (seated.location !== tables[0].location_id) {
    throw refuse('invalid-argument', say`This reservation is for ${seated.locationName}.`, { field: 'reservationId' });
  }
  const sitting = await lockSittingOf(tx, seated.id);
  if (sitting) {
    const message = say`This party sits at table ${sitting.table_name} already. Move it from there.`;
    throw refuse('failed-precondition', message, { sitting: { sittingId: sitting.id } });
  }
  return seated.id;
}

/** If two requests seat parties at one table, the exclusion constraint refuses the second. */
export async function insertSitting(
  context: Context,
  tx: Tx,
  by: Author,
  locationId: string,
  tableIds: readonly string[],
  party: {
    /** Chosen by the caller, so that rounds can name the party before it sits. */
    readonly sittingId?: string | undefined;
    readonly partySize: number;
    readonly name?: string | null | undefined;
    readonly reservationId: string | null;
  },
): Promise<string> {
  await lockFreeTables(tx, tableIds);
  const now = context.clock.now();
  const id = party.sittingId ?? context.ids.uuid();
  await insertRow(tx, 'sittings', {
    ...atTables(tableIds, now),
    id,
    location_id: locationId,
    party_size: party.partySize,
    name: party.reservationId === null ? (party.name ?? '') : '',
    reservation_id: party.reservationId,
    seated_at: now,
    created_by: userIdOf(by.actor),
  }).catch(refuseTakenTable);
  return id;
}

export function refuseTakenTable(error: unknown): never {
  if (isExclusionViolation(error, 'sittings_one_at_a_time')) throw refuse('table-taken');
  if (isUniqueViolation(error, 'sittings_open_reservation') || isUniqueViolation(error, 'sittings_pkey')) {
    throw refuse('failed-precondition', say`This party sits at another table already. Move it from there.`);
  }
  throw error;
}

/** Moves a party to free tables. The audit log has the tables before. */
export const moveSitting: ChangeUseCase<'moveSitting'> = async (context, tx, by, { sittingId, ...to }) => {
  const sitting = await lockSitting(tx, by.actor, sittingId);
  if (sitting.ended_at !== null) throw refuse('failed-precondition', say`This party has left already.`);
  const tables = await requireTables(tx, by.actor, to);
  if (tables[0].location_id !== sitting.location_id) {
    throw refuse('invalid-argument', say`This table is at another location.`, { field: 'tableId' });
  }
  const [ids, tableNumber] = [tables.map(({ id }) => id), nameOfTables(tables)];
  if (hasSameTables(ids, sitting.tables)) return { sittingId };
  await moveToTables(context, tx, by, sitting, ids, tableNumber);
  await updateReservationOf(context, tx, by, sitting, { status: 'seated', tableNumber });
  return { sittingId };
};

/** Moves a party to these tables, and not its reservation. */
export async function moveToTables(
  context: Context,
  tx: Tx,
  by: Author,
  sitting: SittingRow,
  tableIds: readonly string[],
  name: string,
): Promise<void> {
  await lockFreeTables(tx, tableIds, sitting);
  await updateRow(tx, 'sittings', sitting.id, atTables(tableIds, context.clock.now())).catch(refuseTakenTable);
  await recordSitting(context, tx, by, 'move-sitting', sitting.location_id, sitting.id, {
    before: { table: sitting.table_name },
    after: { table: name },
  });
}

/** Frees the table of a party. */
export const endSitting: ChangeUseCase<'endSitting'> = async (context, tx, by, { sittingId }) => {
  const sitting = await lockSitting(tx, by.actor, sittingId);
  if (sitting.ended_at !== null) return { sittingId };
  await closeSitting(context, tx, by, sitting);
  await updateReservationOf(context, tx, by, sitting, { status: 'completed' });
  return { sittingId };
};

/** Ends a sitting. The name of a party is forgotten when it leaves. */
export async function closeSitting(context: Context, tx: Tx, by: Author, sitting: SittingRow): Promise<void> {
  await updateRow(tx, 'sittings', sitting.id, {
    ended_at: sql<Date>`greatest(${context.clock.now()}::timestamptz, table_since)`,
    name: '',
    calls: null,
  });
  await forgetTableGuests(tx, sitting.location_id);
  await recordSitting(context, tx, by, 'end-sitting', sitting.location_id, sitting.id, {
    before: { table: sitting.table_name, partySize: sitting.party_size },
  });
}

/** The reservation of a party follows it, unless somebody changed its status. */
export async function updateReservationOf(
  context: Context,
  tx: Tx,
  by: Author,
  { reservation_id: reservationId }: SittingRow,
  change: { readonly status: 'seated' | 'completed'; readonly tableNumber?: string },
): Promise<void> {
  if (reservationId === null) return;
  const reservation = await tx
    .selectFrom('reservations')
    .select('id')
    .where('id', '=', reservationId)
    .where('status', '=', 'seated')
    .executeTakeFirst();
  if (reservation) await setReservationStatus(context, tx, by, { reservationId, ...change });
}

/** Writes the audit entry of a change of a sitting, and announces it. */
export async function recordSitting(
  context: Context,
  tx: Tx,
  by: Author,
  action: string,
  locationId: string,
  sittingId: string,
  values: { readonly before?: object; readonly after?: object },
): Promise<void> {
  const at = context.clock.now();
  await recordAuditEntry(tx, { at, ...by }, action, ['sitting', sittingId], { locationId, ...values });
  await announceFloor(context, tx, locationId);
}
