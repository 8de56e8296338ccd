import { say } from '@tiffin/domain/core';

/** The length of the event in the guest's calendar. */
const EVENT_MINUTES = 90;
const LINE_BYTES_MAX = 75;

export interface CalendarEvent {
  readonly reservationId: string;
  readonly host: string;
  readonly restaurant: string;
  readonly location: string;
  readonly address: string;
  readonly partySize: number;
  readonly startsAt: Date;
  readonly updatedAt: Date;
  readonly isCancelled: boolean;
  readonly manageUrl: string | null;
  readonly phone: string;
}

/** The reservation as an iCalendar file (RFC 5545), with times in UTC. */
export function calendarFile(event: CalendarEvent): string {
  const endsAt = new Date(event.startsAt.getTime() + EVENT_MINUTES * 60_000);
  const { reservationId, partySize, phone, restaurant, manageUrl } = event;
  const notes = [
    partySize === 1
      ? say`Reservation ${reservationId}, 1 guest`
      : say`Reservation ${reservationId}, ${partySize} guests`,
    say`Phone ${phone}`,
  ];
  if (manageUrl) notes.push(say`See or cancel it: ${manageUrl}`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tiffin//Reservations//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.reservationId}@${event.host}`,
    // calendars keep the version with the higher number
    `SEQUENCE:${Math.floor(event.updatedAt.getTime() / 1000) % 2 ** 31}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escape(say`${restaurant}, table for ${partySize}`)}`,
    `LOCATION:${escape(`${event.location}, ${event.address}`)}`,
    `DESCRIPTION:${escape(notes.join('\n'))}`,
    ...(event.manageUrl ? [`URL:${event.manageUrl}`] : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function utc(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);
}

/** Folds lines to 75 bytes; continuation lines begin with a space. Does not split characters. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES_MAX) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
