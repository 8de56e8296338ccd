import { sql, type Kysely } from 'kysely';

/**
 * What a kitchen can have ready in a quarter of an hour: counters that refuse by themselves, made on first use from the
 * rules of their place, and who took of them. No keys to other tables: they would be looked up in the statement that
 * writes an order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations add column slot_rules jsonb;
    alter table menu_items add column work_units integer not null default 1 check (work_units between 0 and 99);

    create table kitchen_slots (
      location_id text not null,
      -- empty: all orders together
      service text not null,
      starts_at timestamptz not null,
      orders integer not null,
      units integer not null,
      most_orders integer,
      most_units integer,
      primary key (location_id, service, starts_at),
      constraint kitchen_slots_orders check (orders >= 0 and (most_orders is null or orders <= most_orders)),
      constraint kitchen_slots_units check (units >= 0 and (most_units is null or units <= most_units))
    );

    -- of an order, or of the payment page that will become one
    create table slot_takes (
      location_id text not null,
      service text not null,
      starts_at timestamptz not null,
      units integer not null check (units >= 0),
      order_id text,
      session_id text references payment_sessions on delete cascade,
      check ((order_id is null) <> (session_id is null)),
      unique (order_id, service),
      unique (session_id, service)
    );
    create index slot_takes_slot on slot_takes (location_id, starts_at)
  `.execute(db);
}
