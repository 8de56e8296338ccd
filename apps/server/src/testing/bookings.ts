import type { InputOf } from '@tiffin/contract';
import type { TestServer } from './server.ts';

export type BookingBody = InputOf<'createReservation'>['body'];

let guests = 0;

/** A table for two in Truro Heights on a Friday a week ahead, for a new guest each time. */
export function bookingOf(changes: Partial<BookingBody> = {}): BookingBody {
  guests++;
  return {
    locationId: 'truro',
    date: '2026-11-27',
    time: '18:00',
    partySize: 2,
    customerInfo: { name: 'Robin Guest', email: `guest${guests}@example.com`, phone: '902-555-0170' },
    ...changes,
  };
}

/** The access token in a manage link. */
export function tokenOf(manageUrl: string): string {
  return new URL(manageUrl).searchParams.get('token') ?? '';
}

/** The messages about a reservation, the oldest first. */
export async function messagesAboutReservation(server: TestServer, reservationId: string) {
  await server.settle();
  return server.context.db
    .selectFrom('messages')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at')
    .execute();
}
