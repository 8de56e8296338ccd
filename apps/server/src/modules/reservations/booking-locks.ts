import { sql } from 'kysely';
import type { DateText } from '@tiffin/domain/core';
import type { Tx } from '../../platform/db/connection.ts';

const LOCK = { guest: 3001, day: 3002 } as const;

/** Reservations that may conflict wait for each other: by guest and location, and by location and day. */
export async function lockGuestAndDay(tx: Tx, locationId: string, date: DateText, contact: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${LOCK.guest}, hashtext(${`${locationId} ${contact}`})),
      pg_advisory_xact_lock(${LOCK.day}, hashtext(${`${locationId} ${date}`}))
  `.execute(tx);
}
