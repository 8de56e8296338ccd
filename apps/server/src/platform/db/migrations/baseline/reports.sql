-- Figures for the dashboard, updated when orders change.

-- How much of each order the figures include. When the order changes, the difference is added.
create table counted_orders (
  order_id text primary key,
  status text not null,
  refunded_cents integer not null,
  -- a hash of e-mail or phone; null when neither is known
  guest uuid,
  total_cents integer
);

-- One row per business day, location and order type. Rebuilt from the orders by npm run figures.
create table day_figures (
  location_id text not null,
  date date not null,
  order_type text not null,
  pending integer not null,
  preparing integer not null,
  ready integer not null,
  completed integer not null,
  cancelled integer not null,
  -- less refunds; cancelled orders count nothing
  revenue_cents bigint not null,
  primary key (location_id, date, order_type)
);

create table hour_figures (
  location_id text not null,
  date date not null,
  -- the location's wall clock; on the 25-hour day one row covers two hours
  hour smallint not null,
  orders integer not null,
  revenue_cents bigint not null,
  primary key (location_id, date, hour)
);

-- Sales per dish by day, week and month, so that a month is read from as many rows as there are dishes.
create table dish_figures (
  location_id text not null,
  span text not null check (span in ('day', 'week', 'month')),
  starts date not null,
  item_id text not null,
  -- the name at the last sale, for dishes that no menu has any more
  name text not null,
  count integer not null,
  revenue_cents bigint not null,
  primary key (location_id, span, starts, item_id)
);

-- Guests per day, week and month; location '*' is all locations, where a guest of two counts once.
create table guest_visits (
  place text not null,
  span text not null check (span in ('day', 'week', 'month')),
  starts date not null,
  guest uuid not null,
  orders integer not null,
  primary key (place, span, starts, guest)
);

-- The number of guests per period, counted from guest_visits.
create table guest_figures (
  place text not null,
  span text not null check (span in ('day', 'week', 'month')),
  starts date not null,
  guests integer not null,
  primary key (place, span, starts)
);

-- The journal for the accountant: accounts, exported days and corrections of them.
create table journal_accounts (
  item text primary key,
  name text not null,
  code text not null,
  updated_at timestamptz not null
);

create table journal_days (
  location_id text not null references locations (id),
  business_day date not null,
  lines jsonb not null,
  closed_at timestamptz not null,
  closed_by text,
  primary key (location_id, business_day)
);

create table journal_corrections (
  id bigint generated always as identity primary key,
  location_id text not null,
  business_day date not null,
  corrected_day date not null,
  lines jsonb not null,
  at timestamptz not null,
  foreign key (location_id, corrected_day) references journal_days (location_id, business_day)
);
create index journal_corrections_day on journal_corrections (location_id, business_day);
create index journal_corrections_of on journal_corrections (location_id, corrected_day);
