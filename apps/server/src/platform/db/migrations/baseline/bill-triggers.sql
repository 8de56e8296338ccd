-- Triggers that keep bills equal to their payments and refunds.

create function bill_follows_change() returns trigger language plpgsql as $$
begin
  perform from bills where id = new.bill_id for no key update;
  update bills set paid_cents = bill_is_paid(new.bill_id) where id = new.bill_id;
  return null;
end $$;

-- A bill remembers that it has refunds, so that most bills need no lookup.
create function bill_has_refunds() returns trigger language plpgsql as $$
begin
  update bills set has_refunds = true where id = new.bill_id and not has_refunds;
  return null;
end $$;

-- What was paid of a bill: payments less refunds that follow a change of the order.
create function bill_is_paid(id text) returns integer language sql stable as $$
select (coalesce((select sum(amount_cents) from payments where bill_id = $1 and status = 'succeeded'), 0)
      - coalesce((select sum(amount_cents) from refunds where bill_id = $1 and of_change), 0))::integer
$$;

create function bill_is_void() returns trigger language plpgsql as $$
begin
  update bills set is_void = new.status = 'cancelled' where id = new.bill_id;
  return null;
end $$;

-- Keeps bills.paid_cents equal to the payments.
create function bills_follow_payments() returns trigger language plpgsql as $$
declare
  bill text;
  paid integer;
begin
  -- lock the bills in one order before adding up, so that of two tills at once the later one sees the payment of the
  -- other
  for bill in select id from bills where id in (select bill_id from changed) order by id for no key update loop
    paid := bill_is_paid(bill);
    update bills set paid_cents = paid where id = bill and paid_cents <> paid;
  end loop;
  return null;
end $$;

-- Payments and refunds of earlier versions name the order instead of the bill.
create function money_has_a_bill() returns trigger language plpgsql as $$
begin
  new.bill_id := new.order_id;
  return new;
end $$;

-- Orders of earlier versions come without a bill.
create function order_has_a_bill() returns trigger language plpgsql as $$
begin
  new.bill_id := new.id;
  insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents, is_void)
  values (new.id, new.location_id, new.business_date, new.subtotal_cents, new.tax_cents, new.tip_cents,
          new.total_cents, new.status = 'cancelled')
  on conflict do nothing;
  return new;
end $$;

create trigger bill_follows_change after insert on refunds
  for each row when (new.of_change) execute function bill_follows_change();
create trigger bill_follows_retried after update of of_change on refunds
  for each row when (new.of_change <> old.of_change) execute function bill_follows_change();
create trigger bills_follow_changed after update on payments referencing new table as changed
  for each statement execute function bills_follow_payments();
create trigger bills_follow_new after insert on payments referencing new table as changed
  for each statement execute function bills_follow_payments();
create trigger orders_from_before before insert on orders
  for each row when (new.bill_id is null) execute function order_has_a_bill();
create trigger orders_void after update of status on orders
  for each row when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function bill_is_void();
create trigger payments_from_before before insert or update of order_id on payments
  for each row when (new.bill_id is distinct from new.order_id) execute function money_has_a_bill();
create trigger refunds_from_before before insert on refunds
  for each row when (new.bill_id is null and new.order_id is not null) execute function money_has_a_bill();
create trigger refunds_of_bill after insert on refunds
  for each row execute function bill_has_refunds();
