import { sql, type Kysely } from 'kysely';

/**
 * What is to be paid is a bill's, not an order's: every order has the bill of its own id, and payments and refunds stand
 * on bills. A column that is worked out from another and then let go is filled in one pass over the table.
 *
 * Copies from before write orders, payments and refunds without a bill: the triggers put them on theirs. `order_id` of
 * payments and refunds stays filled for those copies, until a later migration takes it away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    lock table orders, payments, refunds in access exclusive mode;

    create table bills (
      -- of an order that shares its bill with no other: the order's
      id text not null,
      -- no keys to other tables: an order's are looked up in the same statement
      location_id text not null,
      business_date date not null,
      subtotal_cents integer not null,
      tax_cents integer not null,
      tip_cents integer not null,
      total_cents integer not null,
      -- what succeeded, by trigger; never more than is due
      paid_cents integer not null default 0 constraint bills_paid check (paid_cents between 0 and total_cents),
      -- all of it was cancelled
      is_void boolean not null default false,
      state text not null generated always as
        (case when paid_cents = total_cents then 'settled' when is_void then 'void' else 'open' end) stored
    );
    insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents, paid_cents, is_void)
    select o.id, o.location_id, o.business_date, o.subtotal_cents, o.tax_cents, o.tip_cents, o.total_cents,
           coalesce(p.paid, 0), o.status = 'cancelled'
    from orders o
    left join (
      select order_id, sum(amount_cents) as paid from payments where status = 'succeeded' and order_id is not null group by 1
    ) p on p.order_id = o.id;
    alter table bills add primary key (id);
    -- Told that the table is empty, PostgreSQL would look up the first thousands of bills by reading all of them.
    do $$ begin if exists (select from bills) then analyze bills; end if; end $$;

    alter table orders add column bill_id text generated always as (id) stored;
    alter table orders alter column bill_id drop expression, alter column bill_id set not null,
      add foreign key (bill_id) references bills;

    alter table payments add column bill_id text generated always as (order_id) stored;
    alter table payments alter column bill_id drop expression, add foreign key (bill_id) references bills;
    create index payments_bill on payments (bill_id) where bill_id is not null;

    alter table refunds add column bill_id text generated always as (order_id) stored;
    alter table refunds alter column bill_id drop expression, add foreign key (bill_id) references bills;
    create index refunds_bill on refunds (bill_id) where bill_id is not null;

    -- A bill's sum of payments, by whomever they are written. The bill is locked before it is reckoned: of two tills at
    -- once, the later one sees the other's money.
    create function bills_follow_payments() returns trigger language plpgsql as $$
    begin
      perform from bills where id in (select bill_id from changed) order by id for no key update;
      update bills b set paid_cents = p.paid
      from (select bill_id, coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0) as paid
            from payments where bill_id in (select bill_id from changed) group by 1) p
      where b.id = p.bill_id and b.paid_cents <> p.paid;
      return null;
    end $$;
    create trigger bills_follow_new after insert on payments referencing new table as changed
      for each statement execute function bills_follow_payments();
    create trigger bills_follow_changed after update on payments referencing new table as changed
      for each statement execute function bills_follow_payments();

    create function bill_is_void() returns trigger language plpgsql as $$
    begin
      update bills set is_void = new.status = 'cancelled' where id = new.bill_id;
      return null;
    end $$;
    create trigger orders_void after update of status on orders for each row
      when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function bill_is_void();

    -- For copies from before.
    create function order_has_a_bill() returns trigger language plpgsql as $$
    begin
      new.bill_id := new.id;
      insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents, is_void)
      values (new.id, new.location_id, new.business_date, new.subtotal_cents, new.tax_cents, new.tip_cents,
              new.total_cents, new.status = 'cancelled')
      on conflict do nothing;
      return new;
    end $$;
    create trigger orders_from_before before insert on orders for each row
      when (new.bill_id is null) execute function order_has_a_bill();

    create function money_has_a_bill() returns trigger language plpgsql as $$
    begin
      new.bill_id := new.order_id;
      return new;
    end $$;
    create trigger payments_from_before before insert or update of order_id on payments for each row
      when (new.bill_id is distinct from new.order_id) execute function money_has_a_bill();
    create trigger refunds_from_before before insert on refunds for each row
      when (new.bill_id is null and new.order_id is not null) execute function money_has_a_bill();
  `.execute(db);
}
