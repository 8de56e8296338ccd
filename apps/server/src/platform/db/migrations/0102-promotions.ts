import { sql, type Kysely } from 'kysely';

/**
 * Promotions, and who used them on which terms. A use belongs to a payment page until its order is placed. `used`
 * counts the uses that are held or used; its check refuses one too many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table promotions (
      id text primary key,
      name text not null,
      code text,
      conditions jsonb not null,
      effect jsonb not null,
      valid_from date,
      valid_until date,
      total_limit integer check (total_limit > 0),
      used integer not null default 0 check (used >= 0),
      per_person integer check (per_person > 0),
      is_active boolean not null,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      constraint promotion_left check (used <= total_limit)
    )
  `.execute(db);
  await sql`create unique index promotions_code on promotions (code) where deleted_at is null`.execute(db);
  await sql`
    create table promotion_uses (
      id bigint generated always as identity primary key,
      promotion_id text not null references promotions,
      order_id text,
      session_id text,
      person_key text,
      nth integer,
      amount_cents integer not null check (amount_cents >= 0),
      terms jsonb not null,
      state text not null check (state in ('held', 'used', 'freed', 'over')),
      at timestamptz not null,
      constraint promotion_uses_holder check (num_nonnulls(order_id, session_id) > 0)
    )
  `.execute(db);
  await sql`create unique index promotion_uses_person on promotion_uses (promotion_id, person_key, nth)`.execute(db);
  await sql`create unique index promotion_uses_order on promotion_uses (order_id)`.execute(db);
  await sql`create unique index promotion_uses_session on promotion_uses (session_id)`.execute(db);
  await sql`create index promotion_uses_at on promotion_uses (promotion_id, at)`.execute(db);
}
