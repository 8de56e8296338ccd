import { sql, type Kysely } from 'kysely';

/**
 * What a bill is made of beside its dishes. Most bills are dishes with one tax on all of them: those say it in the
 * columns they have, and stand in none of these tables. So rows of before stay as they are, and copies from before
 * write orders that are whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column discount_cents integer not null default 0 check (discount_cents >= 0),
      add column charges_cents integer not null default 0 check (charges_cents >= 0),
      -- its bill has taxes, charges and adjustments in their tables: all of them
      add column has_parts boolean not null default false;
    do $$
    declare rule text;
    begin
      select conname into strict rule from pg_constraint
      where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%(total_cents = %';
      execute format('alter table orders drop constraint %I', rule);
    end $$;
    alter table orders add constraint orders_total
      check (total_cents = subtotal_cents - discount_cents + charges_cents + tax_cents + tip_cents);

    alter table bills
      add column discount_cents integer not null default 0,
      add column charges_cents integer not null default 0;

    alter table order_items
      -- of one, before any discount; null: its price
      add column unit_list_cents integer check (unit_list_cents >= unit_price_cents),
      -- what all discounts leave of the line; null: price times quantity
      add column net_cents integer check (net_cents between 0 and unit_price_cents * quantity),
      -- null: a meal
      add column tax_class text check (tax_class in ('meal', 'liquor', 'grocery', 'charge', 'untaxed')),
      drop constraint order_items_unit_price_cents_check,
      add constraint order_items_unit_price_cents_check check (unit_price_cents >= 0);

    create table bill_taxes (
      bill_id text not null references bills on delete cascade,
      position integer not null,
      code text not null,
      label text not null,
      -- the number the business pays it under
      registration text,
      -- in 1/100 000
      rate integer not null check (rate >= 0),
      -- what of the bill pays it; null: all of it
      classes text[],
      base_cents integer not null check (base_cents >= 0),
      -- rounded once
      amount_cents integer not null check (amount_cents >= 0),
      primary key (bill_id, position)
    );

    create table order_charges (
      bill_id text not null references bills on delete cascade,
      position integer not null,
      kind text not null check (kind in ('delivery', 'service', 'small-order', 'bag', 'deposit-forfeit')),
      -- before discounts
      amount_cents integer not null check (amount_cents >= 0),
      tax_class text not null check (tax_class in ('meal', 'liquor', 'grocery', 'charge', 'untaxed')),
      source_id text,
      primary key (bill_id, position)
    );

    create table adjustments (
      bill_id text not null references bills on delete cascade,
      position integer not null,
      -- of which line of the order, or of which charge
      line integer,
      charge integer,
      amount_cents integer not null check (amount_cents < 0),
      kind text not null check (kind in ('promo', 'comp', 'price-match', 'points')),
      source_id text not null,
      label text not null,
      primary key (bill_id, position),
      check (num_nonnulls(line, charge) = 1)
    )
  `.execute(db);
}
