import { sql } from 'kysely';

/** Who somebody is, how they sign in, and what they agreed to hear. */
export const people = sql`
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
    updated_at timestamptz not null default now(),
    -- 10 % off the first order; the welcome mail says it
    welcome_code text unique,
    -- what the search box looks through: a line each, so that nothing matches across two
    search_text text not null generated always as (
      lower(name collate "und-x-icu") || E'\\n' || email || E'\\n' || coalesce(phone_number, '') || E'\\n' ||
      regexp_replace(coalesce(phone_number, ''), '\\D', '', 'g')
    ) stored
  );
  -- the till finds a regular by number, in whatever form it was typed
  create index users_phone on users (phone_number) where phone_number is not null;
  -- any part of a name, an address or a number finds its people among tens of thousands
  create index users_search on users using gin (search_text gin_trgm_ops);
  -- lists go on after the last one shown, so each order ends with the id. Orders, spent and points are
  -- sorted without an index: sorting ten thousand takes milliseconds, and each completed order changes them.
  create index users_created on users (created_at, id);
  create index users_name on users ((name collate "und-x-icu"), id);

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

  create table consents (
    id bigint generated always as identity primary key,
    email text not null,
    user_id text references users on delete set null,
    purpose text not null check (purpose in ('promotions')),
    channel text not null check (channel in ('mail', 'sms')),
    source text not null,
    given_at timestamptz not null default now(),
    withdrawn_at timestamptz,
    withdrawn_by text,
    -- what an unsubscribe link carries: known to nobody but the person who got the mail
    token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
  );
  create unique index consents_in_force on consents (email, purpose, channel) where withdrawn_at is null;
`;
