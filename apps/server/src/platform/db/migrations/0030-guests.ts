import { sql, type Kysely } from 'kysely';

/**
 * Orders without an account: who had to show that we reach them, since when an order belongs to the account it was taken
 * into, and the codes that are sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column claimed_at timestamptz,
      -- in cash, by somebody who showed nothing yet: one at a time for a number, or for an address
      add column contact_unproven boolean;
    create unique index orders_unproven_contact on orders (coalesce(customer_phone, customer_email))
      where contact_unproven and user_id is null and status in ('pending', 'preparing', 'ready') and payment_status in ('unpaid', 'pending');
    create index orders_open_without_account on orders (coalesce(customer_phone, customer_email))
      where user_id is null and not admin_created and status in ('pending', 'preparing', 'ready') and payment_status in ('unpaid', 'pending');
    create index orders_of_address on orders (customer_email) where user_id is null;

    create table sent_codes (
      id text primary key,
      purpose text not null check (purpose in ('order', 'claim')),
      recipient text not null,
      user_id text references users on delete cascade,
      code_hash text not null,
      tries integer not null default 0,
      sent_at timestamptz not null,
      used_at timestamptz
    );
    create index sent_codes_recipient on sent_codes (recipient, sent_at desc)
  `.execute(db);
}
