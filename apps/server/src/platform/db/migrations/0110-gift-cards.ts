import { sql, type Kysely } from 'kysely';

/**
 * Gift cards: the hash of the code, what is on the card, and every change of it. The check of the balance refuses the
 * later of two payments if it is not enough for both. A payment without a bill names the card that it bought, any other
 * the card that it was made with. A payment page holds what its card will pay, in entries without a payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gift_cards (
      id text primary key,
      code_hash text not null unique,
      last4 text not null,
      balance_cents integer not null default 0 constraint gift_card_enough check (balance_cents >= 0),
      location_id text not null references locations,
      created_at timestamptz not null
    )
  `.execute(db);
  await sql`
    create table gift_entries (
      id bigint generated always as identity primary key,
      card_id text not null references gift_cards,
      kind text not null check (kind in ('sold', 'used', 'returned', 'cleared')),
      amount_cents integer not null check (amount_cents <> 0),
      payment_id text references payments,
      session_id text references payment_sessions,
      at timestamptz not null
    )
  `.execute(db);
  await sql`create index gift_entries_card on gift_entries (card_id)`.execute(db);
  await sql`create index gift_entries_payment on gift_entries (payment_id)`.execute(db);
  await sql`create index gift_entries_session on gift_entries (session_id)`.execute(db);
  await sql`alter table payments add column gift_card_id text`.execute(db);
  await sql`
    alter table payment_sessions
      drop constraint payment_sessions_kind_check,
      add constraint payment_sessions_kind_check
        check (kind in ('customer', 'till-link', 'account', 'reader', 'gift-card')) not valid
  `.execute(db);
  await sql`
    alter table refunds
      drop constraint refunds_method_check,
      add constraint refunds_method_check check (method in ('card', 'cash', 'gift-card', 'manual')) not valid
  `.execute(db);
}
