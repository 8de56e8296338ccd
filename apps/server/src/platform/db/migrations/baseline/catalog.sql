-- Locations, their menus, photos and stock.

-- The settings of a location. Money is in cents; rates are in 1/100 000.
create table locations (
  id text primary key check (id ~ '^[a-z0-9-]{2,50}$'),
  name text not null,
  address text not null,
  postal_code text not null,
  phone text not null,
  email text,
  manager text,
  capacity integer check (capacity >= 0),
  features text[] not null default '{}'::text[],
  -- null: the default week applies
  hours jsonb,
  time_zone text not null default 'America/Halifax',
  opening_date date,
  is_active boolean not null default true,
  rating numeric(2,1) not null default 0,
  review_count integer not null default 0,
  -- null: the rate of the postal code applies
  tax_rate integer,
  tax_label text,
  -- minutes after which a ticket counts as soon due and as late; null: the defaults
  ticket_limits jsonb,
  -- grows with each change of the menu; pages and caches use it as their version
  menu_version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- grows with each change that an admin makes
  version integer not null default 1,
  -- the business day on which specials were last started and ended
  specials_on date,
  taxes jsonb,
  tip_base text check (tip_base in ('before-tax', 'with-tax')),
  pace jsonb,
  slot_rules jsonb,
  -- zones and fees
  delivery jsonb,
  curbside boolean,
  city text not null default '',
  region text not null default '',
  country text not null default 'CA' check (country ~ '^[A-Z]{2}$'),
  -- starts the numbers of its orders and reservations
  code text check (code ~ '^[A-Z]{3}$'),
  asks_tips boolean,
  -- decides whether the location may take money, with the three columns after it
  legal_form text check (legal_form in ('company', 'self-employed')),
  fiscal_note text,
  fiscal_since timestamptz,
  fiscal_grace_until date,
  day_end_hour integer check (day_end_hour between 0 and 8),
  -- null: confirmations are required
  confirms_allergies boolean
);

-- Which fiscal rules a location has met before.
create table fiscal_rules_seen (
  rule text primary key,
  seen_at timestamptz not null
);

create table location_exceptions (
  location_id text not null references locations,
  date date not null,
  closed boolean not null,
  open text,
  close text,
  note text,
  primary key (location_id, date)
);

-- How many orders and work units each kitchen slot holds, and its limits.
create table kitchen_slots (
  location_id text not null,
  service text not null,
  starts_at timestamptz not null,
  orders integer not null,
  units integer not null,
  most_orders integer,
  most_units integer,
  constraint kitchen_slots_orders check (orders >= 0 and (most_orders is null or orders <= most_orders)),
  constraint kitchen_slots_units check (units >= 0 and (most_units is null or units <= most_units)),
  primary key (location_id, service, starts_at)
);

-- How long a location needed for recent orders, learned from its history.
create table learned_times (
  location_id text primary key references locations on delete cascade,
  quotes jsonb,
  weeks jsonb not null,
  learned_at timestamptz not null
);

-- A photo, re-encoded from the upload. Uploaded bytes are never served.
create table images (
  -- a hash of the upload and of the encoder's settings, so that the same photo is stored once
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- dishes refer to this address
  url text not null unique,
  type text not null,
  width integer not null,
  height integer not null,
  -- the size of all its files together
  bytes integer not null,
  created_by text,
  created_at timestamptz not null,
  -- stays although no dish uses it, because a mail that was sent shows it
  is_kept boolean not null default false
);
-- for the nightly removal of unused photos
create index images_created on images (created_at);

create table image_files (
  image_id text not null references images on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  -- null: the file is in a bucket, under the name that it has in its address
  bytes bytea,
  primary key (image_id, width, format)
);
alter table image_files alter column bytes set storage external;

-- Files of deleted photos that are still in the bucket.
create table picture_removals (
  name text primary key,
  due_at timestamptz not null
);
create index picture_removals_due on picture_removals (due_at);

create function plan_picture_removal() returns trigger language plpgsql as $$
begin
  insert into picture_removals (name, due_at)
  values (format('images/%s-%s.%s', old.image_id, old.width, old.format), '-infinity')
  on conflict (name) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger plan_picture_removal after delete on image_files
  for each row when (old.bytes is null) execute function plan_picture_removal();

create table image_uploads (
  id text primary key,
  location_id text not null references locations,
  file_name text not null,
  size integer not null check (size > 0),
  received integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  constraint image_uploads_check check (received >= 0 and received <= size)
);
create index image_uploads_created on image_uploads (created_at);

create table image_upload_parts (
  upload_id text not null references image_uploads on delete cascade,
  starts_at integer not null,
  bytes bytea not null,
  primary key (upload_id, starts_at)
);

create table menu_categories (
  id text primary key,
  name text not null,
  is_default boolean not null default false,
  "position" integer not null default 0,
  -- names it had before, so that menu files with an old name still match
  earlier_names text[] not null default '{}'::text[],
  art text
);

-- A dish that is edited once for all locations.
create table chain_dishes (
  id text primary key,
  name text not null,
  description text not null,
  price_cents integer not null check (price_cents > 0),
  category text not null,
  tax_class text not null default 'meal' check (tax_class in ('meal', 'liquor', 'grocery', 'untaxed')),
  spice_level text not null default 'none' check (spice_level in ('none', 'mild', 'medium', 'hot')),
  prep_time integer not null default 15,
  calories integer,
  is_vegetarian boolean not null default false,
  is_vegan boolean not null default false,
  is_gluten_free boolean not null default false,
  is_popular boolean not null default false,
  is_available boolean not null default true,
  image text,
  tags text[] not null default '{}'::text[],
  allergens text[] not null default '{}'::text[],
  max_quantity integer not null default 10,
  work_units integer not null default 1 check (work_units >= 0 and work_units <= 99),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table menu_items (
  location_id text not null references locations,
  id text not null,
  name text not null,
  description text not null,
  price_cents integer not null check (price_cents > 0),
  category text not null references menu_categories,
  spice_level text not null default 'none' check (spice_level in ('none', 'mild', 'medium', 'hot')),
  prep_time integer not null default 15,
  calories integer,
  is_vegetarian boolean not null default false,
  is_vegan boolean not null default false,
  is_gluten_free boolean not null default false,
  is_popular boolean not null default false,
  is_available boolean not null default true,
  is_todays_special boolean not null default false,
  special_start_date date,
  special_end_date date,
  image text references images (url),
  -- a built-in drawing for a dish without a photo
  art text,
  tags text[] not null default '{}'::text[],
  allergens text[] not null default '{}'::text[],
  max_quantity integer not null default 10,
  "position" integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  tax_class text not null default 'meal' check (tax_class in ('meal', 'liquor', 'grocery', 'untaxed')),
  sold_out_until timestamptz,
  work_units integer not null default 1 check (work_units >= 0 and work_units <= 99),
  -- the shared dish that this one follows
  chain_id text references chain_dishes on delete set null,
  -- fields that this location edits itself although it follows a shared dish
  kept_fields text[] not null default '{}'::text[],
  only_in_dayparts boolean not null default false,
  primary key (location_id, id)
);
create index menu_items_category on menu_items (category);
create unique index menu_items_chain on menu_items (chain_id, location_id) where chain_id is not null;
-- finds dishes that share a photo
create index menu_items_image on menu_items (image) where image is not null;
-- finds specials that start or end
create index menu_items_special on menu_items (location_id) where is_todays_special;

create table dayparts (
  id text primary key,
  location_id text references locations,
  name text not null,
  days text[] not null check (array_length(days, 1) >= 1),
  from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text not null check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table dish_dayparts (
  location_id text not null,
  item_id text not null,
  daypart_id text not null references dayparts,
  price_cents integer check (price_cents > 0),
  primary key (location_id, item_id, daypart_id),
  foreign key (location_id, item_id) references menu_items (location_id, id) on delete cascade
);
create index dish_dayparts_part on dish_dayparts (daypart_id);

create table option_groups (
  id text primary key,
  name text not null,
  kitchen_name text,
  kind text not null check (kind in ('one', 'some')),
  min_units integer not null check (min_units >= 0),
  max_units integer not null check (max_units >= 1),
  included integer not null check (included >= 0),
  each_extra_cents integer not null check (each_extra_cents >= 0),
  is_size boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint option_groups_check check (not is_size or (kind = 'one' and min_units = 1 and max_units = 1))
);

create table group_options (
  group_id text not null references option_groups on delete cascade,
  id text not null,
  name text not null,
  kitchen_name text,
  price_cents integer not null check (price_cents >= 0),
  prices_by_size jsonb,
  -- a further group that this option opens
  opens_group_id text references option_groups,
  is_default boolean not null,
  max_units integer not null check (max_units >= 1),
  allergens text[] not null,
  breaks text[] not null,
  "position" integer not null,
  -- the dish that this option stands for in a combo
  dish_id text,
  primary key (group_id, id)
);
create index group_options_opens on group_options (opens_group_id);

create table dish_groups (
  location_id text not null,
  item_id text not null,
  group_id text not null references option_groups on delete cascade,
  "position" integer not null,
  min_units integer check (min_units >= 0),
  max_units integer check (max_units >= 1),
  included integer check (included >= 0),
  primary key (location_id, item_id, group_id),
  foreign key (location_id, item_id) references menu_items (location_id, id) on delete cascade
);
create index dish_groups_group on dish_groups (group_id);

create table sold_out_options (
  location_id text not null references locations on delete cascade,
  group_id text not null references option_groups on delete cascade,
  option_id text not null,
  sold_out_until timestamptz not null,
  primary key (location_id, group_id, option_id)
);

create table stock (
  location_id text not null,
  item_id text not null,
  left_count integer not null,
  constraint stock_enough check (left_count >= 0),
  primary key (location_id, item_id)
);

-- Every change of a stock. The sum per dish is its current stock.
create table stock_moves (
  id bigint generated always as identity primary key,
  location_id text not null,
  item_id text not null,
  amount integer not null check (amount <> 0),
  kind text not null check (kind in ('sale', 'change', 'return', 'oversold', 'count')),
  order_id text,
  line integer,
  order_version integer,
  by_user text,
  at timestamptz not null,
  constraint stock_moves_check check ((order_id is null) = (kind = 'count')),
  constraint stock_moves_once unique (order_id, line, item_id, order_version, kind)
);
create index stock_moves_item on stock_moves (location_id, item_id, id);
create unique index stock_moves_return on stock_moves (order_id, line, item_id) where kind = 'return';

-- Portions reserved for an open payment page.
create table stock_holds (
  session_id text not null,
  location_id text not null,
  item_id text not null,
  quantity integer not null check (quantity > 0),
  held_until timestamptz not null,
  primary key (session_id, item_id)
);
create index stock_holds_until on stock_holds (held_until);

-- Translations of menu texts and of the restaurant's texts.
create table texts (
  kind text not null check (kind in ('dish', 'chain-dish', 'category', 'group', 'option', 'house')),
  -- the location of a dish, or the group of an option
  within text not null default '',
  id text not null,
  field text not null check (field in ('name', 'description', 'tagline', 'headline', 'cuisine')),
  language text not null,
  text text not null check (text <> ''),
  -- the source text that was translated; when it differs from today's text, the translation is outdated
  of text not null,
  updated_at timestamptz not null default now(),
  primary key (kind, within, id, field, language)
);

create table menu_imports (
  id text primary key,
  at timestamptz not null,
  undone_at timestamptz,
  location_ids text[] not null,
  added integer not null,
  changed integer not null,
  undo jsonb not null
);
create index menu_imports_at on menu_imports (at);

create table favorites (
  user_id text not null,
  location_id text not null,
  item_id text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, location_id, item_id),
  foreign key (location_id, item_id) references menu_items (location_id, id) on delete cascade
);

-- The stations of a kitchen and what goes to them.
create table stations (
  id text primary key,
  location_id text not null references locations on delete cascade,
  name text not null,
  kind text not null check (kind in ('cook', 'pass')),
  is_default boolean not null default false,
  fallback_id text references stations on delete set null,
  categories text[] not null default '{}',
  item_ids text[] not null default '{}',
  options jsonb not null default '[]',
  seen_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index stations_by_location on stations (location_id);
create index stations_by_fallback on stations (fallback_id);
