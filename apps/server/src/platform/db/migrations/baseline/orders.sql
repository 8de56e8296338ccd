-- Bills, orders, their lines and history, points, and deliveries.

-- What is owed for one order or several. Triggers keep paid_cents up to date.
create table bills (
  id text primary key,
  location_id text not null,
  business_date date not null,
  subtotal_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  total_cents integer not null,
  paid_cents integer not null default 0,
  is_void boolean not null default false,
  state text generated always as (case when (paid_cents = total_cents) then 'settled' when is_void then 'void' else 'open' end) stored not null,
  discount_cents integer not null default 0,
  charges_cents integer not null default 0,
  has_refunds boolean not null default false,
  constraint bills_paid check (paid_cents >= 0 and paid_cents <= total_cents)
);
create index bills_discounted on bills (location_id, business_date) where discount_cents > 0;
create index bills_open on bills (location_id, business_date) where state = 'open';

create table bill_taxes (
  bill_id text not null references bills on delete cascade,
  "position" integer not null,
  code text not null,
  label text not null,
  registration text,
  rate integer not null check (rate >= 0),
  classes text[],
  base_cents integer not null check (base_cents >= 0),
  amount_cents integer not null check (amount_cents >= 0),
  included boolean not null default false,
  primary key (bill_id, "position")
);

create table orders (
  -- {location code}-{yyyymmdd}-{5 characters}; staff call out the last five
  id text primary key,
  location_id text not null references locations,
  user_id text references users on delete set null,
  status text not null default 'pending' check (status in ('pending', 'preparing', 'ready', 'completed', 'cancelled')),
  payment_status text not null default 'unpaid' check (payment_status in ('unpaid', 'pending', 'paid', 'failed', 'refunded')),
  payment_method text not null,
  order_type text not null check (order_type in ('pickup', 'delivery', 'dine-in')),
  subtotal_cents integer not null check (subtotal_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  tip_cents integer not null check (tip_cents >= 0),
  total_cents integer not null,
  -- the sum of successful refunds, updated with them
  refunded_cents integer not null default 0,
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
  -- the location's calendar day on which the order was placed; reports group by it
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
  -- a hash of the token that opens the receipt without signing in
  receipt_token text not null,
  admin_created boolean not null default false,
  created_by text,
  session_id text unique,
  payment_intent_id text,
  payment_url text,
  metadata jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- the time the guest was promised; restored when a step is undone
  promised_ready timestamptz,
  cart_id text,
  bill_id text not null references bills,
  discount_cents integer not null default 0 check (discount_cents >= 0),
  charges_cents integer not null default 0 check (charges_cents >= 0),
  has_parts boolean not null default false,
  changes jsonb,
  -- set when the taxes of another day than that of order_time apply
  taxed_at timestamptz,
  -- when the order was added to an account
  claimed_at timestamptz,
  contact_unproven boolean,
  -- what the promised time was computed from; null for orders of earlier versions
  grounds jsonb,
  -- when the kitchen should start; null: at once
  fire_at timestamptz,
  -- the time that the guest chose
  wanted_for timestamptz,
  -- zone, fee and time promised for the delivery; null without zones
  delivery jsonb,
  -- the driver and the trip; null while no driver took it
  courier jsonb,
  -- the car to which a pickup order is brought
  vehicle text,
  -- when the guest said that they arrived
  here_at timestamptz,
  -- the language of messages to the guest; null: the restaurant's first language
  language text,
  leave_at_door boolean,
  -- when the person was erased, and the guest as whom the figures count the order since
  erased_at timestamptz,
  erased_guest uuid,
  -- null: an order from before allergies were stated, whose dishes need no confirmation
  allergies jsonb,
  allergy_note text,
  accepted_at timestamptz,
  accepted_by text,
  -- the start of the promised window, whose end is estimated_ready
  promised_from timestamptz,
  constraint orders_check1 check (refunded_cents >= 0 and (refunded_cents <= (total_cents + 4))),
  constraint orders_total check (total_cents = ((((subtotal_cents - discount_cents) + charges_cents) + tax_cents) + tip_cents))
);
create index orders_brought_unpaid on orders (coalesce(customer_phone, customer_email)) where user_id is null and not admin_created and status = 'completed' and courier is not null and payment_status in ('unpaid', 'pending');
-- a cart becomes at most one order that is not cancelled
create unique index orders_cart on orders (location_id, cart_id) where cart_id is not null and status <> 'cancelled';
-- the till finds the latest orders of a guest
create index orders_by_phone on orders (customer_phone, order_time desc) where customer_phone is not null;
create index orders_cancelled on orders (location_id, cancelled_time) where status = 'cancelled';
create index orders_location on orders (location_id, order_time desc);
create index orders_of_address on orders (customer_email) where user_id is null;
-- for the board; few orders are open, however long the history
create index orders_open on orders (location_id, status, order_time) where status in ('pending', 'preparing', 'ready');
create index orders_open_without_account on orders (coalesce(customer_phone, customer_email)) where user_id is null and not admin_created and status in ('pending', 'preparing', 'ready') and payment_status in ('unpaid', 'pending');
create index orders_refunded on orders (location_id, business_date) where refunded_cents > 0;
create unique index orders_unproven_contact on orders (coalesce(customer_phone, customer_email)) where contact_unproven and user_id is null and status in ('pending', 'preparing', 'ready') and payment_status in ('unpaid', 'pending');
create index orders_user on orders (user_id, order_time desc) where user_id is not null;
-- one order gets the offer, even when two tabs order at once
create unique index orders_welcome_code on orders (((metadata ->> 'welcomeCode'::text))) where metadata ? 'welcomeCode' and status <> 'cancelled';

create table order_items (
  order_id text not null references orders on delete cascade,
  line integer not null,
  item_id text not null,
  name text not null,
  unit_price_cents integer not null check (unit_price_cents >= 0),
  quantity integer not null check (quantity > 0),
  category text not null,
  description text,
  -- of orders from before heat levels became options
  spice_level integer not null default 1,
  spice_name text,
  spice_id text,
  cart_key text,
  -- when a cook marked the line as done
  done_at timestamptz,
  unit_list_cents integer,
  net_cents integer,
  tax_class text check (tax_class in ('meal', 'liquor', 'grocery', 'charge', 'untaxed')),
  is_cooked boolean,
  options jsonb,
  note text,
  -- names as the guest read them in their language; null: in the restaurant's first language
  said jsonb,
  allergies jsonb,
  -- null: nothing is known about the dish
  allergens text[],
  allergy_check jsonb,
  -- set only for open lines whose station's rules changed; may name the pass, which need not be a station
  station_id text,
  constraint order_items_check check (unit_list_cents >= unit_price_cents),
  constraint order_items_check1 check (net_cents >= 0 and (net_cents <= (unit_price_cents * quantity))),
  primary key (order_id, line)
);

create table order_charges (
  bill_id text not null references bills on delete cascade,
  "position" integer not null,
  kind text not null check (kind in ('delivery', 'service', 'small-order', 'bag', 'deposit-forfeit')),
  amount_cents integer not null check (amount_cents >= 0),
  tax_class text not null check (tax_class in ('meal', 'liquor', 'grocery', 'charge', 'untaxed')),
  source_id text,
  primary key (bill_id, "position")
);

create table adjustments (
  bill_id text not null references bills on delete cascade,
  "position" integer not null,
  line integer,
  charge integer,
  amount_cents integer not null check (amount_cents < 0),
  kind text not null check (kind in ('promo', 'discount', 'comp', 'price-match', 'points')),
  source_id text not null,
  label text not null,
  constraint adjustments_check check (num_nonnulls(line, charge) = 1),
  primary key (bill_id, "position")
);

-- Discounts that staff gave, with who gave, approved and removed them.
create table given_discounts (
  id text primary key,
  bill_id text not null references bills on delete cascade,
  kind text not null check (kind in ('discount', 'comp', 'price-match')),
  line integer,
  percent integer check (percent >= 1 and percent <= 100),
  amount_cents integer check (amount_cents > 0),
  price_cents integer check (price_cents >= 0),
  reason text not null,
  note text,
  given_at timestamptz not null,
  given_by text,
  given_by_name text,
  approved_by text,
  approved_by_name text,
  taken_back_at timestamptz,
  taken_back_by text,
  taken_back_by_name text,
  constraint given_discounts_check check (num_nonnulls(percent, amount_cents, price_cents) = case kind when 'comp' then 0 else 1 end)
);
create index given_discounts_bill on given_discounts (bill_id);

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

-- The ledger of points. users.loyalty_points is its sum.
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
create unique index loyalty_entries_once on loyalty_entries (order_id, reason) where reason = 'order-completed';
create index loyalty_entries_user on loyalty_entries (user_id, at desc);

-- The texts that the search box matches; one field per line.
create table order_search (
  order_id text primary key,
  location_id text not null,
  order_time timestamptz not null,
  search_text text not null
);
-- for common words it is faster to walk back from the newest order
create index order_search_recent on order_search (location_id, order_time desc);
create index order_search_text on order_search using gin (search_text gin_trgm_ops);

create table slot_takes (
  location_id text not null,
  service text not null,
  starts_at timestamptz not null,
  units integer not null check (units >= 0),
  order_id text,
  session_id text,
  constraint slot_takes_check check ((order_id is null) <> (session_id is null)),
  unique (order_id, service),
  unique (session_id, service)
);
create index slot_takes_slot on slot_takes (location_id, starts_at);

create table delivery_steps (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  step text not null check (step in ('waiting', 'taken', 'on-the-way', 'at-door', 'delivered', 'failed')),
  done_at timestamptz not null,
  at timestamptz not null,
  driver_id text references users on delete set null,
  driver_name text not null,
  note text
);
create unique index delivery_steps_once on delivery_steps (order_id, step) where step not in ('waiting', 'taken');
create index delivery_steps_order on delivery_steps (order_id);

create table driver_cash (
  id text primary key,
  location_id text not null references locations,
  driver_id text references users on delete set null,
  driver_name text not null,
  kind text not null check (kind in ('collected', 'handed-in')),
  amount_cents integer not null,
  payment_id text unique,
  order_id text references orders,
  at timestamptz not null,
  taken_by_name text,
  -- the entry with which this cash was handed in
  handed_in text references driver_cash,
  constraint driver_cash_check check (((kind = 'collected') = (amount_cents > 0)) and amount_cents <> 0),
  constraint driver_cash_check1 check ((kind = 'collected') = (payment_id is not null))
);
create index driver_cash_carried on driver_cash (location_id, driver_id) where kind = 'collected' and handed_in is null;
