import { sql, type Kysely } from 'kysely';

/** People, locations, menus, settings, the event log, idempotency, keys, consents, messages, the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    create table users (
      id text primary key,
      email text not null unique check (email = lower(email)),
      email_verified boolean not null default false,
      name text not null,
      image text,
      role text not null default 'customer' check (role in ('customer', 'staff', 'manager', 'admin')),
      is_active boolean not null default true,
      is_deleted boolean not null default false,
      deleted_at timestamptz,
      phone_number text,
      country_code text not null default '+1',
      notifications boolean not null default true,
      sign_up_method text not null default 'email_password',
      last_login_at timestamptz,
      -- kept by the same transactions that change orders and points; the ledgers are the truth
      total_orders integer not null default 0,
      total_spent_cents bigint not null default 0,
      loyalty_points integer not null default 0,
      last_order_at timestamptz,
      -- goes up with every change of what an admin may edit
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    -- the till finds a regular by number, in whatever form it was typed
    create index users_phone on users (phone_number) where phone_number is not null;
    -- User Management lists the newest first
    create index users_created on users (created_at desc, id);

    create table sessions (
      id text primary key,
      token text not null unique,
      user_id text not null references users on delete cascade,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index sessions_user on sessions (user_id);

    create table sign_in_accounts (
      id text primary key,
      account_id text not null,
      provider_id text not null,
      user_id text not null references users on delete cascade,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index sign_in_accounts_user on sign_in_accounts (user_id);
    create unique index sign_in_accounts_provider on sign_in_accounts (provider_id, account_id);

    create table verifications (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index verifications_identifier on verifications (identifier);

    create table rate_limits (
      key text primary key,
      count integer not null,
      window_started_at timestamptz not null
    );

    create table locations (
      id text primary key check (id ~ '^[a-z0-9-]{2,50}$'),
      name text not null,
      address text not null,
      postal_code text not null,
      phone text not null,
      email text,
      manager text,
      capacity integer check (capacity >= 0),
      features text[] not null default '{}',
      -- null: no hours at all, so the default week holds
      hours jsonb,
      time_zone text not null default 'America/Halifax',
      opening_date date,
      is_active boolean not null default true,
      rating numeric(2, 1) not null default 0,
      review_count integer not null default 0,
      -- in 1/100 000; null: by postal code
      tax_rate integer,
      tax_label text,
      -- minutes after which a ticket turns soon and late; null: the defaults
      ticket_limits jsonb,
      -- goes up with every change of the menu: the pages' and caches' version
      menu_version bigint not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );

    create table location_exceptions (
      location_id text not null references locations,
      date date not null,
      closed boolean not null,
      open text,
      close text,
      note text,
      primary key (location_id, date)
    );

    create table user_locations (
      user_id text not null references users on delete cascade,
      location_id text not null references locations,
      primary key (user_id, location_id)
    );

    create table menu_categories (
      id text primary key,
      name text not null,
      is_default boolean not null default false,
      position integer not null default 0
    );

    create table menu_items (
      location_id text not null references locations,
      id text not null,
      name text not null,
      description text not null,
      price_cents integer not null check (price_cents > 0),
      category text not null references menu_categories,
      spice_level text not null default 'none' check (spice_level in ('none', 'mild', 'medium', 'hot')),
      prep_time integer not null default 15,
      calories integer,
      is_vegetarian boolean not null default false,
      is_vegan boolean not null default false,
      is_gluten_free boolean not null default false,
      is_popular boolean not null default false,
      is_available boolean not null default true,
      is_todays_special boolean not null default false,
      special_start_date date,
      special_end_date date,
      image text,
      -- one of the product's own drawings, for a dish without a photo
      art text,
      tags text[] not null default '{}',
      allergens text[] not null default '{}',
      max_quantity integer not null default 10,
      position integer not null default 0,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (location_id, id)
    );

    create table favorites (
      user_id text not null references users on delete cascade,
      location_id text not null,
      item_id text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, location_id, item_id),
      foreign key (location_id, item_id) references menu_items on delete cascade
    );

    create table settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by text
    );

    -- The log of what happened, written by the transaction in which it happened. Readers go by
    -- (transaction, id) and only below the oldest running transaction: they never skip a late one.
    create table events (
      id bigint generated always as identity primary key,
      transaction xid8 not null default pg_current_xact_id(),
      type text not null,
      location_id text,
      user_id text,
      at timestamptz not null default now(),
      data jsonb not null
    );
    create index events_order on events (transaction, id);

    -- how far each lasting reader of the log has come
    create table event_readers (
      name text primary key,
      transaction xid8 not null,
      id bigint not null
    );

    create table idempotency_keys (
      actor text not null,
      call text not null,
      key text not null,
      request_hash text not null,
      answer jsonb,
      created_at timestamptz not null default now(),
      primary key (actor, call, key)
    );
    create index idempotency_keys_age on idempotency_keys (created_at);

    create table api_keys (
      id text primary key,
      kind text not null check (kind in ('customer', 'admin')),
      name text not null,
      -- the first characters, so that a person can tell keys apart; for the public key all of it
      shown text not null,
      hash text not null unique,
      created_by text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    );

    create table consents (
      id bigint generated always as identity primary key,
      email text not null,
      user_id text references users on delete set null,
      purpose text not null check (purpose in ('promotions')),
      channel text not null check (channel in ('mail', 'sms')),
      source text not null,
      given_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      withdrawn_by text
    );
    create unique index consents_in_force on consents (email, purpose, channel) where withdrawn_at is null;

    -- Every message is a row with its fate.
    create table messages (
      id text primary key,
      channel text not null check (channel in ('mail', 'sms')),
      recipient text not null,
      template text not null,
      subject text,
      body_text text not null,
      body_html text,
      -- outbox: nothing to send it with, so it waits here to be read
      status text not null check (status in ('queued', 'sending', 'sent', 'outbox', 'failed', 'cancelled')),
      attempts integer not null default 0,
      next_try_at timestamptz,
      last_error text,
      provider_id text,
      order_id text,
      reservation_id text,
      user_id text,
      batch_id text,
      -- the same happening never makes the same message twice
      once_key text unique,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index messages_due on messages (next_try_at) where status in ('queued', 'sending');
    create index messages_recent on messages (created_at desc, id);
    create index messages_order on messages (order_id) where order_id is not null;
    create index messages_batch on messages (batch_id) where batch_id is not null;

    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_kind text not null,
      actor_id text,
      actor_name text,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      location_id text,
      before jsonb,
      after jsonb,
      request_id text,
      address text
    );
    create index audit_log_recent on audit_log (at desc, id);
    create index audit_log_subject on audit_log (subject_kind, subject_id, at desc);
  `.execute(db);
}
