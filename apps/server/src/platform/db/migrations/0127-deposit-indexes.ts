import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/** The deposit of a booking is found by its booking, and bookings that wait for their payment by the end of the wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, {
    name: 'gift_cards_of_reservation',
    on: 'gift_cards (reservation_id) where reservation_id is not null',
    unique: true,
  });
  await createIndexConcurrently(db, {
    name: 'reservations_held_until',
    on: 'reservations (held_until) where held_until is not null',
  });
}
