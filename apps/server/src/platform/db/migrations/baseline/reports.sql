-- Figures for the dashboard, updated when orders change.

-- What of each order is included in the figures; the difference to the order is still to be added.
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
