import { sql, type Kysely } from 'kysely';

/** A bill says that it has refunds, so that an order is read without looking for any; limits are counted without a log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bills add column has_refunds boolean not null default false;
    update bills set has_refunds = true where id in (select bill_id from refunds);

    create function bill_has_refunds() returns trigger language plpgsql as $$
    begin
      update bills set has_refunds = true where id = new.bill_id and not has_refunds;
      return null;
    end $$;
    create trigger refunds_of_bill after insert on refunds for each row execute function bill_has_refunds();

    -- looking at a cart's price counts too: after a crash of the database all begin anew
    alter table rate_limits set unlogged
  `.execute(db);
}
