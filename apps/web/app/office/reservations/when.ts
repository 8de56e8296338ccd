import { dateIn } from '@tiffin/domain/core';
import { twelveHours } from '@tiffin/domain/hours';
import { dayOfMonth, monthShort, weekdayShort } from '../../shared/reservation/days.ts';
import type { Reservation } from './reservation.ts';
import { texts } from './texts.ts';

/** '7:00' and 'p.m.', set in two sizes. */
export function clockParts(time: string): { hour: string; half: string } {
  const [hour = '', half = ''] = twelveHours(time).split(' ');
  return { hour, half };
}

/** 'today', 'Sat 21', and with the month where it is another one: 'Tue, Dec 1'. */
export function dayWord(date: string, today: string): string {
  if (date === today) return texts.today;
  const sameMonth = date.slice(0, 7) === today.slice(0, 7);
  return sameMonth
    ? `${weekdayShort(date)} ${dayOfMonth(date)}`
    : `${weekdayShort(date)}, ${monthShort(date)} ${dayOfMonth(date)}`;
}

/** The day of a table as the guest's calendar has it: after midnight it is the next one. */
export function tableDay(reservation: Reservation, zone: string): string {
  return dateIn(new Date(reservation.startsAt), zone);
}
