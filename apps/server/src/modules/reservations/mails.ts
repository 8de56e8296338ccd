import { dateIn, record } from '@tiffin/domain/core';
import type { EmailTemplateId } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { inLanguageOf, pageAddress } from '../../platform/i18n/interpreter.ts';
import { readLocation } from '../locations/queries.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import {
  brandOf,
  reminder,
  reminderSms,
  reservationCancelled,
  reservationCancelledSms,
  reservationConfirmation,
  reservationSms,
  type MailReservation,
  type WrittenMail,
} from '../messages/templates/index.ts';
import { ownsEmail } from '../people/proof.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { manageUrl } from './access.ts';
import type { ReservationRow } from './answer.ts';
import { findReservation } from './queries.ts';

export const CONFIRMATION_TEMPLATE = 'reservation_confirmation' satisfies EmailTemplateId;

type Mail = (row: ReservationRow, changes?: Partial<MailReservation>) => Promise<NewMessage>;

/** The messages to a guest: by mail to whoever has an address, by SMS to all others. */
export function mailsFor(context: Context, db: Db | Tx): { confirmation: Mail; reminder: Mail; cancellation: Mail } {
  async function partsFor(row: ReservationRow, changes: Partial<MailReservation> = {}) {
    const site = await readSite(db);
    const location = await readLocation(db, row.location_id);
    if (!location) throw new Error(`reservation ${row.reservation_id} is at no location`);
    const reservation: MailReservation = {
      reservationId: row.reservation_id,
      customerName: row.customer_name,
      // the guest's calendar: after midnight it is the next day
      date: dateIn(row.starts_at, location.time_zone),
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
    return { mail, sms, phone: location.phone, site };
  }

  function message(
    row: ReservationRow,
    site: SiteSettings,
    template: string,
    mail: () => WrittenMail,
    sms: () => string,
  ): NewMessage {
    const about = { template, reservationId: row.reservation_id, userId: row.user_id };
    if (row.customer_email === '')
      return { ...about, channel: 'sms', to: row.customer_phone, text: inLanguageOf(row, sms, site) };
    const { subject, text, content } = inLanguageOf(row, mail, site);
    return { ...about, channel: 'mail', to: row.customer_email, subject, text, content };
  }

  return {
    async confirmation(row, changes) {
      const { mail, sms, site } = await partsFor(row, changes);
      return message(
        row,
        site,
        CONFIRMATION_TEMPLATE,
        () => reservationConfirmation(mail),
        () => reservationSms(sms),
      );
    },
    async reminder(row) {
      const { mail, sms, site } = await partsFor(row);
      return message(
        row,
        site,
        'reservation_reminder',
        () => reminder(mail),
        () => reminderSms(sms),
      );
    },
    async cancellation(row) {
      const { mail, sms, phone, site } = await partsFor(row);
      const said = {
        byGuest: row.cancelled_by === 'guest',
        reason: row.cancellation_reason ?? '',
        bookUrl: pageAddress(context, '/reservations'),
      };
      return message(
        row,
        site,
        'reservation_cancelled',
        () => reservationCancelled({ ...mail, ...said }),
        () => reservationCancelledSms({ ...sms, phone }),
      );
    },
  };
}

/** A guest hears that the table is booked, and that it is cancelled: each once. */
export const tellGuests: Reaction = {
  name: 'reservation-messages',
  types: ['reservation.created', 'reservation.updated'],
  async react(context, tx, events) {
    const write = mailsFor(context, tx);
    const messages: NewMessage[] = [];
    for (const event of events) {
      const told = record(event.data['reservation']);
      const id = told?.['id'];
      if (typeof id !== 'string') continue;
      const isCancelled = event.type === 'reservation.updated' && told?.['status'] === 'cancelled';
      if (event.type === 'reservation.updated' && !isCancelled) continue;
      const row = await findReservation(tx, id);
      // Cancelled before anybody could write: one message is enough.
      if (!row || (event.type === 'reservation.created' && row.status === 'cancelled')) continue;
      // What is tidied up after the evening concerns nobody any more.
      if (isCancelled && row.starts_at <= event.at) continue;
      const letter = isCancelled ? await write.cancellation(row) : await write.confirmation(row);
      const unproven = row.cancelled_by !== 'staff' && (await isUnproven(context, tx, row));
      messages.push({ ...letter, unproven, onceKey: `${letter.template}:${row.id}` });
    }
    await queueMessages(tx, context, messages);
  },
};

/** Whether its guest only said that the address is theirs: then few messages go there, whoever asks for them. */
export async function isUnproven(context: Context, db: Db | Tx, row: ReservationRow): Promise<boolean> {
  if (!context.config.RATE_LIMITS || row.source === 'phone') return false;
  return !(await ownsEmail(db, row.user_id, row.customer_email));
}
