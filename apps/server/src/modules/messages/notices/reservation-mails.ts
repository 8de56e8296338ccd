import { localDate, asRecord, type ZoneId } from '@tiffin/domain/core';
import type { EmailTemplateId } from '@tiffin/domain/messages';
import type { Context, Db, Tx } from '../../../context.ts';
import type { LoggedEvent } from '../../../platform/events/log.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { inLanguageOf, pageAddress } from '../../../platform/i18n/request-language.ts';
import { readLocation } from '../../locations/queries.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import {
  brandOf,
  reservationReminderMail,
  reminderSms,
  reservationCancelledMail,
  reservationCancelledSms,
  reservationChangedMail,
  reservationChangedSms,
  reservationConfirmationMail,
  reservationSms,
  type MailReservation,
  type RenderedMail,
} from '../../outbox/templates/index.ts';
import { mailLocationOf } from './order-mail.ts';
import { ownsEmail } from '../../people/email-proof.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { manageUrl } from '../../reservations/reservation-access.ts';
import { calendarPartOf } from '../../reservations/reservation-calendar.ts';
import type { ReservationRow } from '../../reservations/reservation-answer.ts';
import { findReservation } from '../../reservations/queries.ts';

export const CONFIRMATION_TEMPLATE = 'reservation_confirmation' satisfies EmailTemplateId;
export const CHANGE_TEMPLATE = 'reservation_changed';

type MessageBuilder = (row: ReservationRow, changes?: Partial<MailReservation>) => Promise<NewMessage>;

/** What all messages about a reservation need. `changes` replace stored values, such as the table. */
async function messageData(context: Context, db: Db | Tx, row: ReservationRow, changes: Partial<MailReservation> = {}) {
  const site = await readSite(db);
  const location = await readLocation(db, row.location_id);
  if (!location) throw new Error(`reservation ${row.reservation_id} is at no location`);
  const reservation: MailReservation = {
    reservationId: row.reservation_id,
    customerName: row.customer_name,
    // The calendar date; after midnight it is the next day.
    date: localDate(row.starts_at, location.time_zone),
    time: row.time,
    partySize: row.party_size,
    tableNumber: row.table_number,
    specialRequests: row.special_requests,
    ...changes,
  };
  const mail = {
    brand: brandOf(site, context.publicUrl),
    location: mailLocationOf(location),
    reservation,
    manageUrl: manageUrl(context, row),
    asksConfirmation: location.asks_confirmation,
  };
  const sms = { brandName: site.name, locationName: location.name, manageUrl: mail.manageUrl, ...reservation };
  const calendar = () => calendarPartOf(row, { publicUrl: context.publicUrl, site, location });
  return { mail, sms, phone: location.phone, site, calendar };
}

/** Writes the messages to guests: a mail, or a text message if there is no mail address. */
export function reservationMessages(
  context: Context,
  db: Db | Tx,
): Record<'confirmation' | 'reminder' | 'change' | 'cancellation', MessageBuilder> {
  return {
    async confirmation(row, changes) {
      const { mail, sms, site, calendar } = await messageData(context, db, row, changes);
      return mailOrText(
        row,
        site,
        CONFIRMATION_TEMPLATE,
        () => withCalendar(reservationConfirmationMail(mail), calendar()),
        () => reservationSms(sms),
      );
    },
    async reminder(row) {
      const { mail, sms, site } = await messageData(context, db, row);
      return mailOrText(
        row,
        site,
        'reservation_reminder',
        () => reservationReminderMail(mail),
        () => reminderSms({ ...sms, isAnswerable: context.sms?.readReply !== undefined }),
      );
    },
    async change(row) {
      const { mail, sms, site, calendar } = await messageData(context, db, row);
      const before = detailsBefore(row, mail.location.zone);
      return mailOrText(
        row,
        site,
        CHANGE_TEMPLATE,
        () => withCalendar(reservationChangedMail(mail, before), calendar()),
        () => reservationChangedSms({ ...sms, before }),
      );
    },
    async cancellation(row) {
      const { mail, sms, phone, site, calendar } = await messageData(context, db, row);
      const details = {
        byGuest: row.cancelled_by === 'guest',
        reason: row.cancellation_reason ?? '',
        bookUrl: pageAddress(context, '/reservations'),
      };
      return mailOrText(
        row,
        site,
        'reservation_cancelled',
        () => withCalendar(reservationCancelledMail({ ...mail, ...details }), calendar()),
        () => reservationCancelledSms({ ...sms, phone }),
      );
    },
  };
}

/** What the message about a change calls “before”. */
function detailsBefore({ last_change: change, reservation_id: id }: ReservationRow, zone: ZoneId) {
  if (!change) throw new Error(`reservation ${id} was never changed`);
  const { startsAt, time, partySize } = change.before;
  return { date: localDate(new Date(startsAt), zone), time, partySize };
}

/** The mail with its event, so that the guest's calendar adds or removes it. */
function withCalendar(mail: RenderedMail, calendar: ReturnType<typeof calendarPartOf>): RenderedMail {
  return calendar ? { ...mail, content: { ...mail.content, calendar } } : mail;
}

/** A mail, or a text message if the guest has no mail address. */
function mailOrText(
  row: ReservationRow,
  site: SiteSettings,
  template: string,
  mail: () => RenderedMail,
  sms: () => string,
): NewMessage {
  const about = { template, reservationId: row.reservation_id, userId: row.user_id };
  if (row.customer_email === '')
    return { ...about, channel: 'sms', to: row.customer_phone, text: inLanguageOf(row, sms, site) };
  return { ...about, channel: 'mail', to: row.customer_email, ...inLanguageOf(row, mail, site) };
}

/** Sends a confirmation, each change and a cancellation to the guest, each once. */
export const notifyReservationGuests: Reaction = {
  name: 'reservation-messages',
  types: ['reservation.created', 'reservation.updated'],
  async react(context, tx, events) {
    const write = reservationMessages(context, tx);
    const messages: NewMessage[] = [];
    for (const event of events) {
      const reservation = asRecord(event.data['reservation']);
      const id = reservation?.['id'];
      if (typeof id !== 'string') continue;
      const kind = messageKindOf(event);
      const row = kind && (await findReservation(tx, id));
      if (!row || row.erased_at !== null || isOutdated(kind, row, event.at)) continue;
      const message = await write[kind](row);
      const unproven = row.cancelled_by !== 'staff' && (await isRecipientUnproven(context, tx, row));
      // A reservation can be changed several times.
      const change = kind === 'change' ? `:${event.cursor}` : '';
      messages.push({ ...message, unproven, onceKey: `${message.template}:${row.id}${change}` });
    }
    await queueMessages(tx, context, messages);
  },
};

type MessageKind = 'confirmation' | 'change' | 'cancellation';

function messageKindOf({ type, data }: Pick<LoggedEvent, 'type' | 'data'>): MessageKind | null {
  if (type === 'reservation.created') return 'confirmation';
  if (asRecord(data['reservation'])?.['status'] === 'cancelled') return 'cancellation';
  return data['hasNewDetails'] === true ? 'change' : null;
}

/** True if a later message says more: the cancellation, or the next change. */
function isOutdated(kind: MessageKind, row: ReservationRow, at: Date): boolean {
  // Cancellations after the time of the reservation are not sent.
  if (kind === 'cancellation') return row.starts_at <= at;
  if (row.status === 'cancelled') return true;
  return kind === 'change' && row.last_change !== null && new Date(row.last_change.at) > at;
}

/** True if the guest did not prove that the address is theirs; such addresses get only a few messages. */
export async function isRecipientUnproven(context: Context, db: Db | Tx, row: ReservationRow): Promise<boolean> {
  if (!context.config.RATE_LIMITS || row.source === 'phone') return false;
  return !(await ownsEmail(db, row.user_id, row.customer_email));
}
