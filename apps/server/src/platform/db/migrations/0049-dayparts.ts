import { sql, type Kysely } from 'kysely';

/** Parts of the day, of one place or of all, and which dishes are sold, or cost something else, in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dayparts (
      id text primary key,
      -- null: of all places
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
      -- null: what it always costs
      price_cents integer check (price_cents > 0),
      primary key (location_id, item_id, daypart_id),
      foreign key (location_id, item_id) references menu_items (location_id, id) on delete cascade
    );
    create index dish_dayparts_part on dish_dayparts (daypart_id);

    -- sold in its dayparts alone; otherwise they only have prices of their own
    alter table menu_items add column only_in_dayparts boolean not null default false
  `.execute(db);
}
