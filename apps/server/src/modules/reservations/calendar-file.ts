import { say } from '@tiffin/domain/core';
import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalCalendarData,
} from 'ical-generator';

/** The length of the event in the guest's calendar. */
const EVENT_MINUTES = 90;

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
export function calendarMethod(event: Pick<CalendarEvent, 'organizer' | 'attendee' | 'isCancelled'>): CalendarMethod {
  if (event.organizer === null || event.attendee === null) return 'PUBLISH';
  return event.isCancelled ? 'CANCEL' : 'REQUEST';
}

/** The reservation as an iCalendar file (RFC 5545), with times in UTC. */
export function calendarFile(event: CalendarEvent): string {
  const { reservationId, partySize, phone, restaurant, manageUrl, organizer, attendee, isCancelled } = event;
  const notes = [
    partySize === 1
      ? say`Reservation ${reservationId}, 1 guest`
      : say`Reservation ${reservationId}, ${partySize} guests`,
    say`Phone ${phone}`,
  ];
  if (manageUrl) notes.push(say`See or cancel it: ${manageUrl}`);
  return calendarText({
    method: ICalCalendarMethod[calendarMethod(event)],
    events: [
      {
        ...eventTimes(event),
        sequence: event.sequence,
        summary: say`${restaurant}, table for ${partySize}`,
        location: `${event.location}, ${event.address}`,
        description: notes.join('\n'),
        url: manageUrl,
        status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        organizer: organizer && person(organizer),
        attendees: attendee ? [{ ...person(attendee), ...ACCEPTED }] : [],
        alarms: isCancelled
          ? []
          : [{ type: ICalAlarmType.display, trigger: REMINDER_HOURS * 3_600, description: restaurant }],
      },
    ],
  });
}

const ACCEPTED = { role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false };

export function calendarText(data: ICalCalendarData): string {
  const product = { company: 'Tiffin', product: 'Reservations', language: 'EN' };
  return `${ical({ prodId: product, scale: 'GREGORIAN', ...data }).toString()}\r\n`;
}

/** The identity and the times of a reservation in calendars. */
export function eventTimes(event: Pick<CalendarEvent, 'reservationId' | 'host' | 'startsAt' | 'updatedAt'>) {
  const end = new Date(event.startsAt.getTime() + EVENT_MINUTES * 60_000);
  return { id: `${event.reservationId}@${event.host}`, stamp: event.updatedAt, start: event.startsAt, end };
}

/** Not every calendar reads quotes in names. */
function person({ name, email }: CalendarPerson): CalendarPerson {
  return { name: name.replaceAll(/["\p{Cc}]/gu, ' ').trim(), email: email.replaceAll(/[\s"]/g, '') };
}
