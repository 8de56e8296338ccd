-- Users, their sessions and second factors, tablets, codes and consents.

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
  -- updated in the transactions that change orders and points; the ledgers are authoritative
  total_orders integer not null default 0,
  total_spent_cents bigint not null default 0,
  loyalty_points integer not null default 0,
  last_order_at timestamptz,
  -- grows with each change that an admin makes
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 10 % off the first order
  welcome_code text unique,
  -- for the search box; one field per line, so that nothing matches across fields
  search_text text generated always as ((((((lower((name collate "und-x-icu")) || E'\n') || email) || E'\n') || coalesce(phone_number, '')) || E'\n') || regexp_replace(coalesce(phone_number, ''), '\D', '', 'g')) stored not null,
  two_factor_enabled boolean not null default false,
  language text,
  -- when the session of the account or a provider confirmed the address
  email_confirmed_at timestamptz,
  staff_since timestamptz,
  weak_password text check (weak_password in ('allowed', 'refused')),
  -- replaces the name of former staff who were erased
  former_staff_number integer unique
);
-- each index for a sorted list ends with the id, so that a cursor is unique
create index users_created on users (created_at, id);
create index users_name on users (name collate "und-x-icu", id);
-- finds a regular customer by phone number
create index users_phone on users (phone_number) where phone_number is not null;
create index users_search on users using gin (search_text gin_trgm_ops);

create table user_locations (
  user_id text not null references users on delete cascade,
  location_id text not null references locations,
  primary key (user_id, location_id)
);

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
create unique index sign_in_accounts_provider on sign_in_accounts (provider_id, account_id);
create index sign_in_accounts_user on sign_in_accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table two_factors (
  id text primary key,
  user_id text not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table used_codes (
  user_id text not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz not null,
  primary key (user_id, code_hash)
);

create table tablets (
  id text primary key,
  location_id text not null references locations on delete cascade,
  name text not null check ((length(name) >= 1) and (length(name) <= 60)),
  token_hash text not null unique,
  set_up_by text references users on delete set null,
  set_up_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz
);
create index tablets_location on tablets (location_id) where ended_at is null;

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen_at timestamptz,
  -- the last time the person proved who they are; some actions need it to be recent
  proven_at timestamptz,
  -- set for sessions whose cookie has the __Host- prefix
  host_only boolean not null default false,
  proven_by text check (proven_by in ('password', 'code', 'passkey', 'social', 'pin')),
  tablet_id text references tablets on delete cascade
);
create index sessions_user on sessions (user_id);

create table pins (
  user_id text primary key references users on delete cascade,
  hash text not null,
  tries integer not null default 0,
  given_at timestamptz not null,
  used_at timestamptz,
  key_id text
);

create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null check ((length(name) >= 1) and (length(name) <= 60)),
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table used_challenges (
  hash text primary key,
  used_at timestamptz not null
);

create table sent_codes (
  id text primary key,
  purpose text not null check (purpose in ('order', 'claim', 'address')),
  recipient text not null,
  user_id text references users on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  used_at timestamptz
);
create index sent_codes_recipient on sent_codes (recipient, sent_at desc);

create table consents (
  id bigint generated always as identity primary key,
  email text not null,
  user_id text references users on delete set null,
  purpose text not null check (purpose = 'promotions'),
  channel text not null check (channel in ('mail', 'sms')),
  source text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by text,
  -- the secret in the unsubscribe link
  token text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) unique,
  -- what the person agreed to, in the language they read; null in consents of earlier versions
  wording text
);
create unique index consents_in_force on consents (email, purpose, channel) where withdrawn_at is null;

create table api_keys (
  id text primary key,
  kind text not null check (kind in ('customer', 'admin')),
  name text not null,
  -- the first characters, so that a person can tell keys apart; a public key completely
  shown text not null,
  hash text not null unique,
  created_by text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- null in the limits: no limit
  scopes text[] check (cardinality(scopes) > 0),
  location_ids text[] check (cardinality(location_ids) > 0),
  expires_at timestamptz,
  -- set when the log has the expiry
  expiry_logged_at timestamptz,
  -- removed after some days
  last_used_address text,
  -- the key with which this one was created, and ends
  created_by_key text references api_keys on delete cascade
);

-- Invitations of staff that nobody accepted yet. An accepted or withdrawn invitation is deleted.
create table invitations (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('staff', 'manager', 'admin')),
  location_ids text[] not null,
  token_hash text not null unique,
  invited_by text references users on delete cascade,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  invited_by_key text references api_keys on delete cascade
);

alter table favorites add constraint favorites_user_id_fkey foreign key (user_id) references users (id) on delete cascade;
