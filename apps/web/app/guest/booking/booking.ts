import { contactProblems, type ContactField } from '@tiffin/domain/order';
import { specialRequestsProblem, PARTY_PROBLEM, isPartySize } from '@tiffin/domain/reservation';
import { say, splitLanguagePath } from '@tiffin/domain/core';
import type { Location } from '../../shared/site/site.ts';
import type { Answer } from '../../shared/api/api.ts';
import { texts } from './texts.ts';
import { twelveHourText } from '@tiffin/domain/hours';
import { isoDay } from '../../ui/format.ts';
import { dayInSentence } from '../../shared/reservation/date-texts.ts';

/**
 * The values that a sentence about a reservation contains. The date is the calendar day: after midnight it is the day
 * after the business day. Without a zone it is that of the restaurant.
 */
export function sentenceValues({ reservationDetails: { partySize, time }, startsAt }: Reservation, zone?: string) {
  return { partySize, date: isoDay(startsAt, zone), slot: { time, label: twelveHourText(time) } };
}

/** 'A table for four at Mill Village, Friday, Nov 27 at 7:00 p.m.' */
export function describeReservation(reservation: Reservation, zone?: string): string {
  const { partySize, date, slot } = sentenceValues(reservation, zone);
  return texts.sentence(partySize, reservation.locationName, dayInSentence(date), slot.label);
}

export type Slot = Answer<'getReservationSlots'>['slots'][number];
export type Day = Answer<'getReservationDays'>['days'][number];
export type Reservation = Answer<'getReservation'>['reservation'];

type WaitlistLocation = Pick<Location, 'isOpen' | 'nextOpening' | 'timeZone'>;

export interface Booking {
  readonly locationId: string;
  readonly partySize: number;
  readonly date: string | null;
  readonly slot: { readonly time: string; readonly label: string } | null;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly specialRequests: string;
}

export type BookingField = 'party' | 'day' | 'time' | 'specialRequests' | ContactField;
export type BookingProblems = Partial<Record<BookingField, string>>;

/** Missing or wrong fields, in the order of the page. */
export function bookingProblems(booking: Booking): BookingProblems {
  const problems: BookingProblems = {};
  if (!isPartySize(booking.partySize)) problems.party = PARTY_PROBLEM;
  if (booking.date === null) problems.day = say`Please choose a date`;
  if (booking.slot === null) problems.time = say`Please choose a time`;
  Object.assign(problems, contactProblems(booking));
  const requestsProblem = specialRequestsProblem(booking.specialRequests);
  if (requestsProblem) problems.specialRequests = requestsProblem;
  return problems;
}

/** The address of a link for this site's router, which adds the language itself. */
export function pathOfLink(link: string): string {
  const { pathname, search } = new URL(link);
  return splitLanguagePath(pathname).path + search;
}

/** True if all tables of today are booked and the location still serves guests today. */
export function takesWaitlist(location: WaitlistLocation, today: Day | undefined): boolean {
  const { isOpen, nextOpening, timeZone } = location;
  const opensToday = isOpen || (nextOpening !== null && isoDay(nextOpening, timeZone) === today?.date);
  return today?.state === 'full' && opensToday;
}

export type BookingChange = Partial<Booking>;

/** Applies a change. Another location or day has other times, so the chosen time is cleared. */
export function applyBookingChange(booking: Booking, change: BookingChange): Booking {
  const next = { ...booking, ...change };
  const hasOtherTimes = next.locationId !== booking.locationId || next.date !== booking.date;
  return hasOtherTimes && change.slot === undefined ? { ...next, slot: null } : next;
}

/** Larger parties are entered as a number. */
export const PARTY_BUTTONS = 7;

const EVENING_FROM = '17:00';

/** The part of the day under which a slot is listed. Its time is like '09:30', so that texts can be compared. */
export function partOfDay(slot: Slot): 'lunch' | 'evening' | 'afterMidnight' {
  if (slot.isNextDay) return 'afterMidnight';
  return slot.time < EVENING_FROM ? 'lunch' : 'evening';
}

/** The number of free seats shows only up to this limit. */
export const FEW_SEATS = 8;

interface Alternative {
  readonly date: string;
  readonly time: string;
  readonly label: string;
}

/** The free times that the details of a refusal offer. */
export function parseAlternatives(details: Readonly<Record<string, unknown>>): Alternative[] {
  const { alternatives } = details;
  return Array.isArray(alternatives) ? alternatives.filter(isAlternative) : [];
}

function isAlternative(value: unknown): value is Alternative {
  if (typeof value !== 'object' || value === null) return false;
  const { date, time, label } = value as Record<string, unknown>;
  return typeof date === 'string' && typeof time === 'string' && typeof label === 'string';
}
