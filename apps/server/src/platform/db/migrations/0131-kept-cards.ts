import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/** Cards that are kept for the fee of a booking: their payment pages, and the bookings whose card is not let go yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_sessions
      drop constraint payment_sessions_kind_check,
      add constraint payment_sessions_kind_check
        check (kind in ('customer', 'till-link', 'account', 'reader', 'gift-card', 'deposit', 'no-show')) not valid
  `.execute(db);
  await sql`alter table sandbox_sessions add column if not exists kept_card text`.execute(db);
  await createIndexConcurrently(db, {
    name: 'reservations_kept_card',
    on: "reservations (starts_at) where deposit ->> 'card' is not null",
  });
}
