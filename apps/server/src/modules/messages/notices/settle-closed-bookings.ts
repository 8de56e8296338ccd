import type { ValidatedInput } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import { isClosedByChange, openingAt, type OpeningHours } from '@tiffin/domain/hours';
import { OPEN_STATUSES } from '@tiffin/domain/order';
import { AWAITED_STATUSES, type CancelPreset } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../../context.ts';
import { openingHoursOf } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { selectReservations } from '../../reservations/queries.ts';
import { writeReservation } from '../../reservations/write-reservation.ts';
import { reservationMessages } from './reservation-mails.ts';

const CLOSURE: CancelPreset = 'Restaurant closure/maintenance';

type Input = Pick<ValidatedInput<'updateLocation'>['body'], 'locationId' | 'bookings' | 'message'>;

/**
 * Does with the bookings at whose times the new hours close a location what its owner chose. Refuses with these
 * bookings and the number of planned orders if nothing was chosen. A location that opens after all asks nobody to move.
 */
export async function settleClosedBookings(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, bookings: choice, message = '' }: Input,
  before: OpeningHours,
): Promise<void> {
  const now = context.clock.now();
  const location = await readLocation(tx, locationId);
  const hours = location && openingHoursOf(location);
  if (!hours?.ok) return;
  const rows = await selectReservations(tx)
    .where('r.location_id', '=', locationId)
    .where('r.status', 'in', AWAITED_STATUSES)
    .where('r.starts_at', '>', now)
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .forUpdate('r')
    .execute();
  const planned = await tx
    .selectFrom('orders')
    .select('wanted_for')
    .where('location_id', '=', locationId)
    .where('status', 'in', OPEN_STATUSES)
    .where('wanted_for', '>', now)
    .execute();
  const closed = rows.filter((row) => isClosedByChange(before, hours.value, row.starts_at));
  const orders = planned.filter(({ wanted_for: at }) => at && isClosedByChange(before, hours.value, at)).length;
  if (choice === undefined && closed.length + orders > 0) {
    const bookings = closed.map(({ reservation_id: reservationId, customer_name: name, ...row }) => {
      return { reservationId, name, partySize: row.party_size, startsAt: row.starts_at.toISOString() };
    });
    throw refuse('hours-booked', undefined, { bookings, orders });
  }
  const messages = reservationMessages(context, tx);
  for (const row of rows) {
    const write = (action: string, changes: Parameters<typeof writeReservation>[5]) =>
      writeReservation(context, tx, by, row, action, changes);
    if (row.move_offered_at !== null && openingAt(hours.value, row.starts_at) !== null) {
      await write('change-reservation', { move_offered_at: null });
    } else if (choice === 'move' && closed.includes(row)) {
      await write('ask-to-move-reservation', { move_offered_at: now });
      await queueMessages(tx, context, [{ ...(await messages.move(row, message)), locationId }]);
    } else if (choice === 'cancel' && closed.includes(row)) {
      const cancelled = { status: 'cancelled', cancelled_at: now, cancelled_by: 'staff' } as const;
      await write('cancel-reservation', { ...cancelled, cancellation_reason: message || CLOSURE });
    }
  }
}
