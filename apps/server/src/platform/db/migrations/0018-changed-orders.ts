import { sql, type Kysely } from 'kysely';

/**
 * An order that is placed may be changed. What came in for it and is too much then goes back, and is the bill's no more:
 * `paid_cents` goes by what is left. So a bill still never has more than its total, and is settled when it has that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null: as it was placed
    alter table orders add column changes jsonb;
    -- what a change of the order made too much, whether or not it has reached the guest
    alter table refunds add column of_change boolean not null default false;

    create function bill_is_paid(id text) returns integer language sql stable as $$
      select (coalesce((select sum(amount_cents) from payments where bill_id = $1 and status = 'succeeded'), 0)
            - coalesce((select sum(amount_cents) from refunds where bill_id = $1 and of_change), 0))::integer
    $$;

    create or replace function bills_follow_payments() returns trigger language plpgsql as $$
    begin
      perform from bills where id in (select bill_id from changed) order by id for no key update;
      update bills b set paid_cents = bill_is_paid(b.id)
      where b.id in (select bill_id from changed) and b.paid_cents <> bill_is_paid(b.id);
      return null;
    end $$;

    create function bill_follows_change() returns trigger language plpgsql as $$
    begin
      perform from bills where id = new.bill_id for no key update;
      update bills set paid_cents = bill_is_paid(new.bill_id) where id = new.bill_id;
      return null;
    end $$;
    create trigger bill_follows_change after insert on refunds for each row
      when (new.of_change) execute function bill_follows_change();
    create trigger bill_follows_retried after update of of_change on refunds for each row
      when (new.of_change <> old.of_change) execute function bill_follows_change();
  `.execute(db);
}
