import { sql, type Kysely } from 'kysely';

/**
 * Who brings an order and how far they are stands on the order itself, which everybody who watches it hears of; each
 * step with the time of its deed beside it. And a ledger of the cash that drivers carry: what they collected, what they
 * handed in. What is left with one is its sum.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column courier jsonb;

    create table delivery_steps (
      id bigint generated always as identity primary key,
      order_id text not null references orders on delete cascade,
      step text not null check (step in ('waiting', 'taken', 'on-the-way', 'at-door', 'delivered', 'failed')),
      -- when it was done, and when we heard of it
      done_at timestamptz not null,
      at timestamptz not null,
      driver_id text references users on delete set null,
      driver_name text not null,
      note text
    );
    create index delivery_steps_order on delivery_steps (order_id);
    -- taken and given back it may be often; each of these is reached once
    create unique index delivery_steps_once on delivery_steps (order_id, step) where step not in ('waiting', 'taken');

    create table driver_cash (
      id text primary key,
      location_id text not null references locations,
      driver_id text references users on delete set null,
      driver_name text not null,
      kind text not null check (kind in ('collected', 'handed-in')),
      amount_cents integer not null check ((kind = 'collected') = (amount_cents > 0) and amount_cents <> 0),
      payment_id text unique references payments,
      order_id text references orders,
      at timestamptz not null,
      -- who took it
      taken_by_name text,
      handed_in text references driver_cash,
      check ((kind = 'collected') = (payment_id is not null))
    );
    create index driver_cash_carried on driver_cash (location_id, driver_id) where kind = 'collected' and handed_in is null
  `.execute(db);
}
