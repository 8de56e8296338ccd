import { sql, type Kysely } from 'kysely';

/** Each payment of a guest waits for the sum of its bill: it is added up once, by plans that are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function bills_follow_payments() returns trigger language plpgsql as $$
    declare
      bill text;
      paid integer;
    begin
      -- locked before it is added up, in one sequence: of two tills at once, the later one sees the other's money
      for bill in select id from bills where id in (select bill_id from changed) order by id for no key update loop
        paid := bill_is_paid(bill);
        update bills set paid_cents = paid where id = bill and paid_cents <> paid;
      end loop;
      return null;
    end $$
  `.execute(db);
}
