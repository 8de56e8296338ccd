import { sql, type Kysely } from 'kysely';

/**
 * What people of the house give away on bills: who, what, why. What it takes off each line stands in `adjustments`, and
 * is reckoned anew whenever the bill is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table given_discounts (
      -- what its adjustments name as their source
      id text primary key,
      bill_id text not null references bills on delete cascade,
      kind text not null check (kind in ('discount', 'comp', 'price-match')),
      -- the line's number on the order; null: the bill
      line integer,
      percent integer check (percent between 1 and 100),
      amount_cents integer check (amount_cents > 0),
      -- what one of the line costs from then on
      price_cents integer check (price_cents >= 0),
      reason text not null,
      -- the house's own; no guest reads it
      note text,
      given_at timestamptz not null,
      given_by text,
      given_by_name text,
      -- whose right it took, where that was somebody else's
      approved_by text,
      approved_by_name text,
      taken_back_at timestamptz,
      taken_back_by text,
      taken_back_by_name text,
      check (num_nonnulls(percent, amount_cents, price_cents) = case kind when 'comp' then 0 else 1 end)
    );
    create index given_discounts_bill on given_discounts (bill_id);

    alter table adjustments drop constraint adjustments_kind_check,
      add constraint adjustments_kind_check check (kind in ('promo', 'discount', 'comp', 'price-match', 'points'));

    -- what was given away is told beside revenue
    create index bills_discounted on bills (location_id, business_date) where discount_cents > 0;

    -- The sum an order was counted with; null: of before, when no order's sum moved.
    alter table counted_orders add column if not exists total_cents integer;
  `.execute(db);
}
