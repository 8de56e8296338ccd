import { runningSlot } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import { hostRows } from './host-day.ts';
import type { HostDay } from './reservation.ts';

/** The seats of the time that runs now; null if the location does not open on this day. */
export function seatsNow(day: HostDay, now: Date): { readonly label: string; readonly left: number } | null {
  const slots = day.slots.map((slot) => ({ ...slot, startsAt: new Date(slot.startsAt) }));
  const slot = runningSlot(slots, now);
  if (!slot) return null;
  return { label: slot.label, left: hostRows(day).find(({ time }) => time === slot.time)?.left ?? slot.seatsLeft };
}

/** 'Seats at 6:30 p.m.: 9 of 40 left' */
export function seatsText(day: HostDay, now: Date): string {
  const seats = seatsNow(day, now);
  return seats ? say`Seats at ${seats.label}: ${seats.left} of ${day.seatsPerSlot} left.` : say`Closed on this day`;
}
