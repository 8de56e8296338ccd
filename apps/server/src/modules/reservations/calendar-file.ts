import { say } from '@tiffin/domain/core';

/** The length of the event in the guest's calendar. */
const EVENT_MINUTES = 90;
const LINE_BYTES_MAX = 75;

/** How long before the reservation the calendar reminds. */
const REMINDER_HOURS = 2;

export interface CalendarPerson {
  readonly name: string;
  readonly email: string;
}

/** What a calendar does with the file: adds it, asks the guest, or removes the event. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

export interface CalendarEvent {
  readonly reservationId: string;
  readonly host: string;
  readonly restaurant: string;
  readonly location: string;
  readonly address: string;
  readonly partySize: number;
  readonly startsAt: Date;
  readonly updatedAt: Date;
  /** Rises with each change; calendars keep the version with the higher number. */
  readonly sequence: number;
  /** The restaurant; null without an address. */
  readonly organizer: CalendarPerson | null;
  /** The guest, for an invitation by mail (RFC 5546); null for a file to download. */
  readonly attendee: CalendarPerson | null;
  readonly isCancelled: boolean;
  readonly manageUrl: string | null;
  readonly phone: string;
}

/** Only a mail to the guest with the restaurant's address is an invitation. */
export function calendarMethod({
  organizer,
  attendee,
  isCancelled,
}: Pick<CalendarEvent, 'organizer' | 'attendee' | 'isCancelled'>): CalendarMethod {
  if (organizer === null || attendee === null) return 'PUBLISH';
  return isCancelled ? 'CANCEL' : 'REQUEST';
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
    `METHOD:${calendarMethod(event)}`,
    'BEGIN:VEVENT',
    `UID:${event.reservationId}@${event.host}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escape(say`${restaurant}, table for ${partySize}`)}`,
    `LOCATION:${escape(`${event.location}, ${event.address}`)}`,
    `DESCRIPTION:${escape(notes.join('\n'))}`,
    ...(event.manageUrl ? [`URL:${event.manageUrl}`] : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(event.organizer ? [`ORGANIZER;${person(event.organizer)}`] : []),
    ...(event.attendee ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;${person(event.attendee)}`] : []),
    ...(event.isCancelled ? [] : alarm(restaurant)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** `CN="Asha Rao":mailto:asha@example.test`. A quoted value may contain neither quotes nor control characters. */
function person({ name, email }: CalendarPerson): string {
  const quoted = name.replaceAll(/["\p{Cc}]/gu, ' ').trim();
  return `CN="${quoted}":mailto:${email.replaceAll(/[\s"]/g, '')}`;
}

function alarm(restaurant: string): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${REMINDER_HOURS}H`,
    `DESCRIPTION:${escape(restaurant)}`,
    'END:VALARM',
  ];
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
