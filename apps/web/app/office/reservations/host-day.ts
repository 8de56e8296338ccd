import { twelveHourText } from '@tiffin/domain/hours';
import { seatsLeft } from '@tiffin/domain/reservation';
import type { HostDay, Reservation } from './reservation.ts';

/** A time slot of the day with its reservations and its seats taken and left. */
export interface HostRow {
  readonly time: string;
  readonly label: string;
  readonly isNextDay: boolean;
  readonly isPast: boolean;
  readonly isNow: boolean;
  /** The opening hours have changed since these were booked. */
  readonly isOutOfHours: boolean;
  readonly taken: number;
  readonly left: number;
  readonly reservations: readonly Reservation[];
}

/**
 * Every time slot with its reservations, and other times with reservations. Seats are counted by the server's booking
 * rule, so that live changes show at once.
 */
export function hostRows(day: HostDay): HostRow[] {
  const reservations = day.reservations.filter((each) => each.status !== 'cancelled');
  const seats = reservations.map(({ reservationDetails: { time, partySize }, status }) => ({
    time,
    partySize,
    status,
  }));
  const slots = new Map(
    day.slots.map(({ time, label, startsAt, isNextDay, seatsLeft: counted }) => [
      time,
      { time, label, startsAt, isNextDay, isOutOfHours: false, counted },
    ]),
  );
  for (const { reservationDetails, startsAt } of reservations) {
    const { time } = reservationDetails;
    if (!slots.has(time))
      slots.set(time, {
        time,
        label: twelveHourText(time),
        startsAt,
        isNextDay: false,
        isOutOfHours: true,
        counted: 0,
      });
  }
  const inOrder = [...slots.values()].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const running = inOrder.findLast((slot) => slot.startsAt <= day.asOf)?.time;
  const isRunning =
    inOrder.some((slot) => slot.startsAt > day.asOf) || hasJustStarted(inOrder.at(-1)?.startsAt, day.asOf);
  return inOrder.map(({ startsAt, counted, ...slot }) => {
    // Where stays are counted, only the server knows who sits when.
    const left = day.countsStays ? counted : seatsLeft(seats, slot.time, day.seatsPerSlot);
    const isNow = slot.time === running && isRunning;
    return {
      ...slot,
      isNow,
      isPast: startsAt <= day.asOf && !isNow,
      taken: day.seatsPerSlot - left,
      left,
      reservations: reservations.filter((each) => each.reservationDetails.time === slot.time),
    };
  });
}

const LAST_SLOT_MS = 30 * 60_000;

function hasJustStarted(lastStartsAt: string | undefined, asOf: string): boolean {
  return lastStartsAt !== undefined && new Date(asOf).getTime() - new Date(lastStartsAt).getTime() < LAST_SLOT_MS;
}
