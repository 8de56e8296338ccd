import { sql } from 'kysely';

/** Card payments: what was asked for, what came in, what went back, and the sandbox's own books. */
export const payments = sql`
  -- One try to have something paid. The whole order as it was priced lies in it: what is charged is what is cooked.
  create table payment_sessions (
    -- cannot be guessed: it opens the order it becomes
    id text primary key,
    kind text not null check (kind in ('customer', 'till-link', 'account')),
    provider text not null check (provider in ('sandbox', 'stripe')),
    -- null until the provider has answered
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
    -- when the provider is asked next, should nothing be heard
    next_check_at timestamptz not null,
    closed_at timestamptz,
    -- why a person should look at it, and when one did
    attention text,
    attention_at timestamptz,
    attended_at timestamptz
  );
  -- the sweep takes what is due; sessions that are closed are not in it
  create index payment_sessions_due on payment_sessions (next_check_at) where status = 'open';
  -- an order's own links: settling or cancelling it closes them
  create index payment_sessions_order on payment_sessions (order_id) where order_id is not null;
  -- the back office lists what waits for a person
  create index payment_sessions_attention on payment_sessions (attention_at) where attention is not null and attended_at is null;
  -- the payments somebody began with it, which are over once it is used elsewhere
  create index payment_sessions_offer on payment_sessions ((snapshot #>> '{metadata,welcomeCode}'))
    where snapshot #>> '{metadata,welcomeCode}' is not null;

  -- Money that came in, or is on its way in. An order's payment status is what these and the refunds add up to.
  create table payments (
    id text primary key,
    -- null: money that became no order, and goes back
    order_id text references orders,
    session_id text references payment_sessions,
    location_id text not null references locations,
    provider text not null check (provider in ('sandbox', 'stripe', 'till')),
    method text not null,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    amount_cents integer not null check (amount_cents > 0),
    -- what the coins made of it
    cash_rounding_cents integer not null default 0 check (cash_rounding_cents between -2 and 2),
    provider_payment_id text,
    processed_by text,
    created_at timestamptz not null,
    captured_at timestamptz,
    check ((status = 'succeeded') = (captured_at is not null))
  );
  -- an order's payments
  create index payments_order on payments (order_id) where order_id is not null;
  -- the same money is never booked twice, and a refund's event finds its payment
  create unique index payments_provider on payments (provider, provider_payment_id) where provider_payment_id is not null;
  -- a session is one payment
  create unique index payments_session on payments (session_id) where session_id is not null;
  -- the daily comparison and the list of a location, by time
  create index payments_captured on payments (captured_at, location_id) where captured_at is not null;

  create table refunds (
    id text primary key,
    payment_id text not null references payments,
    order_id text references orders,
    location_id text not null references locations,
    status text not null check (status in ('requested', 'succeeded', 'failed')),
    -- card: the provider sends it back; cash: over the counter; manual: somebody sees to it
    method text not null check (method in ('card', 'cash', 'manual')),
    amount_cents integer not null check (amount_cents > 0),
    -- the last of a payment's cash takes what is left of its coins, the rounding of several parts at once
    cash_rounding_cents integer not null default 0,
    -- chosen lines of the order: [{line, quantity}]
    lines jsonb not null default '[]',
    reason text not null,
    provider_refund_id text,
    attempts integer not null default 0,
    next_try_at timestamptz,
    last_error text,
    -- the same wish is the same refund, whatever is retried
    idempotency_key text not null unique,
    requested_by text,
    requested_at timestamptz not null,
    settled_at timestamptz
  );
  -- what a payment may still give back is asked with every refund
  create index refunds_payment on refunds (payment_id);
  -- an order's refunds
  create index refunds_order on refunds (order_id) where order_id is not null;
  -- the provider's events name its own id
  create unique index refunds_provider on refunds (provider_refund_id) where provider_refund_id is not null;
  -- the sweep: card refunds that are on their way
  create index refunds_due on refunds (next_try_at) where status = 'requested' and next_try_at is not null;
  -- the back office lists what failed
  create index refunds_failed on refunds (settled_at) where status = 'failed';
  -- the board asks what is still to be handed back each time an order is cancelled
  create index refunds_owed_by_hand on refunds (location_id, requested_at)
    where status = 'requested' and method <> 'card';

  -- Signed events that could not be worked off: kept as they came, tried again.
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
    -- the provider repeats itself: one row per event
    unique (provider, event_id)
  );
  -- the sweep: what is due again
  create index failed_webhooks_due on failed_webhooks (next_try_at) where resolved_at is null and next_try_at is not null;
  -- the back office lists what is open, newest first
  create index failed_webhooks_open on failed_webhooks (received_at desc) where resolved_at is null;

  -- Once a day: what our ledger and the provider's say of a day, and where they differ.
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

  -- The sandbox is a provider of its own, with its own books: nothing of ours refers to them.
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
  -- its list of payments of a day
  create index sandbox_sessions_paid on sandbox_sessions (paid_at) where paid_at is not null;

  create table sandbox_refunds (
    id text primary key,
    payment_id text not null,
    reference text not null unique,
    amount_cents integer not null,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    created_at timestamptz not null
  );
  -- never more goes back than came in
  create index sandbox_refunds_payment on sandbox_refunds (payment_id);

  create table sandbox_events (
    id text primary key,
    body text not null,
    copies integer not null,
    deliver_at timestamptz not null,
    attempts integer not null default 0
  );
  -- its postman takes what is due
  create index sandbox_events_due on sandbox_events (deliver_at);
`;
