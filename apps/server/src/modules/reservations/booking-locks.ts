import { sql } from 'kysely';
import type { DateText } from '@tiffin/domain/core';
import type { Tx } from '../../platform/db/connection.ts';
import type { LocationRow } from '../locations/queries.ts';

/** The first keys of the advisory locks, so that the two kinds never block each other. */
const LOCK = { guest: 3001, day: 3002 } as const;

/**
 * Reservations that may conflict wait for each other: by guest and location, and by location and day. Where stays count,
 * a party may sit into the next day, so they wait by location. A walk-in has no contact.
 */
export async function lockGuestAndDay(
  tx: Tx,
  { id: locationId, counts_stays: countsStays }: Pick<LocationRow, 'id' | 'counts_stays'>,
  { date, contact = '' }: { readonly date: DateText; readonly contact?: string },
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${LOCK.guest}, hashtext(${`${locationId} ${contact}`})),
      pg_advisory_xact_lock(${LOCK.day}, hashtext(${countsStays ? locationId : `${locationId} ${date}`}))
  `.execute(tx);
}
