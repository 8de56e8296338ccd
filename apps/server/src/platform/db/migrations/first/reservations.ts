import { sql } from 'kysely';

/** Table reservations. */
export const reservations = sql`
  create table reservations (
    id text primary key,
    -- the number people read out: RES-TRU-20270313-KQWX
    reservation_id text not null unique,
    location_id text not null references locations,
    user_id text references users on delete set null,
    customer_name text not null,
    -- empty when somebody booked by phone and gave none
    customer_email text not null check (customer_email = lower(customer_email)),
    customer_phone text not null,
    -- the day that opened and the wall clock of the place; starts_at is their instant
    date date not null,
    time text not null check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    starts_at timestamptz not null,
    party_size integer not null check (party_size between 1 and 20),
    special_requests text,
    status text not null default 'confirmed'
      check (status in ('pending', 'confirmed', 'seated', 'completed', 'no-show', 'cancelled')),
    table_number text,
    source text not null check (source in ('web', 'phone')),
    user_agent text,
    platform text,
    -- opens the page on which a guest without an account sees and cancels it
    manage_token text not null,
    -- its time had come when the same guest booked again: it blocks nothing any more
    is_over boolean not null default false,
    created_by text,
    reserved_at timestamptz not null,
    updated_at timestamptz not null,
    reminded_at timestamptz,
    seated_at timestamptz,
    cancelled_at timestamptz,
    cancelled_by text check (cancelled_by in ('guest', 'staff')),
    cancellation_reason text,
    -- what a host's search looks through, in lower case: each field on its own line
    search_text text not null
  );
  -- the seats taken at a location on a day, answered from the index alone however long the history
  create index reservations_seats on reservations (location_id, date, time) include (party_size)
    where status in ('pending', 'confirmed', 'seated');
  -- a host's day
  create index reservations_day on reservations (location_id, date, starts_at);
  -- one active reservation per guest and location, were the use case ever to miss one
  create unique index reservations_one_active on reservations (location_id, customer_email)
    where status in ('pending', 'confirmed') and not is_over and customer_email <> '';
  -- the same for guests known by their phone alone
  create unique index reservations_one_active_phone on reservations (location_id, customer_phone)
    where status in ('pending', 'confirmed') and not is_over and customer_email = '';
  -- lists, the latest booking first
  create index reservations_recent on reservations (reserved_at desc, id);
  create index reservations_location on reservations (location_id, reserved_at desc, id);
  create index reservations_user on reservations (user_id, reserved_at desc, id) where user_id is not null;
  create index reservations_search on reservations using gin (search_text gin_trgm_ops);
  -- what is still to come: the figures above the list
  create index reservations_upcoming on reservations (starts_at, location_id) where status = 'confirmed';
  -- who is still to be reminded
  create index reservations_unreminded on reservations (starts_at)
    where status in ('pending', 'confirmed') and reminded_at is null;
`;
