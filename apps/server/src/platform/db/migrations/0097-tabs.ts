import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Bills that stay open and take several orders, called rounds. The first round has the id of its bill, because other
 * tables and earlier versions expect an order with that id.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table bills
      add column opened_at timestamptz,
      add column opened_by text,
      add column label text,
      add column sitting_id text,
      add column continues text,
      add column merged_into text,
      add column bill_out_at timestamptz,
      add column closed_at timestamptz
  `.execute(tx);
  await sql`alter table orders add column held_at timestamptz, add column course int`.execute(tx);
  await sql`alter table order_items add column seat int, add column course int`.execute(tx);
  await sql`alter table payments add column part int`.execute(tx);
  // Null: the order with the id of the bill.
  await sql`alter table bill_taxes add column order_id text`.execute(tx);
  await sql`alter table order_charges add column order_id text`.execute(tx);
  await sql`alter table adjustments add column order_id text`.execute(tx);
  await sql`
    create table bill_parts (
      bill_id text not null references bills on delete cascade,
      "position" int not null check ("position" > 0),
      label text not null,
      amount_cents int not null check (amount_cents >= 0),
      -- the dishes of the part; empty for equal parts
      lines jsonb not null,
      primary key (bill_id, "position")
    )
  `.execute(tx);
  await sql`
    create function add_up_tab(bill text) returns void language sql as $$
    update bills b set is_void = o.is_void, subtotal_cents = o.subtotal, discount_cents = o.discount,
      charges_cents = o.charges, tax_cents = o.tax, tip_cents = o.tip, total_cents = o.total
    from (
      select coalesce(bool_and(status = 'cancelled'), false) as is_void,
        coalesce(sum(subtotal_cents) filter (where status <> 'cancelled'), 0) as subtotal,
        coalesce(sum(discount_cents) filter (where status <> 'cancelled'), 0) as discount,
        coalesce(sum(charges_cents) filter (where status <> 'cancelled'), 0) as charges,
        coalesce(sum(tax_cents) filter (where status <> 'cancelled'), 0) as tax,
        coalesce(sum(tip_cents) filter (where status <> 'cancelled'), 0) as tip,
        coalesce(sum(total_cents) filter (where status <> 'cancelled'), 0) as total
      from orders where id = bill and bill_id = id or bill_id = bill and bill_id <> id
    ) o
    where b.id = bill
    $$
  `.execute(tx);
  // A bill is void when all its orders are cancelled. That of a tab costs what its other orders cost.
  await sql`
    create or replace function bill_is_void() returns trigger language plpgsql as $$
    begin
      perform from bills where id = new.bill_id and opened_at is not null for no key update;
      if found then
        perform add_up_tab(new.bill_id);
      else
        update bills set is_void = new.status = 'cancelled' where id = new.bill_id;
      end if;
      return null;
    end $$
  `.execute(tx);
}
