import { refuse, say } from '@tiffin/domain/core';
import { findSeating, hasSameTables } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { readSeatings } from '../reservations/occupancy.ts';
import type { ReservationAnswer } from '../reservations/reservation-answer.ts';
import { closeSitting, insertSitting, moveToTables } from './seat-party.ts';
import { lockSittingOf, type SittingRow } from './sittings.ts';

/**
 * Brings the floor up to date with a reservation that was changed elsewhere: a party that is seated at tables of the
 * plan sits there, and one that left or sits elsewhere frees its table.
 */
export async function followReservation(
  context: Context,
  tx: Tx,
  by: Author,
  { id, location, status, tableNumber, reservationDetails: { partySize } }: ReservationAnswer,
): Promise<void> {
  const sitting = await lockSittingOf(tx, id);
  const seating =
    status === 'seated'
      ? findSeating(await readSeatings(tx, { id: location, table_joins: null }), tableNumber)
      : undefined;
  if (!seating) {
    if (!sitting) return;
    if (status === 'confirmed' || status === 'seated') await requireNoOrders(tx, sitting);
    return closeSitting(context, tx, by, sitting);
  }
  const { tables, name } = seating;
  if (!sitting) await insertSitting(context, tx, by, location, tables, { partySize, reservationId: id });
  else if (!hasSameTables(tables, sitting.tables)) await moveToTables(context, tx, by, sitting, tables, name);
}

/** Refuses to end a sitting with orders, because its bill and the allergies that were stated would be lost with it. */
async function requireNoOrders(tx: Tx, { id, table_name: table }: SittingRow): Promise<void> {
  const order = await tx
    .selectFrom('bills as b')
    .innerJoin('orders as o', 'o.bill_id', 'b.id')
    .select('o.id')
    .where('b.sitting_id', '=', id)
    .executeTakeFirst();
  if (!order) return;
  const message = say`This party has ordered at table ${table}. Move it to another table, or free its table when it leaves.`;
  throw refuse('failed-precondition', message);
}
