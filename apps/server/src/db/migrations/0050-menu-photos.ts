import { sql, type Kysely } from 'kysely';

/** Photos of dishes, uploads in parts, and what keeps two people from writing over each other's location. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      created_at timestamptz not null
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

    alter table menu_items add foreign key (image) references images (url);
    -- does another dish show this photo?
    create index menu_items_image on menu_items (image) where image is not null;
    -- which specials end or begin?
    create index menu_items_special on menu_items (location_id) where is_todays_special;
    -- how many dishes stand in a category?
    create index menu_items_category on menu_items (category);

    alter table locations
      add column version integer not null default 1,
      -- the location's day on which its specials were last ended and begun
      add column specials_on date;
  `.execute(db);
}
