import { sql } from 'kysely';

/** What the server itself keeps: the log of what happened, idempotency, limits, keys, settings, the audit log. */
export const server = sql`
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
    -- some 2.5 kB that go in days: to compress them would cost the guest's order a quarter of its time
    data jsonb not null
  ) with (toast_tuple_target = 8160);
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
  ) with (toast_tuple_target = 8160);
  create index idempotency_keys_age on idempotency_keys (created_at);

  create table rate_limits (
    key text primary key,
    count integer not null,
    window_started_at timestamptz not null
  );

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
  create index audit_log_subject on audit_log (subject_kind, subject_id, at desc);
  create index audit_log_recent on audit_log (at, id);
  -- who did it, what, to whom
  create index audit_log_search on audit_log using gin (
    (lower(coalesce(actor_name, '') || E'\\n' || action || E'\\n' || subject_kind || E'\\n' || subject_id)) gin_trgm_ops
  );
`;
