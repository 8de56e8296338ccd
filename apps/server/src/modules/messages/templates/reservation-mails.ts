import type { DateText, TimeText } from '@tiffin/domain/core';
import { twelveHours } from '@tiffin/domain/hours';
import { personalise, withoutLinks } from '@tiffin/domain/messages';
import type { MailBrand } from '../../../db/kept-json.ts';
import { helpWith, locationFacts, type MailLocation } from './order-mails.ts';
import { dateText, guests, nameOr, wordingOf } from './words.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

export interface MailReservation {
  readonly reservationId: string;
  readonly customerName: string | null;
  readonly date: DateText;
  readonly time: TimeText;
  readonly partySize: number;
  readonly tableNumber: string | null;
  readonly specialRequests: string | null;
}

export interface ReservationMail {
  readonly brand: MailBrand;
  readonly location: MailLocation;
  readonly reservation: MailReservation;
  /** Where it can be seen and cancelled, without signing in. */
  readonly manageUrl: string;
  /** Words of the back office instead of the usual ones. */
  readonly message?: string;
}

export function reservationConfirmation(mail: ReservationMail): WrittenMail {
  const { brand, location, reservation, manageUrl, message } = mail;
  const wording = wordingOf('reservation_confirmation');
  const values = valuesOf(reservation);
  return writeMail(brand, {
    subject: personalise(wording.subject, values),
    preheader: `${location.name}, a table for ${reservation.partySize}.`,
    title: 'Your table is booked',
    blocks: [
      { kind: 'figure', label: dateText(reservation.date), value: twelveHours(reservation.time) },
      { kind: 'text', text: personalise(message ?? wording.defaultMessage, values) },
      { kind: 'facts', facts: [...reservationFacts(reservation), ...locationFacts(location)] },
      { kind: 'button', label: 'See or cancel your reservation', url: manageUrl },
      helpWith('Coming later, or with more people?', location),
    ],
    reason: 'You get this mail because you booked a table with us.',
    unsubscribeUrl: null,
  });
}

export function reminder({ brand, location, reservation, manageUrl }: ReservationMail): WrittenMail {
  const time = twelveHours(reservation.time);
  return writeMail(brand, {
    subject: `See you soon: ${dateText(reservation.date)} at ${time}`,
    preheader: `Your table for ${reservation.partySize} at ${location.name} is waiting.`,
    title: 'See you soon',
    blocks: [
      { kind: 'figure', label: dateText(reservation.date), value: time },
      {
        kind: 'text',
        text: `Hello ${nameOr(reservation.customerName)},\n\nYour table at ${location.name} is waiting. If you cannot come, please cancel it, so that somebody else can have it.`,
      },
      { kind: 'facts', facts: [...reservationFacts(reservation), ...locationFacts(location)] },
      { kind: 'button', label: 'See or cancel your reservation', url: manageUrl },
      helpWith('Coming later, or with more people?', location),
    ],
    reason: 'You get this mail because you booked a table with us.',
    unsubscribeUrl: null,
  });
}

export interface CancelledReservationMail extends Omit<ReservationMail, 'message'> {
  readonly byGuest: boolean;
  readonly reason: string;
  /** Where another table is booked. */
  readonly bookUrl: string;
}

/** A table that is no longer kept: the guest's own wish confirmed, or the restaurant's told with its reason. */
export function reservationCancelled(mail: CancelledReservationMail): WrittenMail {
  const { brand, location, reservation, byGuest, reason, bookUrl } = mail;
  const when = `${dateText(reservation.date)} at ${twelveHours(reservation.time)}`;
  const said = byGuest
    ? `Your table at ${location.name} on ${when} is cancelled, as you wished. We hope to see you another time.`
    : `Your table at ${location.name} on ${when} has been cancelled. We are sorry for the trouble: please call us, or book another time.`;
  return writeMail(brand, {
    subject: `Cancelled: your table on ${when}`,
    preheader: `Your table for ${reservation.partySize} at ${location.name} is no longer kept.`,
    title: 'Your reservation is cancelled',
    blocks: [
      { kind: 'text', text: `Hello ${nameOr(reservation.customerName)},\n\n${said}` },
      {
        kind: 'facts',
        facts: [
          ...reservationFacts(reservation),
          ...(byGuest ? [] : ([['Reason', withoutLinks(reason)]] as const)),
          ...locationFacts(location),
        ],
      },
      { kind: 'button', label: 'Book another table', url: bookUrl },
      helpWith('Was this a mistake?', location),
    ],
    reason: 'You get this mail because you booked a table with us.',
    unsubscribeUrl: null,
  });
}

function reservationFacts(reservation: MailReservation): readonly (readonly [string, string])[] {
  return [
    ...(reservation.reservationId ? ([['Reservation', reservation.reservationId]] as const) : []),
    ['Date', dateText(reservation.date)],
    ['Time', twelveHours(reservation.time)],
    ['Party', guests(reservation.partySize)],
    ...(reservation.tableNumber ? ([['Table', reservation.tableNumber]] as const) : []),
    ...(reservation.specialRequests ? ([['Your wishes', withoutLinks(reservation.specialRequests)]] as const) : []),
  ];
}

function valuesOf(reservation: MailReservation): Readonly<Record<string, string | null>> {
  return {
    customerName: nameOr(reservation.customerName),
    reservationDate: dateText(reservation.date),
    reservationTime: twelveHours(reservation.time),
    partySize: String(reservation.partySize),
  };
}
