import { contactProblems, isPartySize, type ContactField } from '@tiffin/domain/order';
import { specialRequestsProblem } from '@tiffin/domain/reservation';
import type { Answer } from '../../shared/api/api.ts';
import { texts } from './texts.ts';
import { twelveHours } from '@tiffin/domain/hours';
import { HALIFAX } from '@tiffin/domain/core';
import { LOCALE } from '../../ui/format.ts';
import { dayInSentence } from '../../shared/reservation/days.ts';

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

/** 'A table for four at Mill Village, Friday, Nov 27 at 7:00 p.m.' */
export function inWords(reservation: Reservation, zone?: string): string {
  const { partySize, date, slot } = asSentence(reservation, zone);
  return texts.sentence(partySize, reservation.locationName, dayInSentence(date), slot.label);
}

export type Slot = Answer<'getReservationSlots'>['slots'][number];
export type Day = Answer<'getReservationDays'>['days'][number];
export type Reservation = Answer<'getReservation'>['reservation'];

/** What the guest has chosen and written so far. */
export interface Booking {
  readonly locationId: string;
  readonly partySize: number;
  readonly date: string | null;
  /** The slot's time and how it is written. */
  readonly slot: { readonly time: string; readonly label: string } | null;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly specialRequests: string;
}

export type BookingField = 'party' | 'day' | 'time' | 'specialRequests' | ContactField;
export type BookingProblems = Partial<Record<BookingField, string>>;

/** What is still missing or wrong, in the order of the page. */
export function bookingProblems(booking: Booking): BookingProblems {
  const requests = specialRequestsProblem(booking.specialRequests);
  return {
    ...(!isPartySize(booking.partySize) && { party: texts.partyProblem }),
    ...(booking.date === null && { day: texts.chooseDay }),
    ...(booking.slot === null && { time: texts.chooseTime }),
    ...contactProblems(booking),
    ...(requests && { specialRequests: requests }),
  };
}

export type BookingChange = Partial<Booking>;

/** Another place or party has other days and times: what does not hold any more is forgotten. */
export function changed(booking: Booking, change: BookingChange): Booking {
  const next = { ...booking, ...change };
  const otherDay = next.locationId !== booking.locationId || next.date !== booking.date;
  return otherDay && change.slot === undefined ? { ...next, slot: null } : next;
}

/** Parties of eight and more are said by number. */
export const PARTY_BUTTONS = 7;

/** A slot of the evening, of the day before it, or past midnight. */
export function partOfDay(slot: Slot): 'lunch' | 'evening' | 'afterMidnight' {
  if (slot.isNextDay) return 'afterMidnight';
  return slot.time < '17:00' ? 'lunch' : 'evening';
}

/** Few seats are worth a word; with many nobody counts. */
export const FEW_SEATS = 8;

interface Alternative {
  readonly date: string;
  readonly time: string;
  readonly label: string;
  readonly seatsLeft: number;
}

/** The free times a refusal came with. */
export function alternativesIn(details: Readonly<Record<string, unknown>>): Alternative[] {
  const { alternatives } = details;
  return Array.isArray(alternatives) ? alternatives.filter(isAlternative) : [];
}

function isAlternative(value: unknown): value is Alternative {
  if (typeof value !== 'object' || value === null) return false;
  const { date, time, label } = value as Record<string, unknown>;
  return typeof date === 'string' && typeof time === 'string' && typeof label === 'string';
}
