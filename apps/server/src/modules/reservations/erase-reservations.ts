import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** Removes the guest from reservations. `ids` are the numbers that guests see. */
export async function eraseReservations(
  tx: Tx,
  ids: readonly string[],
  { at, name }: { readonly at: Date; readonly name: string },
): Promise<void> {
  await tx
    .updateTable('reservations')
    .set({
      language: null,
      customer_name: name,
      customer_email: '',
      customer_phone: '',
      special_requests: null,
      last_change: null,
      cancellation_reason: null,
      booked_from: null,
      user_agent: null,
      platform: null,
      search_text: sql`lower(reservation_id)`,
      // Two erased guests who were never marked as seated would count as one guest with two tables.
      is_over: sql<boolean>`is_over or status in (${sql.join(AWAITED_STATUSES)})`,
      erased_at: at,
    })
    .where('reservation_id', 'in', ids)
    .execute();
}

/** Removes the network addresses of reservations before this time. */
export async function forgetAddressesOfReservations(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ booked_from: null })
    .where('booked_from', 'is not', null)
    .where('starts_at', '<', before)
    .execute();
}
