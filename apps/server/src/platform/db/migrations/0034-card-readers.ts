import { sql, type Kysely } from 'kysely';

/**
 * Card readers at the counter. A payment on one is a payment session like those of a page: it holds its amount of the
 * bill, is asked about by the sweep, and becomes money in the same way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table card_readers (
      id text primary key,
      location_id text not null references locations,
      provider text not null,
      -- the provider's own names of it and of the place where it stands
      provider_reader_id text not null,
      provider_place_id text not null,
      name text not null,
      device text not null,
      serial text not null,
      created_at timestamptz not null,
      -- the payments it took go on naming it
      removed_at timestamptz
    );
    create unique index card_readers_provider on card_readers (provider, provider_reader_id) where removed_at is null;
    create index card_readers_location on card_readers (location_id);

    alter table payment_sessions
      add column reader_id text references card_readers,
      -- how often it was asked to take the card
      add column reader_asked integer not null default 0,
      -- why it asks no more; null: it does
      add column reader_said text,
      -- what of the amount a tip is reckoned on; null: it asks for none
      add column reader_tip_on_cents integer,
      drop constraint payment_sessions_kind_check,
      add constraint payment_sessions_kind_check check (kind in ('customer', 'till-link', 'account', 'reader'));
    -- it asks for one card at a time
    create unique index payment_sessions_reader on payment_sessions (reader_id)
      where reader_id is not null and status = 'open' and reader_said is null;

    alter table payments
      add column card_brand text,
      add column card_last4 text
  `.execute(db);
}
