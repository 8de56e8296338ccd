import type { Actor } from '@tiffin/domain/people';
import {
  checkReservationStep,
  type Reservation as DomainReservation,
  type ReservationStep,
} from '@tiffin/domain/reservation';
import type { Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { localDate, say } from '@tiffin/domain/core';
import { twelveHourText } from '@tiffin/domain/hours';
import { dayOfMonth, dayShort, weekdayShort } from '../../shared/reservation/date-texts.ts';
import { dayPeriodText } from '../../ui/format.ts';

/** The statuses that staff set. A reservation is cancelled by a call of its own. */
export type StepStatus = 'confirmed' | 'seated' | 'completed' | 'no-show';

interface Step {
  readonly to: StepStatus;
  readonly step: ReservationStep;
  readonly label: string;
}

const SEAT: Step = { to: 'seated', step: 'seat', label: say`Seat` };
const NO_SHOW: Step = { to: 'no-show', step: 'no-show', label: say`No-show` };

/** Possible next steps, the most likely first. */
const STEPS: Readonly<Record<Reservation['status'], readonly Step[]>> = {
  pending: [SEAT, NO_SHOW],
  confirmed: [SEAT, NO_SHOW],
  seated: [
    { to: 'completed', step: 'complete', label: say`Completed` },
    { to: 'confirmed', step: 'confirm', label: say`Not seated yet` },
  ],
  'no-show': [SEAT],
  completed: [],
  cancelled: [],
};

/** The action buttons of a reservation. No-show is offered once its time has come; a walk-in has never been awaited. */
export function stepsOf(
  { status, startsAt, source }: Pick<Reservation, 'status' | 'startsAt' | 'source'>,
  now: Date,
): readonly Step[] {
  return STEPS[status].filter(
    (step) => (step !== NO_SHOW || new Date(startsAt) <= now) && (step.to !== 'confirmed' || source !== 'walk-in'),
  );
}

/** A reservation as the back office's lists and live events contain it. */
export type Reservation = Answer<'getAllReservations'>['reservations'][number];
export type HostDay = Answer<'getReservationDay'>['day'];

/** Converts the timestamps to dates, as the domain rules expect. */
export function toDomainReservation(reservation: Reservation): DomainReservation {
  return {
    ...reservation,
    startsAt: new Date(reservation.startsAt),
    reservedAt: new Date(reservation.reservedAt),
    updatedAt: new Date(reservation.updatedAt),
    cancelledAt: reservation.cancelledAt === null ? null : new Date(reservation.cancelledAt),
  };
}

/** The name of the party. A party without a reservation may have given none. */
export function partyNameOf({ customerInfo, source }: Pick<Reservation, 'customerInfo' | 'source'>): string {
  return customerInfo.name || (source === 'walk-in' ? say`Walk-in` : '');
}

/** Why this step is not possible now; null if it is. */
export function stepBlockedReason(
  reservation: Reservation,
  step: ReservationStep,
  request: { readonly actor: Actor; readonly now: Date },
): string | null {
  const check = checkReservationStep(toDomainReservation(reservation), step, request);
  return check.ok ? null : check.error.message;
}

/** Reads a reservation from a live event; null if there is none. */
export function reservationIn(data: Readonly<Record<string, unknown>>): Reservation | null {
  return eventPayload<Reservation>(data, 'reservation', 'reservationId');
}

/** Replaces this reservation in the list, unless the list has a newer version. */
export function withReservation(list: readonly Reservation[], changed: Reservation): Reservation[] {
  return list.map((each) => (each.id === changed.id && each.updatedAt <= changed.updatedAt ? changed : each));
}

export function guestsText(guests: number): string {
  return guests === 1 ? say`1 guest` : say`${guests} guests`;
}

export const seatsText = (seats: number) => (seats === 1 ? say`1 seat` : say`${seats} seats`);
/** Why no table is proposed for a party. */
export const noTableText = (partySize: number) => say`No table or join for ${guestsText(partySize)}`;

/** '7:00' and 'p.m.', shown in two sizes. */
export function clockParts(time: string): { hour: string; dayPeriod: string } {
  const text = twelveHourText(time);
  const dayPeriod = dayPeriodText(text);
  return { hour: text.replace(dayPeriod, ''), dayPeriod: dayPeriod.trim() };
}

/** 'today', 'Sat 21', or with its month if it differs: 'Tue, Dec 1'. */
export function shortDayText(date: string, today: string): string {
  if (date === today) return say`today`;
  const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length);
  return monthOf(date) === monthOf(today) ? `${weekdayShort(date)} ${dayOfMonth(date)}` : dayShort(date);
}

/** The calendar date of a reservation; after midnight it is the day after the business day. */
export function calendarDate({ startsAt }: Pick<Reservation, 'startsAt'>, zone: string): string {
  return localDate(new Date(startsAt), zone);
}

/** 'Before: Fri, Nov 27 at 6:00 p.m., 2 guests' */
export function beforeText(before: NonNullable<Reservation['lastChange']>['before'], zone: string): string {
  const when = say`${dayShort(calendarDate(before, zone))} at ${twelveHourText(before.time)}`;
  return say`Before: ${when}, ${guestsText(before.partySize)}`;
}
