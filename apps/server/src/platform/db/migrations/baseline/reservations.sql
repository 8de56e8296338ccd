-- Table reservations.

create table reservations (
  id text primary key,
  -- the number that people read out, for example RES-TRU-20270313-KQWX
  reservation_id text not null unique,
  location_id text not null references locations,
  user_id text references users on delete set null,
  customer_name text not null,
  -- empty when someone booked by phone without an address
  customer_email text not null check (customer_email = lower(customer_email)),
  customer_phone text not null,
  date date not null,
  -- with date, the wall clock of the location; starts_at is the same as an instant
  "time" text not null check ("time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  starts_at timestamptz not null,
  party_size integer not null check (party_size >= 1 and party_size <= 20),
  special_requests text,
  status text not null default 'confirmed' check (status in ('pending', 'confirmed', 'seated', 'completed', 'no-show', 'cancelled')),
  table_number text,
  source text not null check (source in ('web', 'phone')),
  user_agent text,
  platform text,
  -- a hash of the token that opens the page to view and cancel it
  manage_token text not null,
  -- set when its time has passed and the same guest books again
  is_over boolean not null default false,
  created_by text,
  reserved_at timestamptz not null,
  updated_at timestamptz not null,
  reminded_at timestamptz,
  seated_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('guest', 'staff')),
  cancellation_reason text,
  -- lower case; one field per line
  search_text text not null,
  booked_from text,
  language text,
  erased_at timestamptz,
  -- grows with each change; calendars ignore a lower number
  sequence integer not null default 0,
  -- the details before the last change
  last_change jsonb
);
create index reservations_day on reservations (location_id, date, starts_at);
create index reservations_from on reservations (booked_from) where booked_from is not null and status in ('pending', 'confirmed') and not is_over;
create index reservations_location on reservations (location_id, reserved_at desc, id);
-- one active reservation per guest and location
create unique index reservations_one_active on reservations (location_id, customer_email) where status in ('pending', 'confirmed') and not is_over and customer_email <> '';
-- the same for guests without an e-mail address
create unique index reservations_one_active_phone on reservations (location_id, customer_phone) where status in ('pending', 'confirmed') and not is_over and customer_email = '';
create index reservations_recent on reservations (reserved_at desc, id);
create index reservations_search on reservations using gin (search_text gin_trgm_ops);
-- counts the seats taken on a day from the index alone
create index reservations_seats on reservations (location_id, date, "time") include (party_size) where status in ('pending', 'confirmed', 'seated');
create index reservations_unreminded on reservations (starts_at) where status in ('pending', 'confirmed') and reminded_at is null;
create index reservations_upcoming on reservations (starts_at, location_id) where status = 'confirmed';
create index reservations_user on reservations (user_id, reserved_at desc, id) where user_id is not null;
