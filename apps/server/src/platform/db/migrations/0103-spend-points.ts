import { sql, type Kysely } from 'kysely';

/**
 * Points that were spent on an order, or on a payment page until its order is placed. The check of `left_after` refuses
 * more than the account has; `kept` is what refunds have not given back. Entries about spent points leave `order_id`
 * empty, because copies of the previous version sum the entries with it as what the order earned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table points_uses (
      id bigint generated always as identity primary key,
      user_id text not null,
      order_id text,
      session_id text,
      points integer not null check (points > 0),
      worth_cents integer not null check (worth_cents > 0),
      kept integer not null,
      left_after integer constraint points_enough check (left_after >= 0),
      at timestamptz not null,
      constraint points_uses_kept check (kept between 0 and points)
    )
  `.execute(db);
  await sql`create unique index points_uses_order on points_uses (order_id)`.execute(db);
  await sql`create unique index points_uses_session on points_uses (session_id)`.execute(db);
  await sql`create index points_uses_user on points_uses (user_id)`.execute(db);
  await sql`
    alter table loyalty_entries
      drop constraint loyalty_entries_reason_check,
      add constraint loyalty_entries_reason_check
        check (reason in ('order-completed', 'order-refunded', 'adjustment', 'redeemed', 'restored')) not valid,
      add column spent_on text
  `.execute(db);
}
