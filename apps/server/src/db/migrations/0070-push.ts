import { sql, type Kysely } from 'kysely';

/** Devices that asked to be told of something, and what is still to be said to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One pair of keys for the house, made when it is first needed: browsers bind a device to it.
    create table push_keys (
      one boolean primary key default true check (one),
      public_key text not null,
      private_key text not null,
      made_at timestamptz not null
    );

    create table push_followers (
      id uuid primary key,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      -- whose device it is, when they were signed in; leaving takes the device along
      user_id text references users on delete cascade,
      -- what it follows: one of both
      order_id text,
      location_id text,
      -- the last status of its order it was told of
      told text,
      created_at timestamptz not null,
      check ((order_id is null) <> (location_id is null)),
      -- a device follows a thing once
      unique nulls not distinct (endpoint, order_id, location_id)
    );
    -- an order or a new order looks for its followers
    create index push_followers_order on push_followers (order_id) where order_id is not null;
    create index push_followers_location on push_followers (location_id) where location_id is not null;
    create index push_followers_user on push_followers (user_id) where user_id is not null;

    create table push_notices (
      id uuid primary key,
      follower_id uuid not null references push_followers (id) on delete cascade,
      notice jsonb not null,
      -- said only while the order still stands so; null is said in any case
      order_id text,
      status text,
      not_before timestamptz not null,
      tries integer not null default 0,
      created_at timestamptz not null
    );
    -- the next to be said
    create index push_notices_due on push_notices (not_before);
    create index push_notices_follower on push_notices (follower_id);
  `.execute(db);
}
