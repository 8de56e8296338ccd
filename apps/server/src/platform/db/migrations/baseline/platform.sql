-- Settings, the event log, jobs, idempotency keys, rate limits and the audit log.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text
);

-- The event log, written by the transaction of the change. Readers go by (transaction, id) and stay below the oldest
-- running transaction, so they never skip an event that commits late.
create table events (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  type text not null,
  location_id text,
  user_id text,
  at timestamptz not null default now(),
  -- about 2.5 kB that are deleted after some days; compressing them would slow orders down
  data jsonb not null
) with (toast_tuple_target=8160);
create index events_order on events (transaction, id);

-- How far each reader of the event log has come.
create table event_readers (
  name text primary key,
  transaction xid8 not null,
  id bigint not null
);

-- When each scheduled job is due next, by the clock of the database.
create table clocked_jobs (
  name text primary key,
  due_at timestamptz not null,
  -- the last run did not finish
  failed boolean not null default false
);

create table idempotency_keys (
  actor text not null,
  call text not null,
  key text not null,
  request_hash text not null,
  -- the stored response; null while the first request is running
  answer jsonb,
  created_at timestamptz not null default now(),
  -- the role of a staff member at the first request
  asked_as jsonb,
  primary key (actor, call, key)
) with (toast_tuple_target=8160);
create index idempotency_keys_age on idempotency_keys (created_at);

create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  window_started_at timestamptz not null
);

-- Who changed what, for the owner to read.
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
create index audit_log_recent on audit_log (at, id);
create index audit_log_search on audit_log using gin (lower(((((((coalesce(actor_name, ''::text) || E'\n'::text) || action) || E'\n'::text) || subject_kind) || E'\n'::text) || subject_id)) gin_trgm_ops);
create index audit_log_subject on audit_log (subject_kind, subject_id, at desc);

-- Who signed in, who tried to, and who changed access. Migration 0090 moves the entries into the audit log.
create table security_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  last_at timestamptz not null,
  kind text not null,
  count integer not null default 1,
  was_refused boolean not null default false,
  user_id text,
  actor_kind text,
  actor_id text,
  proven_by text,
  tablet_id text,
  address text,
  browser text,
  system text,
  details jsonb,
  request_id text,
  copy text,
  -- joins equal failures within a minute
  repeat_key text unique
);
create index security_log_recent on security_log (at, id);
create index security_log_person on security_log (user_id, at) where user_id is not null;
create index security_log_address on security_log (address, at) where address is not null;
