import { sql } from 'kysely';

/** Locations, their menus, and the photos of dishes. */
export const menu = sql`
  create table locations (
    id text primary key check (id ~ '^[a-z0-9-]{2,50}$'),
    name text not null,
    address text not null,
    postal_code text not null,
    phone text not null,
    email text,
    manager text,
    capacity integer check (capacity >= 0),
    features text[] not null default '{}',
    -- null: no hours at all, so the default week holds
    hours jsonb,
    time_zone text not null default 'America/Halifax',
    opening_date date,
    is_active boolean not null default true,
    rating numeric(2, 1) not null default 0,
    review_count integer not null default 0,
    -- in 1/100 000; null: by postal code
    tax_rate integer,
    tax_label text,
    -- minutes after which a ticket turns soon and late; null: the defaults
    ticket_limits jsonb,
    -- goes up with every change of the menu: the pages' and caches' version
    menu_version bigint not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    -- goes up with every change of what an admin may edit
    version integer not null default 1,
    -- the location's day on which its specials were last ended and begun
    specials_on date
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

  create table user_locations (
    user_id text not null references users on delete cascade,
    location_id text not null references locations,
    primary key (user_id, location_id)
  );

  -- A photo, made anew from what came: never the bytes somebody sent.
  create table images (
    -- from the hash of what came and of the way it is made anew: the same photo is kept once
    id text primary key check (id ~ '^[0-9a-f]{32}$'),
    -- what a dish refers to
    url text not null unique,
    type text not null,
    width integer not null,
    height integer not null,
    -- of all its files together
    bytes integer not null,
    created_by text,
    created_at timestamptz not null,
    -- no dish shows it, and yet it stays: a mail that left keeps asking for it
    is_kept boolean not null default false
  );
  -- the nightly search for photos no dish shows any more
  create index images_created on images (created_at);

  create table image_files (
    image_id text not null references images on delete cascade,
    width integer not null,
    format text not null check (format in ('avif', 'webp', 'jpg')),
    bytes bytea not null,
    primary key (image_id, width, format)
  );
  -- a picture is compressed already
  alter table image_files alter column bytes set storage external;

  create table image_uploads (
    id text primary key,
    location_id text not null references locations,
    file_name text not null,
    size integer not null check (size > 0),
    received integer not null default 0 check (received between 0 and size),
    created_by text not null,
    created_at timestamptz not null
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
    position integer not null default 0
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
    -- one of the product's own drawings, for a dish without a photo
    art text,
    tags text[] not null default '{}',
    allergens text[] not null default '{}',
    max_quantity integer not null default 10,
    position integer not null default 0,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (location_id, id)
  );
  -- does another dish show this photo?
  create index menu_items_image on menu_items (image) where image is not null;
  -- which specials end or begin?
  create index menu_items_special on menu_items (location_id) where is_todays_special;
  -- how many dishes stand in a category?
  create index menu_items_category on menu_items (category);

  create table favorites (
    user_id text not null references users on delete cascade,
    location_id text not null,
    item_id text not null,
    created_at timestamptz not null default now(),
    primary key (user_id, location_id, item_id),
    foreign key (location_id, item_id) references menu_items on delete cascade
  );
`;
