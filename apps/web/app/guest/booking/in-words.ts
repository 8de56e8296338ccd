import { twelveHours } from '@tiffin/domain/hours';
import { HALIFAX } from '@tiffin/domain/core';
import { LOCALE } from '../../ui/format.ts';
import type { Reservation } from './booking.ts';
import { dayInSentence } from '../../shared/reservation/days.ts';
import { texts } from './texts.ts';

/** The day a guest's calendar shows: a table after midnight is on the day after the evening's. */
export function calendarDate(startsAt: string, zone: string = HALIFAX): string {
  const parts = new Intl.DateTimeFormat(LOCALE, {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(startsAt));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}

/** What the sentence needs to know of a reservation. */
export function asSentence({ reservationDetails: { partySize, time }, startsAt }: Reservation, zone?: string) {
  return { partySize, date: calendarDate(startsAt, zone), slot: { time, label: twelveHours(time) } };
}

/** 'A table for four at Truro Heights, Friday, Nov 27 at 7:00 p.m.' */
export function inWords(reservation: Reservation, zone?: string): string {
  const { partySize, date, slot } = asSentence(reservation, zone);
  return texts.sentence(partySize, reservation.locationName, dayInSentence(date), slot.label);
}
