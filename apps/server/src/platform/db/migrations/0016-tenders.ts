import { sql, type Kysely } from 'kysely';

/** A bill is paid in parts: with what, with which tip, and what was written down of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null: of before, when the method said it
    alter table payments add column tender text;
    -- beside the bill's sum; a tip of the order's own is in that
    alter table payments add column tip_cents integer not null default 0 check (tip_cents >= 0);
    -- of cash: what was put on the counter
    alter table payments add column given_cents integer;
    -- a slip's number, whose account
    alter table payments add column reference text;
    -- the same part of a bill is the same payment, however late it is sent again
    alter table payments add column client_id text;
    create unique index payments_client on payments (client_id) where client_id is not null;

    alter table refunds add column tip_cents integer not null default 0 check (tip_cents >= 0)
  `.execute(db);
}
