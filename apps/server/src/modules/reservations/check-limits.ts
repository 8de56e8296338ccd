import { Refusal } from '@tiffin/domain/core';
import { AWAITED_STATUSES, LARGE_PARTY, checkReservedSeats, type SeatsInUse } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';
import type { LocationRow } from '../locations/queries.ts';
import { isProvenCondition, isProvenPerson } from '../people/email-proof.ts';
import { readSite } from '../locations/restaurant/site.ts';

interface BookingRequest {
  readonly locationId: string;
  readonly date: string;
  readonly partySize: number;
  readonly userId: string | null;
  /** The network address for the limits; null for reservations by staff. */
  readonly bookedFrom: string | null;
  /** The reservation that is changed; its present seats do not count. */
  readonly changedId?: string;
}

/**
 * Limits how many seats one person and one network address can book, so that nobody can book out the restaurant with
 * many accounts.
 */
export async function checkBookingLimits(
  context: Context,
  tx: Tx,
  location: LocationRow,
  booking: BookingRequest,
): Promise<void> {
  if (booking.bookedFrom === null) return;
  const { userId, partySize } = booking;
  const usage = await readUsage(context, tx, { ...booking, bookedFrom: booking.bookedFrom });
  const may = checkReservedSeats(
    {
      partySize,
      isProven: userId !== null && (await isProvenPerson(tx, userId)),
      isSignedIn: userId !== null,
      phone: location.phone || (await readSite(tx)).phone,
    },
    usage,
  );
  if (!may.ok) throw new Refusal(may.error);
}

async function readUsage(
  context: Context,
  tx: Tx,
  { userId, bookedFrom, locationId, date, changedId = '' }: BookingRequest & { readonly bookedFrom: string },
): Promise<SeatsInUse> {
  const toCome = sql`status in (${sqlList(AWAITED_STATUSES)}) and not is_over and starts_at > ${context.clock.now()} and id <> ${changedId}`;
  const isHere = sql`location_id = ${locationId}`;
  const thatDay = sql`${isHere} and date = ${date}`;
  const {
    rows: [row],
  } = await sql<
    Record<'bookings' | 'seats_on_day' | 'seats' | 'from_on_day' | 'from' | 'large_from' | 'large', number>
  >`
    with own as (select * from reservations where user_id = ${userId} and ${toCome} and booked_from is not null),
    -- those of guests we know count to themselves alone
    from_there as (
      select * from reservations r where booked_from = ${bookedFrom} and ${toCome} and not ${isProvenCondition(sql`r.user_id`)}),
    that_day as (select * from reservations where ${thatDay} and ${toCome} and booked_from is not null)
    select
      (select count(*) from own where ${isHere}) as bookings,
      (select coalesce(sum(party_size), 0) from own where ${thatDay}) as seats_on_day,
      (select coalesce(sum(party_size), 0) from own) as seats,
      (select coalesce(sum(party_size), 0) from from_there where ${thatDay}) as from_on_day,
      (select coalesce(sum(party_size), 0) from from_there) as "from",
      (select count(*) from from_there where ${thatDay} and party_size >= ${LARGE_PARTY}) as large_from,
      (select count(*) from that_day where party_size >= ${LARGE_PARTY}) as large
  `.execute(tx);
  return {
    person: { bookingsHere: row?.bookings ?? 0, onDay: row?.seats_on_day ?? 0, inAll: row?.seats ?? 0 },
    address: { onDay: row?.from_on_day ?? 0, inAll: row?.from ?? 0, largeOnDay: row?.large_from ?? 0 },
    largeOnDay: row?.large ?? 0,
  };
}
