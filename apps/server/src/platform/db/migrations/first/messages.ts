import { sql } from 'kysely';

/** Mails and texts, one to many, and notices on devices. */
export const messages = sql`
  -- One mail to many: released in batches, so that a crash in the middle loses and doubles nobody.
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
  -- the next batch that is due
  create index mailings_due on mailings (next_batch_at) where status = 'sending';
  create index mailings_recent on mailings (created_at, id);

  create table mailing_recipients (
    mailing_id text not null references mailings on delete cascade,
    position integer not null,
    email text not null,
    name text,
    user_id text references users on delete set null,
    -- waiting: its batch has not come; skipped: no mail was made, and why
    status text not null default 'waiting' check (status in ('waiting', 'released', 'skipped')),
    reason text,
    primary key (mailing_id, position),
    -- each address at most once
    unique (mailing_id, email)
  );

  -- Every message is a row with its fate.
  create table messages (
    id text primary key,
    channel text not null check (channel in ('mail', 'sms')),
    recipient text not null,
    template text not null,
    subject text,
    body_text text not null,
    -- outbox: nothing to send it with, so it waits here to be read
    status text not null check (status in ('queued', 'sending', 'sent', 'outbox', 'failed', 'cancelled')),
    attempts integer not null default 0,
    next_try_at timestamptz,
    last_error text,
    provider_id text,
    order_id text,
    reservation_id text,
    user_id text,
    mailing_id text references mailings on delete set null,
    -- the same happening never makes the same message twice
    once_key text unique,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    headers jsonb,
    -- what a mail says; what it looks like is made when it is sent or shown: a tenth of the room
    mail_content jsonb
  );
  create index messages_due on messages (next_try_at) where status in ('queued', 'sending');
  create index messages_order on messages (order_id) where order_id is not null;
  create index messages_reservation on messages (reservation_id) where reservation_id is not null;
  create index messages_mailing on messages (mailing_id) where mailing_id is not null;
  -- lists, newest first: of a channel, of what failed, of what waits to be read
  create index messages_recent on messages (created_at, id);
  create index messages_channel on messages (channel, created_at, id);
  create index messages_failed on messages (created_at, id) where status = 'failed';
  create index messages_outbox on messages (created_at, id) where status = 'outbox';
  -- what did this guest get?
  create index messages_search on messages using gin ((lower(recipient || E'\\n' || coalesce(subject, ''))) gin_trgm_ops);

  -- One pair of keys for the restaurant, made when it is first needed: browsers bind a device to it.
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
`;
