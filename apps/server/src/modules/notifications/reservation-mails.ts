import { localDate, asRecord } from '@tiffin/domain/core';
import type { EmailTemplateId } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { inLanguageOf, pageAddress } from '../../platform/i18n/request-language.ts';
import { readLocation } from '../locations/queries.ts';
import { queueMessages, type NewMessage } from '../outbox/queue-message.ts';
import {
  brandOf,
  reservationReminderMail,
  reminderSms,
  reservationCancelledMail,
  reservationCancelledSms,
  reservationConfirmationMail,
  reservationSms,
  type MailReservation,
  type RenderedMail,
} from '../outbox/templates/index.ts';
import { ownsEmail } from '../people/email-proof.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { manageUrl } from '../reservations/reservation-access.ts';
import { calendarPartOf } from '../reservations/reservation-calendar.ts';
import type { ReservationRow } from '../reservations/reservation-answer.ts';
import { findReservation } from '../reservations/queries.ts';

export const CONFIRMATION_TEMPLATE = 'reservation_confirmation' satisfies EmailTemplateId;

type MailBuilder = (row: ReservationRow, changes?: Partial<MailReservation>) => Promise<NewMessage>;

/** The fields of the messages about a reservation. */
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
    location: {
      name: location.name,
      address: location.address,
      postalCode: location.postal_code,
      phone: location.phone,
      zone: location.time_zone,
    },
    reservation,
    manageUrl: manageUrl(context, row),
  };
  const sms = { brandName: site.name, locationName: location.name, manageUrl: mail.manageUrl, ...reservation };
  const calendar = () => calendarPartOf(row, { publicUrl: context.publicUrl, site, location });
  return { mail, sms, phone: location.phone, site, calendar };
}

/** Writes the messages to guests: a mail, or a text message if there is no mail address. */
export function reservationMails(
  context: Context,
  db: Db | Tx,
): { confirmation: MailBuilder; reminder: MailBuilder; cancellation: MailBuilder } {
  return {
    async confirmation(row, changes) {
      const { mail, sms, site, calendar } = await messageData(context, db, row, changes);
      return reservationMessage(
        row,
        site,
        CONFIRMATION_TEMPLATE,
        () => withCalendar(reservationConfirmationMail(mail), calendar()),
        () => reservationSms(sms),
      );
    },
    async reminder(row) {
      const { mail, sms, site } = await messageData(context, db, row);
      return reservationMessage(
        row,
        site,
        'reservation_reminder',
        () => reservationReminderMail(mail),
        () => reminderSms(sms),
      );
    },
    async cancellation(row) {
      const { mail, sms, phone, site, calendar } = await messageData(context, db, row);
      const details = {
        byGuest: row.cancelled_by === 'guest',
        reason: row.cancellation_reason ?? '',
        bookUrl: pageAddress(context, '/reservations'),
      };
      return reservationMessage(
        row,
        site,
        'reservation_cancelled',
        () => withCalendar(reservationCancelledMail({ ...mail, ...details }), calendar()),
        () => reservationCancelledSms({ ...sms, phone }),
      );
    },
  };
}

/** The mail with its event, so that the guest's calendar adds or removes it. */
function withCalendar(mail: RenderedMail, calendar: ReturnType<typeof calendarPartOf>): RenderedMail {
  return calendar ? { ...mail, content: { ...mail.content, calendar } } : mail;
}

/** A mail, or a text message if the guest has no mail address. */
function reservationMessage(
  row: ReservationRow,
  site: SiteSettings,
  template: string,
  mail: () => RenderedMail,
  sms: () => string,
): NewMessage {
  const about = { template, reservationId: row.reservation_id, userId: row.user_id };
  if (row.customer_email === '')
    return { ...about, channel: 'sms', to: row.customer_phone, text: inLanguageOf(row, sms, site) };
  const { subject, text, content } = inLanguageOf(row, mail, site);
  return { ...about, channel: 'mail', to: row.customer_email, subject, text, content };
}

/** Sends a confirmation and a cancellation to the guest, each once. */
export const notifyReservationGuests: Reaction = {
  name: 'reservation-messages',
  types: ['reservation.created', 'reservation.updated'],
  async react(context, tx, events) {
    const write = reservationMails(context, tx);
    const messages: NewMessage[] = [];
    for (const event of events) {
      const reservation = asRecord(event.data['reservation']);
      const id = reservation?.['id'];
      if (typeof id !== 'string') continue;
      const isCancelled = event.type === 'reservation.updated' && reservation?.['status'] === 'cancelled';
      if (event.type === 'reservation.updated' && !isCancelled) continue;
      const row = await findReservation(tx, id);
      if (!row || row.erased_at !== null) continue;
      // Cancelled before the confirmation was written: the cancellation is enough.
      if (event.type === 'reservation.created' && row.status === 'cancelled') continue;
      // Cancellations after the time of the reservation are not sent.
      if (isCancelled && row.starts_at <= event.at) continue;
      const letter = isCancelled ? await write.cancellation(row) : await write.confirmation(row);
      const unproven = row.cancelled_by !== 'staff' && (await isRecipientUnproven(context, tx, row));
      messages.push({ ...letter, unproven, onceKey: `${letter.template}:${row.id}` });
    }
    await queueMessages(tx, context, messages);
  },
};

/** True if the guest did not prove that the address is theirs; such addresses get only a few messages. */
export async function isRecipientUnproven(context: Context, db: Db | Tx, row: ReservationRow): Promise<boolean> {
  if (!context.config.RATE_LIMITS || row.source === 'phone') return false;
  return !(await ownsEmail(db, row.user_id, row.customer_email));
}
