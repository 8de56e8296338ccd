import { runningSlot } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import type { HostDay } from './reservation.ts';

/** The time slot that runs now, with its seats; null if the location does not open on this day. */
export function slotNow({ slots }: HostDay, now: Date): HostDay['slots'][number] | null {
  return (
    runningSlot(
      slots.map((slot) => ({ slot, startsAt: new Date(slot.startsAt) })),
      now,
    )?.slot ?? null
  );
}

/** 'Seats at 6:30 p.m.: 9 of 40 left' */
export function seatsLeftText(day: HostDay, now: Date): string {
  const slot = slotNow(day, now);
  return slot ? say`Seats at ${slot.label}: ${slot.seatsLeft} of ${day.seatsPerSlot} left.` : say`Closed on this day`;
}
