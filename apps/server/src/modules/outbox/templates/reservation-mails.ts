import { say, type DateText, type TimeText } from '@tiffin/domain/core';
import { twelveHourText } from '@tiffin/domain/hours';
import { fillPlaceholders, withoutLinks } from '@tiffin/domain/messages';
import { cancelReasonText } from '@tiffin/domain/reservation';
import type { MailBrand, ComposedMail } from '../../../platform/db/stored-json.ts';
import { helpNote, locationFacts, type MailLocation } from './order-mails.ts';
import { longDateText, guestCountText, nameOrDefault, mailWordingOf } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

export interface MailReservation {
  readonly reservationId: string;
  readonly customerName: string | null;
  readonly date: DateText;
  readonly time: TimeText;
  readonly partySize: number;
  readonly tableNumber: string | null;
  readonly specialRequests: string | null;
  /** What the guest reads about a deposit; null if there is none. */
  readonly deposit?: string | null;
}

interface ReservationMail {
  readonly brand: MailBrand;
  readonly location: MailLocation;
  readonly reservation: MailReservation;
  /** The page to see and cancel it without signing in. */
  readonly manageUrl: string;
}

/** The table is booked. `message` replaces the default text. */
export function reservationConfirmationMail(mail: ReservationMail & { readonly message?: string }): RenderedMail {
  const wording = mailWordingOf('reservation_confirmation', { message: mail.message });
  const values = valuesOf(mail.reservation);
  const { partySize, locationName } = sentenceParts(mail);
  return bookedTableMail(mail, {
    subject: fillPlaceholders(wording.subject, values),
    preheader: say`${locationName}, a table for ${partySize}.`,
    title: say`Your table is booked`,
    text: fillPlaceholders(wording.message, values),
    help: say`Coming later, or with more people?`,
  });
}

interface DepositTexts {
  readonly amount: string;
  /** A card is kept, and nothing is paid. */
  readonly isFee: boolean;
  readonly heldUntil: string;
}

/** Staff hold a table until the guest pays its deposit. */
export function reservationDepositMail(mail: ReservationMail & DepositTexts): RenderedMail {
  const { date, time, locationName, name } = sentenceParts(mail);
  const { amount, heldUntil, isFee } = mail;
  return bookedTableMail(mail, {
    subject: isFee
      ? say`Please leave a card for your table on ${date} at ${time}`
      : say`Please pay the deposit for your table on ${date} at ${time}`,
    preheader: say`We hold your table at ${locationName} until ${heldUntil}`,
    title: say`We hold your table`,
    text: isFee
      ? say`Hello ${name},\n\nUntil ${heldUntil} we hold a table at ${locationName} for you. It is booked once you have left a card. Nothing is charged now; ${amount} only if you do not come or cancel too late. After that time the table is free for others.`
      : say`Hello ${name},\n\nUntil ${heldUntil} we hold a table at ${locationName} for you. It is booked once you have paid the deposit of ${amount}. After that time the table is free for others.`,
    button: isFee ? say`Leave a card` : say`Pay the deposit`,
    help: say`Would you rather talk to us?`,
  });
}

/** The party is awaited soon. */
export function reservationReminderMail(mail: ReservationMail & { readonly asksConfirmation: boolean }): RenderedMail {
  const { date, time, partySize, locationName, name } = sentenceParts(mail);
  return bookedTableMail(mail, {
    subject: say`See you soon: ${date} at ${time}`,
    preheader: say`Your table for ${partySize} at ${locationName} is waiting.`,
    title: say`See you soon`,
    text: mail.asksConfirmation
      ? say`Hello ${name},\n\nYour table at ${locationName} is waiting. Please confirm that you are coming. If you cannot come, please cancel it, so that somebody else can have it.`
      : say`Hello ${name},\n\nYour table at ${locationName} is waiting. If you cannot come, please cancel it, so that somebody else can have it.`,
    button: say`Confirm or cancel`,
    help: say`Coming later, or with more people?`,
  });
}

type ReservationBefore = Pick<MailReservation, 'date' | 'time' | 'partySize'>;

/** A changed reservation, with both times. */
export function reservationChangedMail(mail: ReservationMail, before: ReservationBefore): RenderedMail {
  const { date, time, partySize, locationName, name } = sentenceParts(mail);
  return bookedTableMail(mail, {
    subject: say`Changed: your table is now on ${date} at ${time}`,
    preheader: say`${locationName}, a table for ${partySize}.`,
    title: say`Your reservation is changed`,
    text: say`Hello ${name},\n\nYour table at ${locationName} is now booked for ${time} on ${date}. The reservation keeps its number, and the link in your earlier message still opens it.`,
    facts: [beforeFact(before)],
    help: say`You did not change it?`,
  });
}

/** The location is closed at the time that was booked. `message` is what the restaurant adds. */
export function reservationMoveMail(mail: ReservationMail & { readonly message: string }): RenderedMail {
  const { date, time, locationName, name } = sentenceParts(mail);
  const message = withoutLinks(mail.message);
  return bookedTableMail(mail, {
    subject: say`Please choose another time: your table on ${date}`,
    preheader: say`${locationName} is closed at the time that you booked.`,
    title: say`We are closed then`,
    text: say`Hello ${name},\n\nYou booked a table at ${locationName} on ${date} at ${time}. We are sorry: we are closed then. ${message}\n\nPlease choose another day or time. If none suits you, please cancel the table.`,
    button: say`Choose another time`,
    help: say`Would you rather talk to us?`,
  });
}

/** A mail about a table that is booked: its time, the facts, and the link to it. */
function bookedTableMail(
  { location, reservation, brand, manageUrl }: ReservationMail,
  { text, help, facts = [], button = say`See, change or cancel it`, ...head }: BookedTableTexts,
): RenderedMail {
  return writeMail(brand, {
    ...head,
    blocks: [
      { kind: 'figure', label: longDateText(reservation.date), value: twelveHourText(reservation.time) },
      { kind: 'text', text },
      { kind: 'facts', facts: [...reservationFacts(reservation), ...facts, ...locationFacts(location)] },
      { kind: 'button', label: button, url: manageUrl },
      helpNote(help, location),
    ],
    reason: tableReason(),
  });
}

interface BookedTableTexts extends Pick<ComposedMail, 'subject' | 'preheader' | 'title'> {
  readonly text: string;
  readonly help: string;
  readonly facts?: readonly (readonly [string, string])[];
  readonly button?: string;
}

function beforeFact(before: ReservationBefore): readonly [string, string] {
  const [date, time, guests] = [
    longDateText(before.date),
    twelveHourText(before.time),
    guestCountText(before.partySize),
  ];
  return [say`Before`, say`${date} at ${time}, ${guests}`];
}

interface ReservationLinksMail {
  readonly brand: MailBrand;
  readonly customerName: string | null;
  /** At least one. */
  readonly reservations: readonly (Pick<MailReservation, 'reservationId' | 'date' | 'time' | 'partySize'> & {
    readonly locationName: string;
    readonly manageUrl: string;
  })[];
}

/** The links to upcoming reservations, for a guest who lost them. */
export function reservationLinksMail({ brand, customerName, reservations }: ReservationLinksMail): RenderedMail {
  const name = nameOrDefault(customerName);
  return writeMail(brand, {
    subject: say`The link to your reservation`,
    preheader: say`See, change or cancel your table.`,
    title: say`Your reservations`,
    blocks: [
      {
        kind: 'text',
        text: say`Hello ${name},\n\nSomebody, probably you, asked for the link to your reservation. Anyone who has the link can change or cancel it, so please keep it to yourself.`,
      },
      ...reservations.flatMap(({ locationName, manageUrl, ...reservation }) => [
        {
          kind: 'facts' as const,
          facts: [...reservationFacts(reservation), [say`Restaurant`, locationName] as const],
        },
        { kind: 'button' as const, label: say`See, change or cancel it`, url: manageUrl },
      ]),
    ],
    reason: say`You get this email because somebody entered this address on our page for lost links.`,
  });
}

interface CancelledReservationMail extends ReservationMail {
  readonly byGuest: boolean;
  readonly reason: string;
  /** The page to book another table. */
  readonly bookUrl: string;
}

/** A cancelled reservation: by the guest, or by the restaurant with its reason. */
export function reservationCancelledMail(mail: CancelledReservationMail): RenderedMail {
  const { brand, location, reservation, byGuest, reason, bookUrl } = mail;
  const { date, time, partySize, locationName, name } = sentenceParts(mail);
  return writeMail(brand, {
    subject: say`Cancelled: your table on ${date} at ${time}`,
    preheader: say`Your table for ${partySize} at ${locationName} is no longer reserved.`,
    title: say`Your reservation is cancelled`,
    blocks: [
      {
        kind: 'text',
        text: byGuest
          ? say`Hello ${name},\n\nYour table at ${locationName} on ${date} at ${time} is cancelled, as you wished. We hope to see you another time.`
          : say`Hello ${name},\n\nYour table at ${locationName} on ${date} at ${time} has been cancelled. We are sorry for the trouble: please call us, or book another time.`,
      },
      {
        kind: 'facts',
        facts: [
          ...reservationFacts(reservation),
          ...(byGuest ? [] : ([[say`Reason`, withoutLinks(cancelReasonText(reason))]] as const)),
          ...locationFacts(location),
        ],
      },
      { kind: 'button', label: say`Book another table`, url: bookUrl },
      helpNote(say`Was this a mistake?`, location),
    ],
    reason: tableReason(),
  });
}

type FactsSource = Omit<MailReservation, 'customerName' | 'tableNumber' | 'specialRequests' | 'deposit'> &
  Partial<Pick<MailReservation, 'tableNumber' | 'specialRequests' | 'deposit'>>;

function reservationFacts(reservation: FactsSource): readonly (readonly [string, string])[] {
  return [
    ...(reservation.reservationId ? ([[say`Reservation`, reservation.reservationId]] as const) : []),
    [say`Date`, longDateText(reservation.date)],
    [say`Time`, twelveHourText(reservation.time)],
    [say`Party`, guestCountText(reservation.partySize)],
    ...(reservation.deposit ? ([[say`Terms`, reservation.deposit]] as const) : []),
    ...(reservation.tableNumber ? ([[say`Table`, reservation.tableNumber]] as const) : []),
    ...(reservation.specialRequests
      ? ([[say`Special requests`, withoutLinks(reservation.specialRequests)]] as const)
      : []),
  ];
}

function sentenceParts({ reservation, location }: Pick<ReservationMail, 'reservation' | 'location'>) {
  const { partySize, customerName } = reservation;
  return {
    date: longDateText(reservation.date),
    time: twelveHourText(reservation.time),
    partySize,
    locationName: location.name,
    name: nameOrDefault(customerName),
  };
}

function valuesOf(reservation: MailReservation): Readonly<Record<string, string | null>> {
  return {
    customerName: nameOrDefault(reservation.customerName),
    reservationDate: longDateText(reservation.date),
    reservationTime: twelveHourText(reservation.time),
    partySize: String(reservation.partySize),
  };
}

/** A function, because a constant would be created once in English. */
function tableReason() {
  return say`You get this email because you booked a table with us.`;
}
