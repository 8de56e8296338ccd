import { amountWithCurrency, localDate, asRecord, say, type ZoneId } from '@tiffin/domain/core';
import type { EmailTemplateId } from '@tiffin/domain/messages';
import { depositFate, depositTerms } from '@tiffin/domain/reservation';
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
  reservationDepositMail,
  reservationDepositSms,
  reservationMoveMail,
  reservationMoveSms,
  reservationSms,
  type MailReservation,
  type RenderedMail,
} from '../../outbox/templates/index.ts';
import { momentText } from '../../outbox/templates/mail-formats.ts';
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
    deposit: inLanguageOf(row, () => depositNote(row, location.time_zone, context.clock.now()), site),
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

/** The terms of a deposit that was paid, or what a cancellation makes of it. */
function depositNote(row: ReservationRow, zone: ZoneId, now: Date): string | null {
  const { deposit, status, cancelled_by: cancelledBy, cancelled_at: cancelledAt } = row;
  if (!deposit) return null;
  const sum = amountWithCurrency(deposit.amount);
  const until = new Date(deposit.freeUntil);
  if (status !== 'cancelled') {
    const isFree = until > now;
    return depositTerms(deposit, isFree ? momentText(until, zone) : null);
  }
  const fate = depositFate({ status, cancelledBy, cancelledAt, deposit }, { isUsed: false, owesBill: false });
  if (deposit.isFee) {
    return fate === 'goes-back'
      ? say`Your card is no longer kept, and nothing is charged.`
      : say`It was too late to cancel for free: the restaurant may charge ${sum} to your card.`;
  }
  return fate === 'goes-back'
    ? say`${sum} goes back to the card that paid it.`
    : say`${sum} is not returned, because it was too late to cancel for free.`;
}

/** Writes the messages to guests: a mail, or a text message if there is no mail address. */
export function reservationMessages(
  context: Context,
  db: Db | Tx,
): Record<'confirmation' | 'deposit' | 'reminder' | 'change' | 'cancellation', MessageBuilder> & {
  move: (row: ReservationRow, message: string) => Promise<NewMessage>;
} {
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
    async deposit(row) {
      const { mail, sms, site } = await messageData(context, db, row);
      const { deposit, held_until: heldUntil } = row;
      if (!deposit || !heldUntil) throw new Error(`reservation ${row.reservation_id} waits for no deposit`);
      const terms = () => ({
        amount: amountWithCurrency(deposit.amount),
        isFee: deposit.isFee === true,
        heldUntil: momentText(heldUntil, mail.location.zone),
      });
      return mailOrText(
        row,
        site,
        'reservation_deposit',
        () => reservationDepositMail({ ...mail, ...terms() }),
        () => reservationDepositSms({ ...sms, ...terms() }),
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
    async move(row, message) {
      const { mail, sms, site } = await messageData(context, db, row);
      return mailOrText(
        row,
        site,
        'reservation_move',
        () => reservationMoveMail({ ...mail, message }),
        () => reservationMoveSms(sms),
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
      messages.push({
        ...message,
        unproven,
        locationId: row.location_id,
        onceKey: `${message.template}:${row.id}${change}`,
      });
    }
    await queueMessages(tx, context, messages);
  },
};

type MessageKind = 'confirmation' | 'deposit' | 'change' | 'cancellation';

function messageKindOf({ type, data }: Pick<LoggedEvent, 'type' | 'data'>): MessageKind | null {
  const reservation = asRecord(data['reservation']);
  // Before its deposit is paid, nothing is confirmed that could be cancelled or changed.
  if (asRecord(reservation?.['deposit'])?.['state'] === 'open' && reservation?.['status'] !== 'confirmed') {
    // Guests who book by themselves see the page to pay at once.
    return type === 'reservation.created' && reservation?.['source'] === 'phone' ? 'deposit' : null;
  }
  if (type === 'reservation.created' || data['isConfirmed'] === true) return 'confirmation';
  if (reservation?.['status'] === 'cancelled') return 'cancellation';
  return data['hasNewDetails'] === true ? 'change' : null;
}

/** True if a later message says more: the cancellation, or the next change. */
function isOutdated(kind: MessageKind, row: ReservationRow, at: Date): boolean {
  // Cancellations after the time of the reservation are not sent.
  if (kind === 'cancellation') return row.starts_at <= at;
  if (kind === 'deposit') return row.deposit?.state !== 'open' || row.held_until === null;
  if (row.status === 'cancelled') return true;
  return kind === 'change' && row.last_change !== null && new Date(row.last_change.at) > at;
}

/** True if the guest did not prove that the address is theirs; such addresses get only a few messages. */
export async function isRecipientUnproven(context: Context, db: Db | Tx, row: ReservationRow): Promise<boolean> {
  if (!context.config.RATE_LIMITS || row.source === 'phone') return false;
  return !(await ownsEmail(db, row.user_id, row.customer_email));
}
