import { sql } from 'kysely';

/** What the dashboard reads: kept as orders change, and made anew from the orders whenever it is wanted. */
export const figures = sql`
  -- How far each order is in the figures: the difference to the order itself is what is still to be added.
  create table counted_orders (
    order_id text primary key,
    status text not null,
    refunded_cents integer not null,
    -- who it was, told by nobody: a hash of e-mail or phone; null when neither is known
    guest uuid
  );

  -- One business day of one location, by type of order. A handful of rows a day, whatever was sold.
  create table day_figures (
    location_id text not null,
    date date not null,
    order_type text not null,
    pending integer not null,
    preparing integer not null,
    ready integer not null,
    completed integer not null,
    cancelled integer not null,
    -- less refunds; cancelled orders bring nothing
    revenue_cents bigint not null,
    primary key (location_id, date, order_type)
  );

  create table hour_figures (
    location_id text not null,
    date date not null,
    -- of the location's clock; on the day of 25 hours one of them is two hours long
    hour smallint not null,
    orders integer not null,
    revenue_cents bigint not null,
    primary key (location_id, date, hour)
  );

  -- Dishes by day, week and month, so that the best of a month are read from as many rows as there are dishes.
  create table dish_figures (
    location_id text not null,
    span text not null check (span in ('day', 'week', 'month')),
    starts date not null,
    name text not null,
    count integer not null,
    revenue_cents bigint not null,
    primary key (location_id, span, starts, name)
  );

  -- Who came in a day, week or month; '*' is all locations together, where a guest of two counts once.
  create table guest_visits (
    place text not null,
    span text not null check (span in ('day', 'week', 'month')),
    starts date not null,
    guest uuid not null,
    orders integer not null,
    primary key (place, span, starts, guest)
  );

  -- How many they were.
  create table guest_figures (
    place text not null,
    span text not null check (span in ('day', 'week', 'month')),
    starts date not null,
    guests integer not null,
    primary key (place, span, starts)
  );
`;
