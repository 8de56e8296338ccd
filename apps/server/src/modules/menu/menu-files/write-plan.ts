import type { ChangedDish, MenuPlan, NewDish, LocationPlan } from '@tiffin/domain/menu-file';
import { refuse, say } from '@tiffin/domain/core';
import type { DishGroup, OptionGroup } from '@tiffin/domain/options';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import type { ImportedLocation } from '../../../platform/db/stored-json.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import { sharedColumnsOf } from '../dishes/dish-values.ts';
import type { MenuItemRow } from '../dishes/item-answer.ts';
import { bulkColumnNames, lockMenuItems, pickColumns, writeMenuItems } from '../dishes/write-changed-items.ts';
import { writeTexts } from './write-texts.ts';

// Whole menus are written in a few statements: the dishes are passed as one JSON value.

/** Adds new categories at the end and locks all that dishes of the plan use. */
export async function writeCategories(tx: Tx, { categories, places }: MenuPlan): Promise<void> {
  if (categories.length > 0) {
    await sql`
      insert into menu_categories (id, name, position)
      select id, name, (select coalesce(max(position), -1) from menu_categories) + at::int
      from unnest(${categories.map(({ id }) => id)}::text[], ${categories.map(({ name }) => name)}::text[])
        with ordinality as added (id, name, at)
      on conflict do nothing
    `.execute(tx);
  }
  const used = new Set(
    places.flatMap(({ added, changed }) => [
      ...added.map(({ category }) => category),
      ...changed.flatMap(({ change: { category } }) => category ?? []),
    ]),
  );
  await lockCategories(tx, used);
}

/** Requires that these categories exist and locks them until the transaction ends. */
export async function lockCategories(tx: Tx, categoryIds: ReadonlySet<string>): Promise<void> {
  if (categoryIds.size === 0) return;
  const existing = await tx
    .selectFrom('menu_categories')
    .select('id')
    .where('id', 'in', [...categoryIds])
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (existing.length < categoryIds.size)
    throw refuse('conflict', say`A category was deleted at the same time. Please check again.`);
}

/** Creates the groups of sizes. */
export async function writeOptionGroups(tx: Tx, groups: readonly OptionGroup[], now: Date): Promise<void> {
  if (groups.length === 0) return;
  const rows = JSON.stringify(
    groups.map((group) => ({ ...group, options: group.options.map((size, position) => ({ ...size, position })) })),
  );
  await sql`
    insert into option_groups
      (id, name, kind, min_units, max_units, included, each_extra_cents, is_size, created_at, updated_at)
    select id, name, kind, min, max, 0, 0, "isSize", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as g (id text, name text, kind text, min int, max int, "isSize" boolean)
  `.execute(tx);
  await sql`
    insert into group_options (group_id, id, name, price_cents, is_default, max_units, allergens, breaks, position)
    select g.id, o.id, o.name, o.price, o."isDefault", o."maxUnits", '{}', '{}', o.position
    from jsonb_to_recordset(${rows}::jsonb) as g (id text, options jsonb),
      jsonb_to_recordset(g.options)
        as o (id text, name text, price int, "isDefault" boolean, "maxUnits" int, position int)
  `.execute(tx);
}

/** Adds new dishes below the existing ones, in the order of the file. */
async function insertDishes(tx: Tx, locationId: string, dishes: readonly NewDish[], now: Date): Promise<MenuItemRow[]> {
  if (dishes.length === 0) return [];
  const values = dishes.map((dish, index) => ({ ...sharedColumnsOf(dish), id: dish.id, position: index + 1 }));
  const { rows } = await sql<MenuItemRow>`
    insert into menu_items (location_id, id, position, created_at, updated_at, ${bulkColumnNames})
    select ${locationId}, id,
      position + (select coalesce(max(m.position), 0) from menu_items m where m.location_id = ${locationId}),
      ${now}::timestamptz, ${now}::timestamptz, ${bulkColumnNames}
    from jsonb_populate_recordset(null::menu_items, ${JSON.stringify(values)}::jsonb)
    returning *
  `.execute(tx);
  await writeDishGroups(tx, locationId, dishes);
  return rows;
}

/** Replaces the groups of those dishes that state them. */
export async function writeDishGroups(
  tx: Tx,
  locationId: string,
  dishes: readonly { readonly id: string; readonly groups?: readonly DishGroup[] | undefined }[],
): Promise<void> {
  const changed = dishes.filter(({ groups }) => groups);
  if (changed.length === 0) return;
  const ids = idsOf(changed);
  await sql`delete from dish_groups where location_id = ${locationId} and item_id = any(${ids})`.execute(tx);
  const rows = changed.flatMap(({ id, groups = [] }) =>
    groups.map(({ groupId, min, max, included, sizePrices }, position) => ({
      location_id: locationId,
      item_id: id,
      group_id: groupId,
      position,
      min_units: min,
      max_units: max,
      included,
      size_prices: sizePrices,
    })),
  );
  if (rows.length === 0) return;
  // A group that was deleted since the import is not restored.
  await sql`
    insert into dish_groups (location_id, item_id, group_id, position, min_units, max_units, included, size_prices)
    select location_id, item_id, group_id, position, min_units, max_units, included, size_prices
    from jsonb_populate_recordset(null::dish_groups, ${JSON.stringify(rows)}::jsonb) added
    where exists (select from option_groups g where g.id = added.group_id)
  `.execute(tx);
}

/** Applies a plan to one menu. Returns its dishes now, and the earlier values of changed ones. */
export async function writeLocationPlan(
  tx: Tx,
  { locationId, added, changed }: LocationPlan,
  now: Date,
): Promise<{
  readonly rows: readonly MenuItemRow[];
  readonly before: ImportedLocation['changed'];
  readonly texts: ImportedLocation['texts'];
}> {
  const addedRows = await insertDishes(tx, locationId, added, now);
  const previousRows = await lockMenuItems(tx, locationId, idsOf(changed));
  const previousGroups = await groupsOf(tx, locationId, idsOf(changed.filter(({ change }) => change.groups)));
  const newColumns = changed.map(({ id, change }) => ({ id, columns: sharedColumnsOf(change) }));
  const changedRows = await writeMenuItems(tx, locationId, newColumns, now);
  const newGroups = changed.map(({ id, change }) => ({ id, groups: change.groups }));
  await writeDishGroups(tx, locationId, newGroups);
  const textsByDish = new Map([
    ...added.map(({ id, texts }) => [id, texts] as const),
    ...changed.map(({ id, change }) => [id, change.texts] as const),
  ]);
  const rows = [...addedRows, ...changedRows];
  const newTexts = rows.map((row) => ({ row, texts: textsByDish.get(row.id) ?? {} }));
  const texts = await writeTexts(tx, locationId, newTexts, now);
  const versions = new Map(changedRows.map((row) => [row.id, row.version]));
  const before = changed.map(({ id, change }: ChangedDish) => ({
    id,
    version: versions.get(id) ?? 0,
    columns: pickColumns(previousRows.get(id) ?? {}, Object.keys(sharedColumnsOf(change))),
    groups: change.groups && (previousGroups.get(id) ?? []),
  }));
  return { rows, before, texts };
}

async function groupsOf(tx: Tx, locationId: string, ids: readonly string[]) {
  const { rows } = await sql<{ item_id: string; groups: DishGroup[] }>`
    select item_id, json_agg(json_build_object('groupId', group_id, 'min', min_units, 'max', max_units,
      'included', included, 'sizePrices', size_prices) order by position) as groups
    from dish_groups where location_id = ${locationId} and item_id = any(${ids}) group by 1
  `.execute(tx);
  return new Map(rows.map((row) => [row.item_id, row.groups]));
}
