import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';

/**
 * Dishes with the same id and name on several of these menus become one shared dish with the values of the first. If
 * a shared dish already exists, they join it. The contents of the menus do not change. The menus must be locked.
 */
export async function shareEqualDishes(tx: Tx, dishes: EqualDishes): Promise<void> {
  const { ids, locationIds, canCreate = true } = dishes;
  if (ids.length === 0) return;
  if (canCreate) await createSharedDishes(tx, dishes);
  await sql`
    update menu_items m set chain_id = c.id from chain_dishes c
    where m.id = any(${ids}) and m.location_id = any(${locationIds}) and m.chain_id is null and m.id = c.id and lower(m.name) = lower(c.name)
      and not exists (select from menu_items o where o.location_id = m.location_id and o.chain_id = c.id)
  `.execute(tx);
}

interface EqualDishes {
  readonly ids: readonly string[];
  readonly locationIds: readonly string[];
  readonly now: Date;
  /** Without the right to edit every menu, dishes may only join existing shared dishes. */
  readonly canCreate?: boolean;
}

async function createSharedDishes(tx: Tx, { ids, locationIds, now }: EqualDishes): Promise<void> {
  await sql`
    insert into chain_dishes (id, name, description, price_cents, category, tax_class, spice_level, prep_time, calories,
      is_vegetarian, is_vegan, is_gluten_free, is_popular, is_available, image, tags, allergens, allergens_stated, max_quantity,
      work_units, created_at, updated_at)
    select distinct on (m.id) m.id, m.name, m.description, m.price_cents, m.category, m.tax_class, m.spice_level,
      m.prep_time, m.calories, m.is_vegetarian, m.is_vegan, m.is_gluten_free, m.is_popular, m.is_available, m.image,
      m.tags, m.allergens, m.allergens_stated, m.max_quantity, m.work_units, ${now}::timestamptz, ${now}::timestamptz
    from menu_items m join locations l on l.id = m.location_id and l.deleted_at is null
    where m.id = any(${ids}) and m.location_id = any(${locationIds}) and m.chain_id is null and exists (
      select from menu_items o
      where o.id = m.id and o.location_id = any(${locationIds}) and o.location_id <> m.location_id and o.chain_id is null and lower(o.name) = lower(m.name)
    )
    order by m.id, l.id = ${locationIds[0]} desc, l.id
    on conflict do nothing
  `.execute(tx);
}

/** Deletes shared dishes that are on no menu any more. */
export async function deleteUnsoldSharedDishes(tx: Tx, chainIds: readonly string[]): Promise<void> {
  if (chainIds.length === 0) return;
  await sql`
    delete from chain_dishes c
    where id = any(${chainIds}) and not exists (select from menu_items m where m.chain_id = c.id)
  `.execute(tx);
}
