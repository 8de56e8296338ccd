import { sql, type Kysely } from 'kysely';

/**
 * The chain's dishes. A place's menu stays what its rows in `menu_items` say; a row of the chain's says beside it which
 * dish it is. What stands under one id and name at several places is the chain's, as the first of them has it: no row of
 * a menu becomes another, so no guest sees or pays anything else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      tags text[] not null default '{}',
      allergens text[] not null default '{}',
      max_quantity integer not null default 10,
      work_units integer not null default 1 check (work_units between 0 and 99),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    -- what of it stays this place's own whatever the chain comes to say
    alter table menu_items
      add column chain_id text references chain_dishes on delete set null,
      add column kept_fields text[] not null default '{}';
    create unique index menu_items_chain on menu_items (chain_id, location_id) where chain_id is not null;

    insert into chain_dishes (id, name, description, price_cents, category, tax_class, spice_level, prep_time, calories,
      is_vegetarian, is_vegan, is_gluten_free, is_popular, is_available, image, tags, allergens, max_quantity,
      work_units)
    select distinct on (m.id) m.id, m.name, m.description, m.price_cents, m.category, m.tax_class, m.spice_level,
      m.prep_time, m.calories, m.is_vegetarian, m.is_vegan, m.is_gluten_free, m.is_popular, m.is_available, m.image,
      m.tags, m.allergens, m.max_quantity, m.work_units
    from menu_items m join locations l on l.id = m.location_id and l.deleted_at is null
    where exists (
      select from menu_items o join locations ol on ol.id = o.location_id and ol.deleted_at is null
      where o.id = m.id and o.location_id <> m.location_id and lower(o.name) = lower(m.name)
    )
    order by m.id, l.created_at, l.id;

    update menu_items m set chain_id = c.id from chain_dishes c where m.id = c.id and lower(m.name) = lower(c.name);
  `.execute(db);
}
