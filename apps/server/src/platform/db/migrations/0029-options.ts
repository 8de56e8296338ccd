import { sql, type Kysely } from 'kysely';

/**
 * What may be chosen with a dish: groups of the chain, the options in them, and which dish of which place has which
 * group. An order's line keeps what was chosen as it was called and priced then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table option_groups (
      id text primary key,
      name text not null,
      kitchen_name text,
      kind text not null check (kind in ('one', 'some')),
      min_units integer not null check (min_units >= 0),
      max_units integer not null check (max_units >= 1),
      included integer not null check (included >= 0),
      each_extra_cents integer not null check (each_extra_cents >= 0),
      is_size boolean not null check (not is_size or (kind = 'one' and min_units = 1 and max_units = 1)),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    create table group_options (
      group_id text not null references option_groups on delete cascade,
      id text not null,
      name text not null,
      kitchen_name text,
      price_cents integer not null check (price_cents >= 0),
      -- cents by the id of a size
      prices_by_size jsonb,
      opens_group_id text references option_groups,
      is_default boolean not null,
      max_units integer not null check (max_units >= 1),
      allergens text[] not null,
      -- diets a dish is not for any more with it
      breaks text[] not null,
      position integer not null,
      primary key (group_id, id)
    );
    create index group_options_opens on group_options (opens_group_id);

    -- null: the group's own
    create table dish_groups (
      location_id text not null,
      item_id text not null,
      group_id text not null references option_groups on delete cascade,
      position integer not null,
      min_units integer check (min_units >= 0),
      max_units integer check (max_units >= 1),
      included integer check (included >= 0),
      primary key (location_id, item_id, group_id),
      foreign key (location_id, item_id) references menu_items (location_id, id) on delete cascade
    );
    create index dish_groups_group on dish_groups (group_id);

    -- null, of a dish that is sold as it is and of before
    alter table order_items add column options jsonb, add column note text
  `.execute(db);
}
