import type { Context, Tx } from '../../context.ts';
import type { Author } from '../log/record-audit-entries.ts';
import type { ReservationAnswer } from '../reservations/reservation-answer.ts';
import { closeSitting, insertSitting, moveToTable } from './seat-party.ts';
import { lockSittingOf } from './sittings.ts';

/**
 * Brings the floor up to date with a reservation that was changed elsewhere: a party that is seated at a table of the
 * plan sits there, and one that left or sits elsewhere frees its table.
 */
export async function followReservation(
  context: Context,
  tx: Tx,
  by: Author,
  { id, location, status, tableNumber, reservationDetails: { partySize } }: ReservationAnswer,
): Promise<void> {
  const sitting = await lockSittingOf(tx, id);
  const table =
    status === 'seated' && tableNumber !== null
      ? await tx
          .selectFrom('floor_tables')
          .select('id')
          .where('location_id', '=', location)
          .where((eb) => eb(eb.fn('lower', ['name']), '=', tableNumber.toLowerCase()))
          .where('removed_at', 'is', null)
          .executeTakeFirst()
      : undefined;
  if (sitting && !table) await closeSitting(context, tx, by, sitting);
  else if (sitting && table && table.id !== sitting.table_id) await moveToTable(context, tx, by, sitting, table.id);
  else if (!sitting && table) await insertSitting(context, tx, by, table.id, { partySize, reservationId: id });
}
