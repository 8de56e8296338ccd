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

/** Limits the seats of one person and of one network address, so that nobody can book out the restaurant. */
export async function checkBookingLimits(
  context: Context,
  tx: Tx,
  location: LocationRow,
  booking: BookingRequest,
): Promise<void> {
  if (booking.bookedFrom === null) return;
  const { userId, partySize } = booking;
  const usage = await readUsage(context, tx, { ...booking, bookedFrom: booking.bookedFrom });
  const checked = checkReservedSeats(
    {
      partySize,
      isProven: userId !== null && (await isProvenPerson(tx, userId)),
      isSignedIn: userId !== null,
      phone: location.phone || (await readSite(tx)).phone,
    },
    usage,
  );
  if (!checked.ok) throw new Refusal(checked.error);
}

async function readUsage(
  context: Context,
  tx: Tx,
  { userId, bookedFrom, locationId, date, changedId = '' }: BookingRequest & { readonly bookedFrom: string },
): Promise<SeatsInUse> {
  const isToCome = sql`status in (${sqlList(AWAITED_STATUSES)}) and not is_over and starts_at > ${context.clock.now()} and id <> ${changedId}`;
  const isHere = sql`location_id = ${locationId}`;
  const isThatDay = sql`${isHere} and date = ${date}`;
  const { rows } = await sql<
    Record<
      'bookings' | 'seats_on_day' | 'seats' | 'address_on_day' | 'address_seats' | 'address_large' | 'large',
      number
    >
  >`
    with own as (select * from reservations where user_id = ${userId} and ${isToCome} and booked_from is not null),
    -- A reservation of a proven guest does not count for the address.
    of_address as (
      select * from reservations r where booked_from = ${bookedFrom} and ${isToCome} and not ${isProvenCondition(sql`r.user_id`)}),
    that_day as (select * from reservations where ${isThatDay} and ${isToCome} and booked_from is not null)
    select
      (select count(*) from own where ${isHere}) as bookings,
      (select coalesce(sum(party_size), 0) from own where ${isThatDay}) as seats_on_day,
      (select coalesce(sum(party_size), 0) from own) as seats,
      (select coalesce(sum(party_size), 0) from of_address where ${isThatDay}) as address_on_day,
      (select coalesce(sum(party_size), 0) from of_address) as address_seats,
      (select count(*) from of_address where ${isThatDay} and party_size >= ${LARGE_PARTY}) as address_large,
      (select count(*) from that_day where party_size >= ${LARGE_PARTY}) as large
  `.execute(tx);
  const [row] = rows;
  return {
    person: { bookingsHere: row?.bookings ?? 0, onDay: row?.seats_on_day ?? 0, inAll: row?.seats ?? 0 },
    address: { onDay: row?.address_on_day ?? 0, inAll: row?.address_seats ?? 0, largeOnDay: row?.address_large ?? 0 },
    largeOnDay: row?.large ?? 0,
  };
}
