-- Mails, text messages and push notifications.

-- One mail to many recipients, released in batches so that a crash neither skips nor repeats anyone.
create table mailings (
  id text primary key,
  template text not null,
  subject text not null,
  -- what the template needs: message, offer, picture
  data jsonb not null,
  status text not null check (status in ('sending', 'stopped', 'done')),
  total integer not null,
  next_batch_at timestamptz,
  created_by text,
  created_by_name text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index mailings_due on mailings (next_batch_at) where status = 'sending';
create index mailings_recent on mailings (created_at, id);

-- Every mail and text message with its delivery state.
create table messages (
  id text primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  template text not null,
  subject text,
  body_text text not null,
  -- outbox: no sender is configured, so it waits to be read in the back office
  status text not null check (status in ('queued', 'sending', 'sent', 'outbox', 'failed', 'cancelled')),
  attempts integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  provider_id text,
  order_id text,
  reservation_id text,
  user_id text,
  mailing_id text references mailings on delete set null,
  -- the same event never creates the same message twice
  once_key text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  headers jsonb,
  -- what the mail says; it is rendered when it is sent or shown
  mail_content jsonb,
  -- to an address that nobody confirmed yet; these are limited
  unproven boolean not null default false,
  -- contains an access token that is removed some time after sending
  keeps_keys boolean not null default true
);
create index messages_channel on messages (channel, created_at, id);
create index messages_due on messages (next_try_at) where status in ('queued', 'sending');
create index messages_failed on messages (created_at, id) where status = 'failed';
create index messages_keys on messages (sent_at) where keeps_keys and sent_at is not null;
create index messages_mailing on messages (mailing_id) where mailing_id is not null;
create index messages_order on messages (order_id) where order_id is not null;
create index messages_outbox on messages (created_at, id) where status = 'outbox';
create index messages_recent on messages (created_at, id);
create index messages_reservation on messages (reservation_id) where reservation_id is not null;
create index messages_search on messages using gin (lower(((recipient || E'\n'::text) || coalesce(subject, ''::text))) gin_trgm_ops);
create index messages_unproven on messages (recipient, created_at) where unproven;
create index messages_unproven_texts on messages (created_at) where unproven and channel = 'sms';
create index messages_unsent_keys on messages (created_at) where keeps_keys and status in ('outbox', 'failed', 'cancelled');

create table mailing_recipients (
  mailing_id text not null references mailings on delete cascade,
  "position" integer not null,
  email text not null,
  name text,
  user_id text references users on delete set null,
  -- waiting: its batch was not released yet; skipped: no mail was created, with the reason
  status text not null default 'waiting' check (status in ('waiting', 'released', 'skipped')),
  reason text,
  unique (mailing_id, email),
  primary key (mailing_id, "position")
);

-- The restaurant's key pair. Browsers bind a subscription to it.
create table push_keys (
  one boolean default true primary key check (one),
  public_key text not null,
  private_key text not null,
  made_at timestamptz not null
);

-- A browser that gets push notifications about an order or about new orders of a location.
create table push_followers (
  id uuid primary key,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  user_id text references users on delete cascade,
  order_id text,
  location_id text,
  -- the last order status that was sent
  told text,
  created_at timestamptz not null,
  is_stranger boolean not null default false,
  constraint push_followers_check check ((order_id is null) <> (location_id is null)),
  unique nulls not distinct (endpoint, order_id, location_id)
);
create index push_followers_location on push_followers (location_id) where location_id is not null;
create index push_followers_order on push_followers (order_id) where order_id is not null;
create index push_followers_user on push_followers (user_id) where user_id is not null;

create table push_notices (
  id uuid primary key,
  follower_id uuid not null references push_followers on delete cascade,
  notice jsonb not null,
  order_id text,
  -- sent only while the order still has this status; null: always sent
  status text,
  not_before timestamptz not null,
  tries integer not null default 0,
  created_at timestamptz not null
);
create index push_notices_due on push_notices (not_before);
create index push_notices_follower on push_notices (follower_id);
