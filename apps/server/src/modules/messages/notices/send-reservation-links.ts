import { localDate } from '@tiffin/domain/core';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../../context.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf, reservationLinkSms, reservationLinksMail } from '../../outbox/templates/index.ts';
import { selectReservations } from '../../reservations/queries.ts';
import { manageUrl } from '../../reservations/reservation-access.ts';
import { readSite } from '../../locations/restaurant/site.ts';

/** A guest has one reservation per location. */
const MAX_LINKS = 20;
/** Each link is a text message that costs money. */
const MAX_TEXTS = 3;
const TEMPLATE = 'reservation_links';

/** Mails the links to the upcoming reservations of an address to that address; nothing if there are none. */
export async function mailReservationLinks(context: Context, tx: Tx, email: string): Promise<void> {
  const rows = await upcomingReservations(context, tx, MAX_LINKS).where('r.customer_email', '=', email).execute();
  const [first] = rows;
  if (!first) return;
  const site = await readSite(tx);
  const write = () =>
    reservationLinksMail({
      brand: brandOf(site, context.publicUrl),
      customerName: first.customer_name,
      reservations: rows.map((row) => ({
        reservationId: row.reservation_id,
        date: localDate(row.starts_at, row.time_zone),
        time: row.time,
        partySize: row.party_size,
        locationName: row.location_name,
        manageUrl: manageUrl(context, row),
      })),
    });
  const mail = inLanguageOf(first, write, site);
  const about = { template: TEMPLATE, reservationId: first.reservation_id, userId: first.user_id };
  // Anybody can type an address, so these count towards the few messages that an unconfirmed address gets.
  await queueMessages(tx, context, [{ ...about, channel: 'mail', to: first.customer_email, ...mail, unproven: true }]);
}

/**
 * Texts the links to a number, for reservations without an email address. If a reservation has one, its number was never
 * used, so nothing shows that the number belongs to the guest.
 */
export async function textReservationLinks(context: Context, tx: Tx, phone: string): Promise<void> {
  const rows = await upcomingReservations(context, tx, MAX_TEXTS)
    .where('r.customer_email', '=', '')
    .where('r.customer_phone', '=', phone)
    .execute();
  if (rows.length === 0) return;
  const site = await readSite(tx);
  await queueMessages(
    tx,
    context,
    rows.map((row) => ({
      template: TEMPLATE,
      reservationId: row.reservation_id,
      userId: row.user_id,
      channel: 'sms' as const,
      to: phone,
      locationId: row.location_id,
      text: inLanguageOf(
        row,
        () =>
          reservationLinkSms({
            brandName: site.name,
            customerName: row.customer_name,
            locationName: row.location_name,
            date: localDate(row.starts_at, row.time_zone),
            time: row.time,
            partySize: row.party_size,
            manageUrl: manageUrl(context, row),
          }),
        site,
      ),
      // Anybody can type a number.
      unproven: true,
    })),
  );
}

function upcomingReservations(context: Context, tx: Tx, limit: number) {
  return selectReservations(tx)
    .select('l.time_zone')
    .where('r.status', 'in', AWAITED_STATUSES)
    .where('r.starts_at', '>', context.clock.now())
    .orderBy('r.starts_at')
    .limit(limit);
}
