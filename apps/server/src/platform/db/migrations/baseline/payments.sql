-- Card readers, payment sessions, payments, refunds, and the sandbox provider.

create table card_readers (
  id text primary key,
  location_id text not null references locations,
  provider text not null,
  provider_reader_id text not null,
  provider_place_id text not null,
  name text not null,
  device text not null,
  serial text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index card_readers_location on card_readers (location_id);
create unique index card_readers_provider on card_readers (provider, provider_reader_id) where removed_at is null;

-- One attempt to pay. It holds the whole priced order, so that the kitchen cooks exactly the order that was charged.
create table payment_sessions (
  -- cannot be guessed, because it opens the order that it becomes
  id text primary key,
  kind text not null check (kind in ('customer', 'till-link', 'account', 'reader')),
  provider text not null,
  -- null until the provider answered
  provider_session_id text unique,
  payment_url text,
  payment_id text,
  status text not null default 'open' check (status in ('open', 'paid', 'failed', 'expired', 'cancelled')),
  location_id text not null references locations,
  user_id text references users on delete set null,
  order_id text references orders,
  snapshot jsonb not null,
  amount_cents integer not null check (amount_cents > 0),
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- when to ask the provider if no event arrives
  next_check_at timestamptz not null,
  closed_at timestamptz,
  -- why a person should look at it; attended_at says that one did
  attention text,
  attention_at timestamptz,
  attended_at timestamptz,
  cart_id text,
  reader_id text references card_readers,
  reader_asked integer not null default 0,
  -- why the card reader stopped; null while it is waiting for a card
  reader_said text,
  -- the amount on which the reader offers a tip; null: it does not
  reader_tip_on_cents integer,
  -- until when the request may still be on its way to the reader
  reader_handing_until timestamptz,
  begun_from text,
  erased_at timestamptz
);
create index payment_sessions_attention on payment_sessions (attention_at) where attention is not null and attended_at is null;
create index payment_sessions_begun on payment_sessions (begun_from) where begun_from is not null and status = 'open';
create index payment_sessions_cart on payment_sessions (location_id, cart_id) where cart_id is not null;
-- for the job that checks open sessions
create index payment_sessions_due on payment_sessions (next_check_at) where status = 'open';
create index payment_sessions_offer on payment_sessions (((snapshot #>> '{metadata,welcomeCode}'::text[]))) where (snapshot #>> '{metadata,welcomeCode}'::text[]) is not null;
create index payment_sessions_order on payment_sessions (order_id) where order_id is not null;
create unique index payment_sessions_reader on payment_sessions (reader_id) where reader_id is not null and status = 'open' and reader_said is null;

-- Money that was received or is pending. Together with refunds it determines an order's payment status.
create table payments (
  id text primary key,
  -- written for copies of earlier versions, which do not know bills
  order_id text references orders,
  session_id text references payment_sessions,
  location_id text not null references locations,
  -- 'till', or the name of a card provider
  provider text not null,
  method text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  -- the difference between the exact amount and the rounded cash amount
  cash_rounding_cents integer not null default 0 check (cash_rounding_cents >= '-2' and cash_rounding_cents <= 2),
  provider_payment_id text,
  processed_by text,
  created_at timestamptz not null,
  captured_at timestamptz,
  -- null: the money did not become an order and is refunded
  bill_id text references bills,
  -- null for payments of earlier versions; method applies
  tender text,
  -- in addition to the amount for the bill
  tip_cents integer not null default 0 check (tip_cents >= 0),
  given_cents integer,
  reference text,
  client_id text,
  card_brand text,
  card_last4 text,
  constraint payments_check check ((status = 'succeeded') = (captured_at is not null))
);
create index payments_bill on payments (bill_id) where bill_id is not null;
create index payments_captured on payments (captured_at, location_id) where captured_at is not null;
create unique index payments_client on payments (client_id) where client_id is not null;
create index payments_order on payments (order_id) where order_id is not null;
-- the same money is never recorded twice
create unique index payments_provider on payments (provider, provider_payment_id) where provider_payment_id is not null;
-- a session becomes at most one payment
create unique index payments_session on payments (session_id) where session_id is not null;

create table refunds (
  id text primary key,
  payment_id text not null references payments,
  order_id text references orders,
  location_id text not null references locations,
  status text not null check (status in ('requested', 'succeeded', 'failed')),
  -- card: the provider returns it; cash: at the counter; manual: a person takes care of it
  method text not null check (method in ('card', 'cash', 'manual')),
  amount_cents integer not null check (amount_cents > 0),
  -- the last cash refund of a payment includes the rounding of the whole payment
  cash_rounding_cents integer not null default 0,
  -- the order lines and quantities that were refunded
  lines jsonb not null default '[]',
  reason text not null,
  provider_refund_id text,
  attempts integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  -- the same request creates one refund, however often it is retried
  idempotency_key text not null unique,
  requested_by text,
  requested_at timestamptz not null,
  settled_at timestamptz,
  bill_id text references bills,
  tip_cents integer not null default 0 check (tip_cents >= 0),
  of_change boolean not null default false,
  -- shared by all parts of one refund and by its retries
  deed text not null default gen_random_uuid(),
  -- corrects a payment that was recorded by mistake; no money moved
  is_undo boolean not null default false,
  constraint refunds_undo check (not is_undo or (of_change and status = 'succeeded' and method <> 'card'))
);
create index refunds_bill on refunds (bill_id) where bill_id is not null;
create index refunds_due on refunds (next_try_at) where status = 'requested' and next_try_at is not null;
create index refunds_failed on refunds (settled_at) where status = 'failed';
create index refunds_order on refunds (order_id) where order_id is not null;
create index refunds_paid on refunds (location_id, settled_at) where status = 'succeeded';
create index refunds_owed_by_hand on refunds (location_id, requested_at) where status = 'requested' and method <> 'card';
create index refunds_payment on refunds (payment_id);
create unique index refunds_provider on refunds (provider_refund_id) where provider_refund_id is not null;

-- Receipts of a certified till and a stand-in for it. No version uses them any more; 0.2.0 reads them during an upgrade.
create table fiscal_receipts (
  bill_id text constraint fiscal_receipts_bill unique references bills (id),
  location_id text not null references locations (id),
  position bigint generated always as identity primary key,
  bill jsonb not null,
  queued_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  signed_at timestamptz,
  number text,
  signature text,
  receipt_text text,
  alarmed_at timestamptz,
  reversed_bill_id text references bills (id),
  refund_id text unique references refunds (id),
  constraint fiscal_receipts_bill_or_refund check (
    (bill_id is null) = (refund_id is not null) and (refund_id is null) = (reversed_bill_id is null)
  )
);
create index fiscal_receipts_waiting on fiscal_receipts (location_id, position) where signed_at is null;
create index fiscal_receipts_signed on fiscal_receipts (location_id, position desc) where signed_at is not null;
create index fiscal_receipts_reversals on fiscal_receipts (reversed_bill_id) where reversed_bill_id is not null;

create table fiscal_stand_in (
  reference text primary key,
  location_id text not null,
  number integer not null,
  signature text not null,
  at timestamptz not null,
  unique (location_id, number)
);

-- Signed events that could not be processed. They are stored as received and retried.
create table failed_webhooks (
  id text primary key,
  provider text not null,
  event_id text not null,
  event_type text not null,
  raw text not null,
  reason text not null,
  attempts integer not null default 1,
  received_at timestamptz not null,
  last_try_at timestamptz not null,
  next_try_at timestamptz,
  resolved_at timestamptz,
  unique (provider, event_id)
);
create index failed_webhooks_due on failed_webhooks (next_try_at) where resolved_at is null and next_try_at is not null;
create index failed_webhooks_open on failed_webhooks (received_at desc) where resolved_at is null;

-- The daily comparison of our ledger with the provider's.
create table reconciliations (
  provider text not null,
  day date not null,
  checked_at timestamptz not null,
  our_cents bigint not null,
  their_cents bigint not null,
  compared integer not null,
  differences jsonb not null,
  primary key (provider, day)
);

-- The sandbox is a payment provider with tables of its own; no other table refers to them.
create table sandbox_sessions (
  id text primary key,
  reference text not null unique,
  amount_cents integer not null,
  description text not null,
  guest text not null,
  success_url text not null,
  cancel_url text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'cancelled')),
  payment_id text unique,
  refund_fails boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz
);
create index sandbox_sessions_paid on sandbox_sessions (paid_at) where paid_at is not null;

create table sandbox_refunds (
  id text primary key,
  payment_id text not null,
  reference text not null unique,
  amount_cents integer not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz not null
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);

create table sandbox_events (
  id text primary key,
  body text not null,
  copies integer not null,
  deliver_at timestamptz not null,
  attempts integer not null default 0
);
create index sandbox_events_due on sandbox_events (deliver_at);

alter table stock_holds add constraint stock_holds_session_id_fkey foreign key (session_id) references payment_sessions (id) on delete cascade;
alter table slot_takes add constraint slot_takes_session_id_fkey foreign key (session_id) references payment_sessions (id) on delete cascade;
alter table driver_cash add constraint driver_cash_payment_id_fkey foreign key (payment_id) references payments (id);
