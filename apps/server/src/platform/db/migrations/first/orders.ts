import { sql } from 'kysely';

/** Orders, what is on them, what happened to them, the guests' points, and what is found among a million orders. */
export const orders = sql`
  create table orders (
    -- {TRU|NGL|LOC}-{yyyymmdd}-{5 characters}: people call out the last five
    id text primary key,
    location_id text not null references locations,
    user_id text references users on delete set null,
    status text not null default 'pending'
      check (status in ('pending', 'preparing', 'ready', 'completed', 'cancelled')),
    payment_status text not null default 'unpaid'
      check (payment_status in ('unpaid', 'pending', 'paid', 'failed', 'refunded')),
    payment_method text not null,
    order_type text not null check (order_type in ('pickup', 'delivery', 'dine-in')),
    subtotal_cents integer not null check (subtotal_cents >= 0),
    tax_cents integer not null check (tax_cents >= 0),
    tip_cents integer not null check (tip_cents >= 0),
    total_cents integer not null check (total_cents = subtotal_cents + tax_cents + tip_cents),
    -- what succeeded, kept with the refunds' rows
    refunded_cents integer not null default 0 check (refunded_cents between 0 and total_cents + 4),
    tax_rate integer not null,
    tax_label text not null,
    item_count integer not null,
    customer_name text not null,
    customer_email text,
    customer_phone text,
    is_guest boolean not null default true,
    delivery_address text,
    delivery_instructions text,
    table_number text,
    party_size integer,
    special_instructions text,
    order_time timestamptz not null default now(),
    -- the location's calendar day on which it was placed: dashboards and exports go by it
    business_date date not null,
    estimated_ready timestamptz not null,
    prep_start_time timestamptz,
    ready_time timestamptz,
    completed_time timestamptz,
    cancelled_time timestamptz,
    cancel_reason text,
    paid_at timestamptz,
    payment_processed_at timestamptz,
    processed_by text,
    -- opens the receipt without a sign-in
    receipt_token text not null,
    admin_created boolean not null default false,
    created_by text,
    session_id text unique,
    payment_intent_id text,
    payment_url text,
    metadata jsonb not null default '{}',
    version integer not null default 1,
    updated_at timestamptz not null default now(),
    -- the ready time a guest was promised, kept when 'Start Preparing' moves it: a slip gives it back
    promised_ready timestamptz
  );
  -- the board's columns and counts: what is open is few, whatever the history
  create index orders_open on orders (location_id, status, order_time) where status in ('pending', 'preparing', 'ready');
  -- lists of a location, newest first
  create index orders_location on orders (location_id, order_time desc);
  -- a guest's own orders
  create index orders_user on orders (user_id, order_time desc) where user_id is not null;
  -- two tabs at once: one order gets the offer. Orders without a code, nearly all, are not in it.
  create unique index orders_welcome_code on orders ((metadata ->> 'welcomeCode'))
    where metadata ? 'welcomeCode' and status <> 'cancelled';

  create table order_items (
    order_id text not null references orders on delete cascade,
    line integer not null,
    item_id text not null,
    name text not null,
    unit_price_cents integer not null check (unit_price_cents > 0),
    quantity integer not null check (quantity > 0),
    category text not null,
    description text,
    spice_level integer not null default 1,
    spice_name text,
    spice_id text,
    cart_key text,
    -- a cook struck it through
    done_at timestamptz,
    primary key (order_id, line)
  );

  create table order_status_history (
    id bigint generated always as identity primary key,
    order_id text not null references orders on delete cascade,
    at timestamptz not null default now(),
    from_status text,
    to_status text not null,
    actor_kind text not null,
    actor_id text,
    actor_name text,
    note text
  );
  create index order_status_history_order on order_status_history (order_id);

  -- The ledger of points; users.loyalty_points is its sum.
  create table loyalty_entries (
    id bigint generated always as identity primary key,
    user_id text not null references users on delete cascade,
    order_id text references orders on delete cascade,
    points integer not null,
    reason text not null check (reason in ('order-completed', 'order-refunded', 'adjustment')),
    note text,
    actor_id text,
    at timestamptz not null default now()
  );
  create index loyalty_entries_user on loyalty_entries (user_id, at desc);
  create unique index loyalty_entries_once on loyalty_entries (order_id, reason)
    where reason = 'order-completed';

  -- What the search box looks through, a line each, so that nothing matches across two.
  create table order_search (
    order_id text primary key,
    location_id text not null,
    order_time timestamptz not null,
    search_text text not null
  );
  -- any part of a number, a name, an address finds its orders among a million
  create index order_search_text on order_search using gin (search_text gin_trgm_ops);
  -- what is common is found soonest by walking back from the newest
  create index order_search_recent on order_search (location_id, order_time desc);
`;
