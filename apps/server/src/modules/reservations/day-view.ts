import type { AnswerOf } from '@tiffin/contract';
import type { getReservationDay } from '@tiffin/contract/reservations';
import { dateIn, refuse, type DateText } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import { SEATS_PER_SLOT, seatsLeft, slotTimes } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { hoursOf } from '../locations/answer.ts';
import { readLocation } from '../locations/queries.ts';
import { reservationAnswer } from './answer.ts';
import { slotTimeAnswer } from './free-slots.ts';
import { selectReservations } from './queries.ts';

/** What a host at the door looks at: every slot of the day, who comes, and what is left. */
export async function dayView(
  context: Context,
  actor: Actor,
  asked: { readonly locationId: string; readonly date?: DateText | undefined },
): Promise<AnswerOf<typeof getReservationDay>['day']> {
  const may = authorise('reservation.read', actor, { locationId: asked.locationId });
  if (!may.ok) throw refuse(may.error.code, may.error.message);
  const location = await readLocation(context.db, asked.locationId);
  if (!location) throw refuse('location-not-found');
  const hours = hoursOf(location);
  if (!hours.ok) throw refuse(hours.error.code, hours.error.message);
  const now = context.clock.now();
  const today = dateIn(now, location.time_zone);
  const date = asked.date ?? today;
  const rows = await selectReservations(context.db)
    .where('r.location_id', '=', location.id)
    .where('r.date', '=', date)
    .where('r.status', '!=', 'cancelled')
    .orderBy('r.starts_at')
    .orderBy(sql`r.customer_name collate "und-x-icu"`)
    .orderBy('r.id')
    .execute();
  const taken = rows.map((row) => ({ time: row.time, partySize: row.party_size, status: row.status }));
  const slots = slotTimes(hours.value, date);
  return {
    date,
    isToday: date === today,
    isClosed: slots.length === 0,
    timeZone: location.time_zone,
    asOf: now.toISOString(),
    seatsPerSlot: SEATS_PER_SLOT,
    slots: slots.map((slot) => {
      const left = seatsLeft(taken, slot.time);
      return { ...slotTimeAnswer(slot), seatsLeft: left, seatsTaken: SEATS_PER_SLOT - left };
    }),
    reservations: rows.map(reservationAnswer),
  };
}
