import type { ValidatedInput } from '@tiffin/contract';
import { Refusal, refuse, say } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { announceFloor } from '../reservations/announce-floor.ts';
import { isExclusionViolation, isUniqueViolation } from '../../platform/db/connection.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { addWalkIn } from '../reservations/add-walk-in.ts';
import { seatWaiting } from '../reservations/seat-waiting.ts';
import { setReservationStatus } from '../reservations/set-reservation-status.ts';
import {
  lockFreeTable,
  lockSitting,
  lockSittingOf,
  readTable,
  tableSince,
  type SittingRow,
  type TableRow,
} from './sittings.ts';
import { insertRow, updateRow } from '../../platform/db/write-row.ts';
import type { Change } from '../../platform/http/implement.ts';

/** Seats a party at a free table. Its reservation is locked before the table, as everywhere. */
export const seatParty: Change<'seatParty'> = async (context, tx, by, input) => {
  const table = await readTable(tx, by.actor, input.tableId);
  const reservationId =
    input.reservationId == null
      ? await bookWalkIn(context, tx, by, table, input)
      : await seatReservation(context, tx, by, table, input.reservationId);
  if (input.waitId !== undefined) await seatWaiting(context, tx, table.location_id, input.waitId);
  const sittingId = await insertSitting(context, tx, by, table.id, { ...input, reservationId });
  await recordSitting(context, tx, by, 'seat-party', table.location_id, sittingId, {
    after: { table: table.name, partySize: input.partySize },
  });
  return { sittingId };
};

/** A walk-in takes seats of the running time, so that they cannot be booked. Returns null where none can be booked. */
async function bookWalkIn(
  context: Context,
  tx: Tx,
  by: Author,
  { location_id: locationId, name: tableNumber }: TableRow,
  { partySize, name }: ValidatedInput<'seatParty'>['body'],
): Promise<string | null> {
  const walkIn = { locationId, partySize, name: name ?? '', tableNumber, evenIfFull: true };
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
  table: TableRow,
  reservationId: string,
): Promise<string> {
  const seated = await setReservationStatus(context, tx, by, {
    reservationId,
    status: 'seated',
    tableNumber: table.name,
  });
  if (seated.location !== table.location_id) {
    throw refuse('invalid-argument', say`This reservation is for ${seated.locationName}.`, { field: 'reservationId' });
  }
  const sitting = await lockSittingOf(tx, seated.id);
  if (sitting) {
    const words = say`This party sits at table ${sitting.table_name} already. Move it from there.`;
    throw refuse('failed-precondition', words, { sitting: { sittingId: sitting.id } });
  }
  return seated.id;
}

/** The exclusion constraint has the last word about who sits at a table. */
export async function insertSitting(
  context: Context,
  tx: Tx,
  by: Author,
  tableId: string,
  party: {
    readonly partySize: number;
    readonly name?: string | null | undefined;
    readonly reservationId: string | null;
  },
): Promise<string> {
  const table = await lockFreeTable(tx, tableId);
  const now = context.clock.now();
  const id = context.ids.uuid();
  await insertRow(tx, 'sittings', {
    id,
    location_id: table.location_id,
    table_id: table.id,
    party_size: party.partySize,
    name: party.reservationId === null ? (party.name ?? '') : '',
    reservation_id: party.reservationId,
    seated_at: now,
    table_since: tableSince(table.id, now),
    created_by: userIdOf(by.actor),
  }).catch(refuseTakenTable);
  return id;
}

function refuseTakenTable(error: unknown): never {
  if (isExclusionViolation(error, 'sittings_one_at_a_time')) throw refuse('table-taken');
  if (isUniqueViolation(error, 'sittings_open_reservation')) {
    throw refuse('failed-precondition', say`This party sits at another table already. Move it from there.`);
  }
  throw error;
}

/** Moves a party to a free table. The audit log has the tables before. */
export const moveSitting: Change<'moveSitting'> = async (context, tx, by, { sittingId, tableId }) => {
  const sitting = await lockSitting(tx, by.actor, sittingId);
  if (sitting.ended_at !== null) throw refuse('failed-precondition', say`This party has left already.`);
  const target = await readTable(tx, by.actor, tableId);
  if (target.location_id !== sitting.location_id) {
    throw refuse('invalid-argument', say`This table is at another location.`, { field: 'tableId' });
  }
  if (target.id === sitting.table_id) return { sittingId };
  await moveToTable(context, tx, by, sitting, target.id);
  await updateReservationOf(context, tx, by, sitting, { status: 'seated', tableNumber: target.name });
  return { sittingId };
};

export async function moveToTable(
  context: Context,
  tx: Tx,
  by: Author,
  sitting: SittingRow,
  tableId: string,
): Promise<void> {
  const table = await lockFreeTable(tx, tableId);
  await updateRow(tx, 'sittings', sitting.id, {
    table_id: table.id,
    table_since: tableSince(table.id, context.clock.now()),
  }).catch(refuseTakenTable);
  await recordSitting(context, tx, by, 'move-sitting', sitting.location_id, sitting.id, {
    before: { table: sitting.table_name },
    after: { table: table.name },
  });
}

/** Frees the table of a party. */
export const endSitting: Change<'endSitting'> = async (context, tx, by, { sittingId }) => {
  const sitting = await lockSitting(tx, by.actor, sittingId);
  if (sitting.ended_at !== null) return { sittingId };
  await closeSitting(context, tx, by, sitting);
  await updateReservationOf(context, tx, by, sitting, { status: 'completed' });
  return { sittingId };
};

/** The name of a party is forgotten when it leaves. */
export async function closeSitting(context: Context, tx: Tx, by: Author, sitting: SittingRow): Promise<void> {
  await updateRow(tx, 'sittings', sitting.id, {
    ended_at: sql<Date>`greatest(${context.clock.now()}::timestamptz, table_since)`,
    name: '',
  });
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

async function recordSitting(
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
