import { isDate, isTime, twelveHourText } from '@tiffin/domain/hours';
import { isMoved, isSameDetails, type ReservationDetails, isPartySize } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import type { Day, Reservation } from './booking.ts';
import { changeTexts } from './change-texts.ts';
import { texts } from './texts.ts';

export interface ChangeChoice {
  readonly partySize: number;
  readonly date: string;
  /** Null after another day was chosen. */
  readonly slot: { readonly time: string; readonly label: string } | null;
  readonly specialRequests: string;
}

/** What an address preselects, e.g. from a refused second booking. */
export interface ChangePreset {
  readonly date: string | null;
  readonly time: string | null;
  readonly party: number | null;
}

/** Reads what the address preselects, without invalid parts. */
export function presetIn(query: URLSearchParams): ChangePreset {
  const [date, time, party] = [query.get('date') ?? '', query.get('time') ?? '', Number(query.get('party'))];
  return {
    date: isDate(date) ? date : null,
    time: isTime(time) ? time : null,
    party: isPartySize(party) ? party : null,
  };
}

/** The reservation as it is, with what the address preselects. */
export function firstChoice({ reservationDetails: details }: Reservation, preset: ChangePreset): ChangeChoice {
  const time = preset.time ?? details.time;
  return {
    partySize: preset.party ?? details.partySize,
    date: preset.date ?? details.date,
    slot: { time, label: twelveHourText(time) },
    specialRequests: details.specialRequests ?? '',
  };
}

/** The chosen details; null while no time is chosen. */
export function chosenDetails({ partySize, date, slot, specialRequests }: ChangeChoice): ReservationDetails | null {
  return slot && { date, time: slot.time, partySize, specialRequests: specialRequests.trim() || null };
}

/** The day of the reservation can be chosen even if others have booked the rest of it. */
export function daysForChange(days: readonly Day[], { reservationDetails: own }: Reservation): Day[] {
  return days.map((day) => (day.date === own.date && day.state === 'full' ? { ...day, state: 'free' } : day));
}

export function changeLabel(before: ReservationDetails, after: ReservationDetails | null): string {
  if (after === null || isSameDetails(before, after)) return say`Change reservation`;
  if (isMoved(before, after)) {
    const label = twelveHourText(after.time);
    return before.date === after.date ? say`Move to ${label}` : changeTexts.moveToDay(after.date, label);
  }
  return before.partySize === after.partySize
    ? say`Save the request`
    : say`Change to ${texts.guestCount(after.partySize)}`;
}
