import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Deposits of bookings. A paid deposit is held like a gift card without a code, which names its booking: the ledger of
 * gift cards, with its checks, has every change of it. A deposit that stays has an entry with the taxes in it.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table locations add column booking_rules jsonb`.execute(tx);
  await sql`
    alter table reservations
      add column deposit jsonb, add column deposit_session text, add column held_until timestamptz
  `.execute(tx);
  await sql`alter table gift_cards add column reservation_id text`.execute(tx);
  await sql`
    alter table gift_entries
      add column taxes jsonb,
      drop constraint gift_entries_kind_check,
      add constraint gift_entries_kind_check
        check (kind in ('sold', 'used', 'returned', 'cleared', 'kept', 'waived')) not valid
  `.execute(tx);
  await sql`
    alter table payment_sessions
      drop constraint payment_sessions_kind_check,
      add constraint payment_sessions_kind_check
        check (kind in ('customer', 'till-link', 'account', 'reader', 'gift-card', 'deposit')) not valid
  `.execute(tx);
}
