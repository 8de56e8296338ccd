import { twelveHourText } from '@tiffin/domain/hours';
import type { ReservationDetails } from '@tiffin/domain/reservation';
import type { Answer } from '../api/api.ts';
import { isoDay } from '../../ui/format.ts';

type Reservation = Answer<'getReservation'>['reservation'];
type Slot = Answer<'getReservationSlots'>['slots'][number];
type VisitChoice = Pick<ReservationDetails, 'date' | 'partySize'>;

/** Where stays are counted, full times are listed too. */
export const isFreeTime = ({ available }: { readonly available?: boolean | undefined }): boolean => available !== false;

/** The party size for which the free times are loaded: on its own day the reservation has seats already. */
export function seatsToFind({ reservationDetails: own }: Reservation, { date, partySize }: VisitChoice): number {
  return date === own.date ? Math.max(1, partySize - own.partySize) : partySize;
}

/** The times to which the reservation can move. Its own seats count as free. */
export function slotsForChange(
  slots: readonly Slot[],
  { reservationDetails: own, startsAt }: Reservation,
  { date, partySize }: VisitChoice,
  zone?: string,
): Slot[] {
  if (date !== own.date) return [...slots];
  const others = slots.filter(({ time, seatsLeft }) => time !== own.time && seatsLeft >= partySize);
  const free = slots.find(({ time }) => time === own.time)?.seatsLeft ?? 0;
  if (free + own.partySize < partySize) return others;
  const ownSlot: Slot = {
    date,
    time: own.time,
    label: twelveHourText(own.time),
    seatsLeft: free + own.partySize,
    startsAt,
    isNextDay: isoDay(startsAt, zone) !== date,
  };
  return [...others, ownSlot].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
}
